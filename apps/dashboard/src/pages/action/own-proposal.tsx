import { TextField } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';

interface OwnProposalProps {
  readonly mayOverride: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One does not approve what one has proposed; in need an administrator may, and says why. */
export function OwnProposal({ mayOverride, value, onChange }: OwnProposalProps) {
  return (
    <Notice tone="attention" title="It was proposed by you, or for you: someone else has to approve it.">
      {mayOverride ? (
        <>
          <p>
            In an emergency you may do it as an administrator (break-glass). That is written to the audit trail and told
            in the event, with your reason.
          </p>
          <TextField
            label="Break-glass: why it cannot wait for someone else"
            required
            maxLength={1_000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </>
      ) : (
        <p>Ask somebody else who has the scope actions. An administrator may override it, with a reason.</p>
      )}
    </Notice>
  );
}

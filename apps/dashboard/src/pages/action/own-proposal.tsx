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
    <Notice
      tone="attention"
      title="You proposed this action, or it was proposed on your behalf: someone else has to approve it."
    >
      {mayOverride ? (
        <>
          <p>
            As an administrator you can approve it in an emergency (break-glass). The audit trail and the event record
            this with your reason.
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
        <p>Ask someone else who has the scope actions. An administrator can override this with a reason.</p>
      )}
    </Notice>
  );
}

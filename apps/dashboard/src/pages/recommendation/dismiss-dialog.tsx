import { useState } from 'react';
import { type Recommendation, recommendationPath, recommendationsPath } from '../../api/agents.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { recommendationTitle } from '../../design/agent-words.ts';
import { Dialog } from '../../design/dialog.tsx';
import { LongTextField, SelectField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';

interface DismissDialogProps {
  readonly recommendation: Recommendation;
  readonly onClose: () => void;
}

const spans = ['7', '30', '90', '365'] as const;
type Span = (typeof spans)[number];

const dayMs = 86_400_000;
const untilOf = (span: Span): string => new Date(Date.now() + Number(span) * dayMs - 60_000).toISOString();

/** Why it is not done, and whether it may come back. */
export function DismissDialog({ recommendation, onClose }: DismissDialogProps) {
  const { id } = recommendation;
  const [reason, setReason] = useState('');
  const [span, setSpan] = useState<Span>('30');
  const change = useChange(
    () =>
      client.post(`${recommendationPath}/dismiss`, {
        params: { id },
        body: { reason: reason.trim(), until: untilOf(span) },
      }),
    {
      outdates: [recommendationsPath, recommendationPath],
      done: () => {
        say('Dismissed');
        onClose();
      },
    },
  );
  return (
    <Dialog title="Dismiss the recommendation" open onClose={onClose}>
      <Form
        verb="Dismiss"
        failed="It was not dismissed"
        error={change.error}
        busy={change.isPending}
        disabled={reason.trim() === ''}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p className="name">{recommendationTitle(recommendation)}</p>
        <LongTextField
          label="Why"
          help="Whoever asks later reads it here"
          rows={3}
          spellCheck
          required
          maxLength={2_000}
          value={reason}
          error={fieldError(change.error, 'reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <SelectField
          label="How long"
          help="If its cause is still there after that, it is open again"
          value={span}
          choices={spans.map((value) => ({ value, label: `For ${value} days` }))}
          error={fieldError(change.error, 'until')}
          onChange={({ target }) => setSpan(spans.find((one) => one === target.value) ?? span)}
        />
      </Form>
    </Dialog>
  );
}

import { judgedVerdicts, verdicts } from '@wheelhouse/contracts';
import { useState } from 'react';
import { rulesPath, type VerdictRow, verdictPath, verdictsPath } from '../api/agents.ts';
import { useChange } from '../api/change.ts';
import { client } from '../api/client.ts';
import { plainWords } from '../design/agent-words.ts';
import { Dialog } from '../design/dialog.tsx';
import { LongTextField, SelectField } from '../design/field.tsx';
import { fieldError, Form } from '../design/form.tsx';
import { say } from '../design/said.tsx';

interface OverruleDialogProps {
  readonly row: VerdictRow;
  readonly onClose: () => void;
}

const choices = [...judgedVerdicts, 'not_run'] as const;
type Choice = (typeof choices)[number];

/** What somebody knows better than what was measured; both are kept. */
export function OverruleDialog({ row: { id, verdict: before, measured }, onClose }: OverruleDialogProps) {
  const first = choices.find((one) => one !== before) ?? 'cured';
  const [verdict, setVerdict] = useState<Choice>(first);
  const [note, setNote] = useState('');
  const change = useChange(
    async () =>
      (await client.post(`${verdictPath}/overrule`, { params: { id }, body: { verdict, note: note.trim() } })).data,
    {
      outdates: [verdictsPath, rulesPath],
      done: () => {
        say(`The verdict is ${plainWords(verdict)} now`);
        onClose();
      },
    },
  );
  return (
    <Dialog title="Overrule the verdict" open onClose={onClose}>
      <Form
        verb="Overrule"
        failed="The verdict was not overruled"
        error={change.error}
        busy={change.isPending}
        disabled={note.trim() === ''}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        {measured !== null && (
          <p className="name">
            Measured: {plainWords(measured.verdict)}. {measured.summary}
          </p>
        )}
        <SelectField
          label="What became of it"
          help="It counts in the record of the rule, except where the action was not run"
          value={verdict}
          choices={choices.map((value) => ({ value, label: `${plainWords(value)}: ${verdicts[value]}` }))}
          error={fieldError(change.error, 'verdict')}
          onChange={({ target }) => setVerdict(choices.find((one) => one === target.value) ?? first)}
        />
        <LongTextField
          label="Why"
          help="What was measured is kept beside it"
          rows={3}
          spellCheck
          required
          maxLength={2_000}
          value={note}
          error={fieldError(change.error, 'note')}
          onChange={(event) => setNote(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

import { isApiError } from '@wheelhouse/sdk';
import { severities } from '@wheelhouse/contracts';
import { useState } from 'react';
import { Dialog } from '../../design/dialog.tsx';
import { LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { numberOf } from '../../design/incident-words.ts';
import { Loaded } from '../../loading/loaded.tsx';
import type { IncidentDialogProps } from './incident-dialog.ts';
import { type FoundIncident, useEdit, useFoundIncident } from './use-edit.ts';

/** What people say of it. From then on signals change neither title nor severity, if those were set. */
export function EditDialog(props: IncidentDialogProps) {
  const query = useFoundIncident(props.incident.id);
  return (
    <Dialog title={`Edit incident ${numberOf(props.incident)}`} open onClose={props.onClose}>
      <Loaded of={query} what="the incident">
        {(found) => <Fields {...props} found={found} />}
      </Loaded>
    </Dialog>
  );
}

function Fields({ found: read, onAnswer, onClose }: IncidentDialogProps & { readonly found: FoundIncident }) {
  // What was read when the writing began is what it is a change of.
  const [found] = useState(read);
  const before = found.incident;
  const [title, setTitle] = useState(before.title);
  const [severity, setSeverity] = useState(before.severity);
  const [summary, setSummary] = useState(before.summary ?? '');
  const [cause, setCause] = useState(before.root_cause ?? '');
  const change = useEdit(found, 'Saved', (answer) => {
    onAnswer(answer);
    onClose();
  });
  const body = {
    ...(title.trim() !== before.title && { title: title.trim() }),
    ...(severity !== before.severity && { severity }),
    ...(summary.trim() !== (before.summary ?? '') && { summary: textOf(summary) }),
    ...(cause.trim() !== (before.root_cause ?? '') && { root_cause: textOf(cause) }),
  };
  return (
    <Form
      verb="Save"
      failed={
        isApiError(change.error, 'precondition_failed')
          ? 'Not saved: somebody else has changed it meanwhile. Copy what you wrote, close this and open it again'
          : 'The incident was not changed'
      }
      error={change.error}
      busy={change.isPending}
      disabled={Object.keys(body).length === 0}
      onSubmit={() => change.mutate(body)}
      onCancel={onClose}
    >
      <TextField
        label="Title"
        help="Signals no longer change it once you have"
        required
        maxLength={200}
        value={title}
        error={fieldError(change.error, 'title')}
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label="Severity"
        help="Signals no longer change it once you have"
        choices={severities.map((value) => ({ value, label: value }))}
        value={severity}
        onChange={({ target }) => setSeverity(severities.find((known) => known === target.value) ?? severity)}
      />
      <LongTextField
        label="Summary"
        help="What is going on, for people. Empty removes it"
        rows={4}
        spellCheck
        maxLength={4_096}
        value={summary}
        error={fieldError(change.error, 'summary')}
        onChange={(event) => setSummary(event.target.value)}
      />
      <LongTextField
        label="Root cause"
        help="Empty removes it"
        rows={4}
        spellCheck
        maxLength={4_096}
        value={cause}
        error={fieldError(change.error, 'root_cause')}
        onChange={(event) => setCause(event.target.value)}
      />
    </Form>
  );
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

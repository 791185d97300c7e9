import { incidentResolutions, saidResolutions } from '@wheelhouse/contracts';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { incidentPath, incidentPaths } from '../../api/incidents.ts';
import { Dialog } from '../../design/dialog.tsx';
import { LongTextField, SelectField, TextField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { numberOf } from '../../design/incident-words.ts';
import { Notice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import type { IncidentDialogProps } from './incident-dialog.ts';

const choices = saidResolutions.map((value) => ({ value, label: incidentResolutions[value] }));

/** That it is over, why, and what caused it, while that is fresh in somebody's mind. */
export function ResolveDialog({ incident, onAnswer, onClose }: IncidentDialogProps) {
  const { id, firing } = incident;
  const [resolution, setResolution] = useState<(typeof saidResolutions)[number]>('fixed');
  const [cause, setCause] = useState(incident.root_cause ?? '');
  const [note, setNote] = useState('');
  const change = useChange(
    async () => {
      const body = {
        resolution,
        ...(cause.trim() !== '' && { root_cause: cause.trim() }),
        ...(note.trim() !== '' && { note: note.trim() }),
      };
      return (await client.post(`${incidentPath}/resolve`, { params: { id }, body })).data;
    },
    {
      outdates: incidentPaths,
      done: (answer) => {
        onAnswer(answer);
        say(`Incident ${numberOf(answer)} is resolved`);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`Resolve incident ${numberOf(incident)}`} open onClose={onClose}>
      <Form
        verb="Resolve"
        failed="The incident was not resolved"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p className="name">{incident.title}</p>
        {firing > 0 && (
          <Notice tone="attention" title={`${firing} of its signals still ${firing === 1 ? 'fires' : 'fire'}.`}>
            <p>
              You can resolve it all the same. What fires now opens no other incident; only what begins anew does. If
              you wait, it resolves by itself once all is quiet.
            </p>
          </Notice>
        )}
        <SelectField
          label="Resolution"
          value={resolution}
          choices={choices}
          error={fieldError(change.error, 'resolution')}
          onChange={({ target }) => setResolution(saidResolutions.find((known) => known === target.value) ?? 'fixed')}
        />
        <LongTextField
          label="Root cause (optional)"
          help="You can also write it later"
          rows={3}
          spellCheck
          maxLength={4_096}
          value={cause}
          error={fieldError(change.error, 'root_cause')}
          onChange={(event) => setCause(event.target.value)}
        />
        <TextField
          label="Note (optional)"
          help="Appears in the timeline"
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

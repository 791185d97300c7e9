import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { incidentPath, incidentPaths, incidentsPath, live } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField } from '../../design/field.tsx';
import { fieldError, Form } from '../../design/form.tsx';
import { numberOf } from '../../design/incident-words.ts';
import { say } from '../../design/said.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import type { IncidentDialogProps } from './incident-dialog.ts';

/** Of one cluster; more than can be chosen from are no choice. */
const most = 200;

/** Two that turned out to be one: all that this one has goes to the other. */
export function MergeDialog({ incident, onAnswer, onClose }: IncidentDialogProps) {
  const { id, cluster_id } = incident;
  const navigate = useNavigate();
  const query = useQuery(reading(incidentsPath, { query: { status: live, cluster_id, limit: most } }));
  const [into, setInto] = useState('');
  const others = query.data?.data.filter((one) => one.id !== id) ?? [];
  const chosen = others.find((one) => one.id === into);
  const change = useChange(
    async () => (await client.post(`${incidentPath}/merge`, { params: { id }, body: { into } })).data,
    {
      outdates: incidentPaths,
      done: (answer) => {
        onAnswer(answer);
        say(`Merged incident ${numberOf(incident)} into ${chosen === undefined ? 'another' : numberOf(chosen)}`);
        onClose();
        void navigate({ to: '/incidents/$incidentId', params: { incidentId: answer.merged_into ?? into } });
      },
    },
  );
  return (
    <Dialog title={`Merge incident ${numberOf(incident)} into another`} open onClose={onClose}>
      <Loaded of={query} what="the other incidents of this cluster">
        {() =>
          others.length === 0 ? (
            <p>There is no other incident of this cluster that is not over, so there is none to merge it into.</p>
          ) : (
            <Form
              verb={chosen === undefined ? 'Merge' : `Merge into ${numberOf(chosen)}`}
              failed="The incidents were not merged"
              error={change.error}
              busy={change.isPending}
              disabled={chosen === undefined}
              onSubmit={() => change.mutate()}
              onCancel={onClose}
            >
              <SelectField
                label="The incident that goes on"
                help="Of the same cluster, and not over"
                value={into}
                error={fieldError(change.error, 'into')}
                choices={[
                  { value: '', label: 'Choose one' },
                  ...others.map((one) => ({ value: one.id, label: `${numberOf(one)} ${one.title}` })),
                ]}
                onChange={(event) => setInto(event.target.value)}
              />
              <p>Signals and timeline of this incident go there, and this one is closed. It cannot be taken back.</p>
            </Form>
          )
        }
      </Loaded>
    </Dialog>
  );
}

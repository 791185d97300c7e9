import { useState } from 'react';
import { actionsPath, pendingPath } from '../api/actions.ts';
import { useChange } from '../api/change.ts';
import { client } from '../api/client.ts';
import { useClusters } from '../api/clusters.ts';
import { killSwitchPath } from '../api/kill-switch.ts';
import { useMayEverywhere } from '../api/session.ts';
import { Command } from '../design/copy.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Form } from '../design/form.tsx';
import { Stopped } from './stopped.tsx';

interface StopDialogProps {
  readonly clusterId: string | undefined;
  readonly onClose: () => void;
}

const all = '';

/** Everything stops, or one cluster; then it says what was stopped and what still runs. */
export function StopDialog({ clusterId, onClose }: StopDialogProps) {
  const { clusters, byId } = useClusters();
  const mayStopAll = useMayEverywhere('actions');
  const [chosen, setChosen] = useState(clusterId);
  const [reason, setReason] = useState('');
  const where = chosen ?? (mayStopAll ? all : (clusters[0]?.id ?? all));
  const name = byId.get(where)?.name;
  const change = useChange(
    () =>
      client.post(`${killSwitchPath}/engage`, {
        body: { ...(where !== all && { cluster_id: where }), ...(reason !== '' && { reason }) },
      }),
    { outdates: [killSwitchPath, actionsPath, pendingPath] },
  );
  if (change.data !== undefined)
    return <Stopped answer={change.data.data} cluster={byId.get(where)} onClose={onClose} />;
  return (
    <Dialog title="Stop actions (kill switch)" open onClose={onClose}>
      <Form
        verb={name === undefined ? 'Stop all actions' : `Stop actions on ${name}`}
        failed="The kill switch was not engaged"
        error={change.error}
        busy={change.isPending}
        disabled={where === all && !mayStopAll}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        <p>
          From now on nothing more is changed, whether a decision or a person asks for it. Actions that have not reached
          the cluster yet are stopped, and new ones are refused.
        </p>
        <p>
          Changes already sent run to their end. Nodes can still be uncordoned, and failed scale-ups are still scaled
          back. Only an administrator can release the kill switch; what it stopped is not resumed.
        </p>
        <SelectField
          label="Where"
          choices={[
            ...(mayStopAll ? [{ value: all, label: 'All clusters' }] : []),
            ...clusters.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          value={where}
          onChange={(event) => setChosen(event.target.value)}
        />
        <TextField
          label="Why (optional)"
          help="Shown to everybody while actions are stopped, and kept in the audit trail"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Command>{`wheelhouse actions stop${name === undefined ? '' : ` --cluster ${name}`}`}</Command>
      </Form>
    </Dialog>
  );
}

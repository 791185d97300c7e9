import { useState } from 'react';
import { actionsPath, pendingPath } from '../api/actions.ts';
import { useChange } from '../api/change.ts';
import { client } from '../api/client.ts';
import { useClusters } from '../api/clusters.ts';
import { killSwitchPath, useKillSwitch } from '../api/kill-switch.ts';
import { Command } from '../design/copy.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { Form } from '../design/form.tsx';
import { say } from '../design/said.tsx';
import { Since } from './since.tsx';

interface ReleaseDialogProps {
  readonly clusterId: string | undefined;
  readonly onClose: () => void;
}

export function ReleaseDialog({ clusterId, onClose }: ReleaseDialogProps) {
  const { byId } = useClusters();
  const { engagements } = useKillSwitch();
  const [reason, setReason] = useState('');
  const engagement = engagements.find(({ cluster_id }) => cluster_id === (clusterId ?? null));
  const name = clusterId === undefined ? undefined : (byId.get(clusterId)?.name ?? 'this cluster');
  const change = useChange(
    () =>
      client.post(`${killSwitchPath}/release`, {
        body: { ...(clusterId !== undefined && { cluster_id: clusterId }), ...(reason !== '' && { reason }) },
      }),
    {
      outdates: [killSwitchPath, actionsPath, pendingPath],
      done: () => {
        say(`Released: actions ${name === undefined ? '' : `on ${name} `}can run again`);
        onClose();
      },
    },
  );
  const verb = name === undefined ? 'Release kill switch' : `Release kill switch of ${name}`;
  return (
    <Dialog title={verb} open onClose={onClose}>
      <Form
        verb={verb}
        failed="The kill switch was not released"
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
      >
        {engagement !== undefined && (
          <p>
            <Since engagement={engagement} />
          </p>
        )}
        <p>
          Actions run again from now on, as approvals, autonomy and the other guards let them. What was stopped is not
          resumed: it has to be proposed or requested again.
        </p>
        <TextField
          label="Why (optional)"
          help="Kept in the audit trail"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Command>{`wheelhouse actions resume${name === undefined ? '' : ` --cluster ${name}`}`}</Command>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { type Action, actionPath, actionsPath, pendingPath } from '../../api/actions.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import type { Cluster } from '../../api/clusters.ts';
import { actionWords } from '../../design/action-words.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Command } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { say } from '../../design/said.tsx';
import { refusedWords } from './refused-words.ts';

interface EndDialogProps {
  readonly how: 'reject' | 'cancel';
  readonly action: Action;
  readonly cluster: Cluster | undefined;
  readonly onClose: () => void;
}

const endings = {
  reject: {
    verb: 'Reject action',
    title: 'Reject',
    failed: 'Not rejected',
    done: 'Rejected: nothing was changed',
    about: 'Nothing changes in the cluster. The action can be proposed again.',
    back: 'Cancel',
  },
  cancel: {
    verb: 'Cancel action',
    title: 'Cancel',
    failed: 'Not canceled',
    done: 'Canceled: nothing was sent to the cluster',
    about:
      'The action stops if nothing has been sent to the cluster yet. Otherwise it runs to completion, and you are told so here.',
    back: 'Keep running',
  },
  cancelDrain: {
    verb: 'Cancel drain',
    title: 'Cancel',
    failed: 'Not canceled',
    done: 'Canceled: no more pods are evicted',
    about:
      'The drain stops before its next eviction. Pods that were evicted are not moved back, and the node stays cordoned until it is uncordoned.',
    back: 'Keep draining',
  },
} as const;

/** No to what waits, or a stop to what has only begun. */
export function EndDialog({ how, action, cluster, onClose }: EndDialogProps) {
  const { id } = action;
  const isDrain = how === 'cancel' && action.action === 'drain_node' && action.status === 'executing';
  const { verb, title, failed, done, about, back } = endings[isDrain ? 'cancelDrain' : how];
  const [reason, setReason] = useState('');
  const change = useChange(
    () =>
      client.post(how === 'reject' ? `${actionPath}/reject` : `${actionPath}/cancel`, {
        params: { id },
        body: reason === '' ? {} : { reason },
      }),
    {
      outdates: [actionsPath, pendingPath],
      done: () => {
        say(done);
        onClose();
      },
    },
  );
  return (
    <Dialog title={`${title}: ${actionWords(action)}`} open onClose={onClose}>
      <Form
        verb={verb}
        failed={refusedWords(failed, change.error)}
        error={change.error}
        busy={change.isPending}
        onSubmit={() => change.mutate()}
        onCancel={onClose}
        cancelWords={back}
      >
        {cluster !== undefined && <ClusterName id={cluster.id} name={cluster.name} />}
        <p>{about}</p>
        <TextField
          label="Why (optional)"
          help="Stored with the action, for whoever proposed it"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Command>{`wheelhouse actions ${how} ${id}`}</Command>
      </Form>
    </Dialog>
  );
}

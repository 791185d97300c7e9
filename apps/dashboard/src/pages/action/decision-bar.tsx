import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Action } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { meQuery } from '../../api/session.ts';
import { verbOf } from '../../design/action-words.ts';
import { Button } from '../../design/button.tsx';
import { ClusterName } from '../../design/cluster-mark.tsx';
import { Time } from '../../design/time.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import css from './decision-bar.module.css';
import { EndDialog } from './end-dialog.tsx';

interface DecisionBarProps {
  readonly action: Action;
  readonly cluster: Cluster | undefined;
  /** Part of another page, and not at the foot of its own. */
  readonly isPart?: boolean;
}

type Asking = 'approve' | 'reject' | 'cancel';

const needsScope = 'Requires the scope actions';

/** Yes and no, always in view while they can be said. */
export function DecisionBar({ action, cluster, isPart = false }: DecisionBarProps) {
  const [asking, setAsking] = useState<Asking>();
  const { data: me } = useQuery(meQuery);
  const lacks = me !== undefined && !me.scopes.includes('actions');
  const close = () => setAsking(undefined);
  const { status } = action;
  const isOpen = status === 'pending_approval' || status === 'executing';
  return (
    <>
      {isOpen && (
        <div className={css['bar']} data-part={isPart} role="group" aria-label="Decide">
          {status === 'pending_approval' ? (
            <Pending action={action} lacks={lacks} onAsk={setAsking} />
          ) : (
            <Executing action={action} lacks={lacks} onAsk={setAsking} />
          )}
          <span className={css['words']}>
            {cluster !== undefined && <ClusterName id={cluster.id} name={cluster.name} />}
            <Words action={action} lacks={lacks} />
          </span>
        </div>
      )}
      {asking === 'approve' && <ApproveDialog action={action} cluster={cluster} onClose={close} />}
      {(asking === 'reject' || asking === 'cancel') && (
        <EndDialog how={asking} action={action} cluster={cluster} onClose={close} />
      )}
    </>
  );
}

interface PartProps {
  readonly action: Action;
  readonly lacks: boolean;
  readonly onAsk: (asking: Asking) => void;
}

function Pending({ action, lacks, onAsk }: PartProps) {
  const isPlanned = action.plan !== null;
  const why = lacks ? needsScope : isPlanned ? undefined : 'There is no plan to approve yet';
  return (
    <>
      <Button look="primary" disabled={lacks || !isPlanned} title={why} onClick={() => onAsk('approve')}>
        {verbOf(action)}
      </Button>
      <Button disabled={lacks} title={lacks ? needsScope : undefined} onClick={() => onAsk('reject')}>
        Reject
      </Button>
    </>
  );
}

/** From here on its change is sent, or may have been; a drain is many, and stops between two of them. */
const isSent = ({ action, step }: Action) =>
  action !== 'drain_node' && step !== null && step !== 'waiting_for_target' && step !== 'planning';

function Executing({ action, lacks, onAsk }: PartProps) {
  const why = lacks ? needsScope : isSent(action) ? 'The change has already been sent to the cluster' : undefined;
  return (
    <Button look="danger" disabled={why !== undefined} title={why} onClick={() => onAsk('cancel')}>
      {action.action === 'drain_node' ? 'Cancel drain' : 'Cancel action'}
    </Button>
  );
}

function Words({ action, lacks }: Pick<PartProps, 'action' | 'lacks'>) {
  const { status, expires_at, plan } = action;
  if (lacks)
    return (
      <span>
        To decide, your role needs the scope <code>actions</code>. Ask an administrator.
      </span>
    );
  if (status === 'executing')
    return (
      <span>
        {action.action === 'drain_node'
          ? 'It can be canceled before its next eviction.'
          : isSent(action)
            ? 'The change has been sent to the cluster, so it can no longer be canceled.'
            : 'Nothing has been sent to the cluster yet.'}
      </span>
    );
  return (
    <span>
      {plan === null && 'Waiting for the plan from the cluster’s worker. '}
      {expires_at !== null && (
        <>
          Expires <Time at={expires_at} />.
        </>
      )}
    </span>
  );
}

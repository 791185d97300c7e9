import type { Action } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords, objectOf, statusWords } from '../../design/action-words.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { actionTone } from '../../design/tones.ts';

interface ActionStateProps {
  readonly action: Action;
  readonly cluster: Cluster | undefined;
}

/** The one line under what it is about. */
export function ActionState({ action, cluster }: ActionStateProps) {
  const { status, expires_at } = action;
  return (
    <>
      <Status tone={actionTone[status]}>{statusWords(status)}</Status>
      <span>
        {kindWords(action.action)}
        {action.action === 'rollback_deployment' && <span className="quiet"> (does not roll back a revision)</span>}
      </span>
      <ObjectChip object={objectOf(action.target)} clusterId={action.cluster_id} />
      {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
      {status === 'pending_approval' && expires_at !== null && (
        <span className="quiet">
          expires <Time at={expires_at} />
        </span>
      )}
    </>
  );
}

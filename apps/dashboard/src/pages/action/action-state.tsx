import { Link } from '@tanstack/react-router';
import type { Action } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords, statusWords, targetWords } from '../../design/action-words.ts';
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
        {action.action === 'rollback_deployment' && <span className="quiet"> (no revision is rolled back)</span>}
      </span>
      <span className="name">{targetWords(action.target)}</span>
      {cluster !== undefined && (
        <Link to="/clusters/$clusterId" params={{ clusterId: cluster.id }} className="name">
          {cluster.name}
        </Link>
      )}
      {status === 'pending_approval' && expires_at !== null && (
        <span className="quiet">
          expires <Time at={expires_at} />
        </span>
      )}
    </>
  );
}

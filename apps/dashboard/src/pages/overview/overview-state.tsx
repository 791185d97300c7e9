import type { Cluster } from '../../api/clusters.ts';
import { Score } from '../../design/score.tsx';
import type { FeedShown } from '../../live/feed.ts';

interface OverviewStateProps {
  readonly clusters: readonly Cluster[];
  readonly shown: FeedShown;
}

/** All clusters in one line. */
export function OverviewState({ clusters, shown: { health } }: OverviewStateProps) {
  if (clusters.length === 0 || health === undefined) return null;
  return (
    <>
      <span>
        {clusters.length > 1 ? 'lowest score' : 'score'} <Score score={health.healthScore} stale={health.stale} />
      </span>
      <span>
        <span className="number">{clusters.length}</span> {clusters.length === 1 ? 'cluster' : 'clusters'}
      </span>
      <span>
        nodes ready{' '}
        <span className="number">
          {health.readyNodes}/{health.totalNodes}
        </span>
      </span>
      <span>
        <span className="number">{health.issues_total}</span> open {health.issues_total === 1 ? 'issue' : 'issues'}
      </span>
    </>
  );
}

import type { Cluster } from '../../api/clusters.ts';
import { Score } from '../../design/score.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import { phaseTone } from '../../design/tones.ts';
import type { FeedShown } from '../../live/feed.ts';

/** The one line under the cluster's name. */
export function ClusterState({ cluster, shown }: { readonly cluster: Cluster; readonly shown: FeedShown }) {
  const { health } = shown;
  return (
    <>
      <Status tone={phaseTone[cluster.phase]}>{cluster.phase}</Status>
      {health !== undefined && (
        <>
          <span>
            score <Score score={health.healthScore} stale={health.stale} />
          </span>
          <span>
            nodes ready{' '}
            <span className="number">
              {health.readyNodes}/{health.totalNodes}
            </span>
          </span>
          <span>
            <span className="number">{health.issues_total}</span> {health.issues_total === 1 ? 'issue' : 'issues'}
          </span>
          <Observed shown={shown} observedAt={health.observed_at} stale={health.stale} />
        </>
      )}
      {cluster.version !== null && <span className="quiet name">Kubernetes {cluster.version}</span>}
      {cluster.description !== '' && <span className="quiet name">{cluster.description}</span>}
    </>
  );
}

interface ObservedProps {
  readonly shown: FeedShown;
  readonly observedAt: string;
  readonly stale: boolean;
}

function Observed({ shown: { state }, observedAt, stale }: ObservedProps) {
  if (stale)
    return (
      <span className="quiet">
        stale since <Time at={observedAt} />
      </span>
    );
  if (state.is === 'live') return <span className="quiet">observed within 10 s</span>;
  return (
    <span className="quiet">
      as known <Time at={state.since} />
    </span>
  );
}

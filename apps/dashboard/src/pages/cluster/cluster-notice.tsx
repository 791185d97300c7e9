import type { Cluster } from '../../api/clusters.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Notice, reasonOf } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { phaseTone } from '../../design/tones.ts';
import type { FeedShown } from '../../live/feed.ts';
import { RightsTable } from './rights-table.tsx';

interface ClusterNoticeProps {
  readonly cluster: Cluster;
  readonly shown: FeedShown;
}

/** Why the page knows less than it should, and what to do: nothing while all is well. */
export function ClusterNotice({ cluster, shown }: ClusterNoticeProps) {
  const { health, state } = shown;
  if (cluster.phase === 'Pending')
    return (
      <>
        <Notice tone="running" role="status" title={`Waiting for ${cluster.name}…`}>
          <p className="name">{cluster.message}</p>
          <p>
            It is being checked for the first time: Wheelhouse asks its API server whether the credentials can read what
            it needs. This page updates by itself.
          </p>
        </Notice>
        <RightsTable rights={cluster.rights} />
      </>
    );
  if (cluster.phase !== 'Ready')
    return (
      <Notice
        tone={phaseTone[cluster.phase]}
        title={
          cluster.phase === 'Unreachable'
            ? `${cluster.name} cannot be reached`
            : `${cluster.name} can only be observed in part`
        }
        actions={
          <ButtonLink to="/clusters/$clusterId/settings" params={{ clusterId: cluster.id }}>
            {cluster.phase === 'Unreachable' ? 'See its credentials' : 'See its permissions'}
          </ButtonLink>
        }
      >
        <p className="name">{cluster.message}</p>
        {cluster.last_seen_at !== null && cluster.phase === 'Unreachable' && (
          <p>
            The last successful connection was <Time at={cluster.last_seen_at} />.
          </p>
        )}
        {health !== undefined && health.stale && <AsOf at={health.observed_at} />}
      </Notice>
    );
  if (health === undefined)
    return state.is === 'refused' ? (
      <Notice tone="running" role="status" title={`Waiting for the first score of ${cluster.name}…`}>
        <p className="name">{reasonOf(state.error)}</p>
        <p>Wheelhouse retries every few seconds.</p>
      </Notice>
    ) : null;
  if (health.stale)
    return (
      <Notice tone="unknown" role="status" title="What is shown may be out of date">
        <AsOf at={health.observed_at} />
        <p>The cluster accepts our connection, but its watch sends nothing new. Wheelhouse keeps retrying.</p>
      </Notice>
    );
  return null;
}

function AsOf({ at }: { readonly at: string }) {
  return (
    <p>
      No data since <Time at={at} />; this page shows the state at that time.
    </p>
  );
}

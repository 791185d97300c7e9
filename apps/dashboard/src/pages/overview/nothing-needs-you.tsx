import { Link } from '@tanstack/react-router';
import type { Cluster } from '../../api/clusters.ts';
import { useLiveIncidents } from '../../api/incidents.ts';
import { Notice, reasonOf } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import type { FeedShown } from '../../live/feed.ts';

interface NothingProps {
  readonly clusters: readonly Cluster[];
  readonly shown: FeedShown;
}

/** Says so only as far as it is known, and as of when. */
export function NothingNeedsYou({ clusters, shown: { health, state } }: NothingProps) {
  const { incidents = [] } = useLiveIncidents();
  if (health === undefined)
    return state.is === 'refused' ? (
      <Notice tone="unknown" role="status" title="The state of the clusters is unknown">
        <p className="name">{reasonOf(state.error)}</p>
        <p>Wheelhouse retries every few seconds.</p>
      </Notice>
    ) : null;
  if (health.stale)
    return (
      <Notice tone="unknown" role="status" title="Nothing needed you as of the last update">
        <p>
          No data from a cluster since <Time at={health.observed_at} />.
        </p>
      </Notice>
    );
  const pending = clusters.filter(({ phase }) => phase === 'Pending').length;
  return (
    <Notice tone="ok" title="Nothing needs you">
      <p>
        {clusters.length === 1 ? 'The cluster responds' : `${clusters.length - pending} clusters respond`},{' '}
        <Wrong live={incidents.length} />, and no action waits for approval.
        {pending > 0 && ` ${pending} ${pending === 1 ? 'is' : 'are'} still Pending.`} Last observed{' '}
        {state.is === 'live' ? 'within 10 s' : <Time at={state.since} />}.
      </p>
    </Notice>
  );
}

/** Issues of an incident that somebody looks after need nobody else. */
function Wrong({ live }: { readonly live: number }) {
  if (live === 0) return 'there are no open critical or warning issues';
  return (
    <>
      what is wrong is looked after in <Link to="/incidents">{live === 1 ? '1 incident' : `${live} incidents`}</Link>
    </>
  );
}

import { useSyncExternalStore } from 'react';
import { Status } from '../design/status.tsx';
import { Time } from '../design/time.tsx';
import type { FeedShown, HealthFeed } from '../live/feed.ts';
import { pageFeed } from '../live/page-feed.ts';
import css from './shell.module.css';

/** How fresh what the page shows is: live, reconnecting since, stale since. */
export function Freshness() {
  const feed = useSyncExternalStore(pageFeed.listen, pageFeed.current);
  return feed === undefined ? null : <Shown feed={feed} />;
}

function Shown({ feed }: { readonly feed: HealthFeed }) {
  const shown = useSyncExternalStore(feed.listen, feed.shown);
  return (
    <span className={css['fresh']} role="status">
      <Words shown={shown} />
    </span>
  );
}

function Words({ shown: { state, health } }: { readonly shown: FeedShown }) {
  if (state.is === 'connecting') return <Status tone="running">connecting</Status>;
  if (state.is === 'refused') return <Status tone="unknown">no data yet</Status>;
  if (state.is === 'reconnecting')
    return (
      <>
        <Status tone="unknown">reconnecting</Status> <Time at={state.since} as="for" />
      </>
    );
  if (health?.stale === true)
    return (
      <>
        <Status tone="unknown">stale</Status> <Time at={health.observed_at} as="for" />
      </>
    );
  return <Status tone="ok">live</Status>;
}

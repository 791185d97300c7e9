import { useSyncExternalStore } from 'react';
import { Status } from '../design/status.tsx';
import { Time } from '../design/time.tsx';
import type { FeedState } from '../live/feed.ts';
import { type PageFeed, pageFeed } from '../live/page-feed.ts';
import css from './shell.module.css';

/** How fresh what the page shows is: live, reconnecting since, stale since. */
export function Freshness() {
  const feed = useSyncExternalStore(pageFeed.listen, pageFeed.current);
  return feed === undefined ? null : <Shown feed={feed} />;
}

function Shown({ feed }: { readonly feed: PageFeed }) {
  const { state } = useSyncExternalStore(feed.listen, feed.shown);
  return (
    <span className={css['fresh']} role="status">
      <Words state={state} staleSince={feed.staleSince()} />
    </span>
  );
}

interface WordsProps {
  readonly state: FeedState;
  readonly staleSince: string | undefined;
}

function Words({ state, staleSince }: WordsProps) {
  // What has ended does not become old.
  if (state.is === 'ended') return null;
  if (state.is === 'connecting') return <Status tone="running">connecting</Status>;
  if (state.is === 'refused') return <Status tone="unknown">no data yet</Status>;
  if (state.is === 'reconnecting')
    return (
      <>
        <Status tone="unknown">reconnecting</Status> <Time at={state.since} as="for" />
      </>
    );
  if (staleSince !== undefined)
    return (
      <>
        <Status tone="unknown">stale</Status> <Time at={staleSince} as="for" />
      </>
    );
  return <Status tone="ok">live</Status>;
}

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Action, actionPath } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { Feed, type Followed } from './feed.ts';
import { pageFeed } from './page-feed.ts';

/** Follows one action to its end, and makes it the feed whose freshness the top bar shows. */
export function useAction(id: string): Followed<Action> {
  const feed = useMemo(() => actionFeed(id), [id]);
  useEffect(() => pageFeed.set(feed), [feed]);
  return useSyncExternalStore(feed.listen, feed.shown);
}

function actionFeed(id: string): Feed<Action> {
  return new Feed({
    open: (signal) => client.stream(`${actionPath}/stream`, { params: { id }, signal, retries: 0 }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are the action, as its route says
    read: (data) => data as Action,
    lasts: { ended: 'end' },
  });
}

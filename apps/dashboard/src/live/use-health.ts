import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { client } from '../api/client.ts';
import type { Health } from '../api/clusters.ts';
import { Feed, type FeedShown } from './feed.ts';
import { pageFeed } from './page-feed.ts';

/** Follows the health of a cluster, or of all, and makes it the feed whose freshness the top bar shows. */
export function useHealth(clusterId?: string): FeedShown {
  const feed = useMemo(() => healthFeed(clusterId), [clusterId]);
  useEffect(() => pageFeed.set(feed), [feed]);
  const { state, data: health, events } = useSyncExternalStore(feed.listen, feed.shown);
  return useMemo(() => ({ state, health, events }), [state, health, events]);
}

function healthFeed(clusterId: string | undefined): Feed<Health> {
  const query = clusterId === undefined ? {} : { cluster_id: clusterId };
  return new Feed({
    open: (signal) => client.stream('/k8s-monitor/api/health/stream', { query, signal, retries: 0 }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are health, as its route says
    read: (data) => data as Health,
    lasts: { removed: 'gone' },
    staleSince: ({ stale, observed_at }) => (stale ? observed_at : undefined),
  });
}

/** Lists are read anew when the stream says that something changed: at once, then at most every `everyMs`. */
export function useReadAgain(events: number, queryKey: QueryKey, everyMs: number): void {
  const queries = useQueryClient();
  const last = useRef(0);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (events < 2) return undefined;
    const due = Math.max(0, last.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      void queries.invalidateQueries({ queryKey: JSON.parse(key) });
    }, due);
    return () => clearTimeout(timer);
  }, [events, key, everyMs, queries]);
}

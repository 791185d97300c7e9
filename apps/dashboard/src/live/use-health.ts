import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type FeedShown, HealthFeed } from './feed.ts';
import { pageFeed } from './page-feed.ts';

/** Follows the health of a cluster, or of all, and makes it the feed whose freshness the top bar shows. */
export function useHealth(clusterId?: string): FeedShown {
  const feed = useMemo(() => new HealthFeed(clusterId), [clusterId]);
  useEffect(() => pageFeed.set(feed), [feed]);
  return useSyncExternalStore(feed.listen, feed.shown);
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

import type { HealthFeed } from './feed.ts';

let current: HealthFeed | undefined;
const listeners = new Set<() => void>();

function show(feed: HealthFeed | undefined): void {
  current = feed;
  for (const listener of listeners) listener();
}

/** The feed of the page that is open, if it has one. */
export const pageFeed = {
  current: () => current,
  listen: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Answers how to take it back. */
  set: (feed: HealthFeed) => {
    show(feed);
    return () => {
      if (current === feed) show(undefined);
    };
  },
};

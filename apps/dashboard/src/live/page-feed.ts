import type { FeedState } from './feed.ts';

export interface PageFeed {
  readonly listen: (listener: () => void) => () => void;
  readonly shown: () => { readonly state: FeedState };
  /** What comes may be old itself. */
  readonly staleSince: () => string | undefined;
}

let current: PageFeed | undefined;
const listeners = new Set<() => void>();

function show(feed: PageFeed | undefined): void {
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
  set: (feed: PageFeed) => {
    show(feed);
    return () => {
      if (current === feed) show(undefined);
    };
  },
};

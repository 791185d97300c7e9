import { isApiError } from '@wheelhouse/sdk';
import { client } from '../api/client.ts';
import type { Health } from '../api/clusters.ts';

/** How a feed is, and since when. What was last known stays, whatever happens to the stream. */
export type FeedState =
  | { readonly is: 'connecting' | 'live' | 'reconnecting'; readonly since: number }
  | { readonly is: 'refused'; readonly since: number; readonly error: Error };

export interface FeedShown {
  readonly state: FeedState;
  readonly health: Health | undefined;
  /** Counts what came, for those who read lists anew when something changed. */
  readonly events: number;
}

const pauseMs = 2_000;
/** Nobody reads faster than this; what came in between is the same picture, one event older. */
const drawEveryMs = 200;

/** The health of one cluster, or of all, as the stream tells it. Runs while somebody looks. */
export class HealthFeed {
  readonly #clusterId: string | undefined;
  readonly #listeners = new Set<() => void>();
  #shown: FeedShown = { state: { is: 'connecting', since: Date.now() }, health: undefined, events: 0 };
  #latest: FeedShown = this.#shown;
  #stop: AbortController | undefined;
  #toldAt = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(clusterId: string | undefined) {
    this.#clusterId = clusterId;
  }

  readonly shown = (): FeedShown => this.#shown;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#stop === undefined) {
      this.#stop = new AbortController();
      void this.#follow(this.#stop.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      // A moment later: a page that is drawn again listens again at once.
      setTimeout(() => {
        if (this.#listeners.size > 0) return;
        this.#stop?.abort();
        this.#stop = undefined;
      }, 100);
    };
  };

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const query = this.#clusterId === undefined ? {} : { cluster_id: this.#clusterId };
        const stream = client.stream('/k8s-monitor/api/health/stream', { query, signal, retries: 0 });
        for await (const { event, data } of stream) {
          if (event === 'removed') return;
          const { state: before } = this.#latest;
          const state: FeedState = before.is === 'live' ? before : { is: 'live', since: Date.now() };
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are health, as its route says
          this.#came({ state, health: data as Health, events: this.#latest.events + 1 });
        }
        this.#lost();
      } catch (error) {
        if (signal.aborted) return;
        // Nothing to follow yet is not a broken stream: it says why, and is asked again.
        if (isApiError(error)) this.#show({ ...this.#latest, state: { is: 'refused', since: Date.now(), error } });
        else this.#lost();
      }
      await pause(pauseMs, signal);
    }
  }

  #lost(): void {
    if (this.#latest.state.is !== 'reconnecting')
      this.#show({ ...this.#latest, state: { is: 'reconnecting', since: Date.now() } });
  }

  /** Shown at once, or soon if something was a moment ago: always the newest, and never all of a flood. */
  #came(latest: FeedShown): void {
    this.#latest = latest;
    if (this.#telling !== undefined) return;
    const wait = Math.max(0, this.#toldAt + drawEveryMs - performance.now());
    if (wait === 0) this.#show(latest);
    else this.#telling = setTimeout(() => this.#show(this.#latest), wait);
  }

  #show(shown: FeedShown): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#toldAt = performance.now();
    this.#latest = shown;
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

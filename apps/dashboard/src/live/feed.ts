import { isApiError, type StreamEvent } from '@wheelhouse/sdk';
import type { Health } from '../api/clusters.ts';

/** How a feed is, and since when. What was last known stays, whatever happens to the stream. */
export type FeedState =
  | { readonly is: 'connecting' | 'live' | 'reconnecting' | 'ended'; readonly since: number }
  | { readonly is: 'refused'; readonly since: number; readonly error: Error };

export interface Followed<Data> {
  readonly state: FeedState;
  readonly data: Data | undefined;
  /** Counts what came, for those who read lists anew when something changed. */
  readonly events: number;
}

/** Of the health of one cluster, or of all. */
export interface FeedShown extends Omit<Followed<Health>, 'data'> {
  readonly health: Health | undefined;
}

interface Source<Data> {
  readonly open: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
  readonly read: (data: unknown, event: string) => Data;
  /** After `end` nothing more will come, and its data is the last; `gone` tells nothing. */
  readonly lasts: Readonly<Record<string, 'end' | 'gone'>>;
  /** Where what comes may be old itself. */
  readonly staleSince?: (data: Data) => string | undefined;
}

const pauseMs = 2_000;
/** Nobody reads faster than this; what came in between is the same picture, one event older. */
const drawEveryMs = 200;

/** One thing as its stream tells it. Runs while somebody looks. */
export class Feed<Data> {
  readonly #source: Source<Data>;
  readonly #listeners = new Set<() => void>();
  #shown: Followed<Data> = { state: { is: 'connecting', since: Date.now() }, data: undefined, events: 0 };
  #latest: Followed<Data> = this.#shown;
  #stop: AbortController | undefined;
  #toldAt = 0;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source<Data>) {
    this.#source = source;
  }

  readonly shown = (): Followed<Data> => this.#shown;

  readonly staleSince = (): string | undefined => {
    const { data } = this.#shown;
    return data === undefined ? undefined : this.#source.staleSince?.(data);
  };

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
    const { open, read, lasts } = this.#source;
    while (!signal.aborted) {
      try {
        for await (const { event, data } of open(signal)) {
          const last = lasts[event];
          if (last === 'gone') return;
          const { state: before } = this.#latest;
          const is = last === 'end' ? 'ended' : 'live';
          const state: FeedState = before.is === is ? before : { is, since: Date.now() };
          this.#came({ state, data: read(data, event), events: this.#latest.events + 1 });
          if (last === 'end') return;
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
  #came(latest: Followed<Data>): void {
    this.#latest = latest;
    if (this.#telling !== undefined) return;
    const wait = Math.max(0, this.#toldAt + drawEveryMs - performance.now());
    if (wait === 0) this.#show(latest);
    else this.#telling = setTimeout(() => this.#show(this.#latest), wait);
  }

  #show(shown: Followed<Data>): void {
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

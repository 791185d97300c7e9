import { setTimeout as wait } from 'node:timers/promises';
import type { ClusterClient } from '../client/client.ts';
import { ClusterUnreachable } from '../client/errors.ts';
import type { ListOptions } from '../client/list.ts';
import { isForgotten, Patience } from './patience.ts';
import type { KeptLimit } from './kept-limit.ts';
import { type Identified, Replica } from './replica.ts';
import { Silence } from './silence.ts';

export interface ReflectorOptions<Raw, Kept> {
  readonly client: ClusterClient;
  readonly path: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  /** Objects a page of the list; 500 unless told. */
  readonly pageSize?: number;
  /** What is kept of an object; undefined when nothing is. The object itself is let go. */
  readonly keep: (object: Raw) => Kept | undefined;
  /** `now` is undefined when it is gone, `before` when it is new. During the first list it is told as it comes. */
  readonly onChange?: (key: string, now: Kept | undefined, before: Kept | undefined) => void;
  /** The first list is whole. */
  readonly onSynced?: () => void;
  readonly log?: (text: string, error: unknown) => void;
  readonly clock?: () => number;
  /** What may be kept of the cluster, shared by all its reflectors. */
  readonly keptLimit?: KeptLimit;
  /** How long a watch may tell nothing, not even a bookmark, before it is begun again; 150,000 unless told. */
  readonly silenceMs?: number;
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof ClusterUnreachable && error.code === 'too_large';
}

/** What held for this long is not one of a row of failures. */
const steadyMs = 10_000;

/** A watch that is open, and how fresh it is. */
interface Watching {
  readonly heardAt: () => number;
}

/**
 * Follows one kind of objects: a list, then a watch from the moment of that list, resumed from the last moment it told of.
 * It lists anew only when the server has forgotten that moment, and then tells the differences.
 */
export class Reflector<Raw, Kept> {
  /** By namespace/name, or name. Old, never half: `observedAt` says how old. */
  readonly state: ReadonlyMap<string, Kept>;
  readonly #options: ReflectorOptions<Raw, Kept>;
  readonly #replica: Replica<Raw, Kept>;
  readonly #patience = new Patience();
  readonly #clock: () => number;
  #version: string | undefined;
  #watching: Watching | undefined;
  #observedAt: number | undefined;
  #isSynced = false;
  #fault: Error | undefined;
  #lists = 0;

  constructor(options: ReflectorOptions<Raw, Kept>) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#replica = new Replica({
      keep: (object) => this.#guarded(() => options.keep(object)),
      tell: (key, now, before) => this.#guarded(() => options.onChange?.(key, now, before)),
      keptLimit: options.keptLimit,
    });
    this.state = this.#replica.state;
  }

  /** Has the state ever been whole? From then on it stays so. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Lists begun. */
  get lists(): number {
    return this.#lists;
  }

  /** Epoch milliseconds up to which the state is known to be the cluster's. It stands still while no watch is open. */
  get observedAt(): number | undefined {
    if (this.#watching === undefined || this.#observedAt === undefined) return this.#observedAt;
    return Math.max(this.#observedAt, this.#watching.heardAt());
  }

  /** Why it is not synced, or why its last attempt failed. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /**
   * Until the signal ends. What goes wrong with the cluster is told by `fault`; only that it is too large to be kept is
   * thrown, since what there is of it has to be let go.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now();
      let failure: unknown;
      try {
        this.#version ??= await this.#list(signal);
        await this.#watch(this.#version, signal);
      } catch (error) {
        failure = error;
        if (!signal.aborted) this.#failed(error);
        if (isTooLarge(error)) throw error;
      }
      if (performance.now() - began > steadyMs) this.#patience.reset();
      // What took long enough by itself need not be waited for once more.
      const pause = this.#patience.after(failure) - (performance.now() - began);
      if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  async #list(signal: AbortSignal): Promise<string> {
    const { client, path, pageSize: limit = 500 } = this.#options;
    this.#lists += 1;
    const askedAt = this.#clock();
    const listing = this.#isSynced ? this.#replica.nextListing() : this.#replica.firstListing();
    let version = '';
    const given = { limit, signal, ...this.#selectors };
    try {
      for await (const { items, resourceVersion } of client.list<Raw & Identified>(path, given)) {
        for (const object of items) listing.take(object);
        version = resourceVersion;
      }
      if (version === '')
        throw new ClusterUnreachable(
          'protocol',
          `GET ${path} returned a list without a resourceVersion, which cannot be watched`,
        );
      listing.finish();
    } finally {
      listing.end();
    }
    this.#observedAt = askedAt;
    if (!this.#isSynced) {
      this.#isSynced = true;
      this.#guarded(() => this.#options.onSynced?.());
    }
    return version;
  }

  async #watch(resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { client, path, silenceMs = 150_000 } = this.#options;
    const silence = new Silence(silenceMs, path, signal);
    const onOpen = (heardAt: () => number) => {
      silence.begin();
      this.#watching = { heardAt };
      this.#fault = undefined;
    };
    try {
      const given = { resourceVersion, signal: silence.signal, onOpen, ...this.#selectors };
      for await (const { type, object } of client.watch<Raw & Identified>(path, given)) {
        silence.broken();
        if (type === 'DELETED') this.#replica.drop(object);
        else if (type !== 'BOOKMARK') this.#replica.take(object);
        this.#version = object.metadata.resourceVersion;
        this.#observedAt = this.#clock();
        this.#patience.reset();
      }
    } finally {
      silence.end();
      this.#observedAt = this.observedAt;
      this.#watching = undefined;
    }
  }

  get #selectors(): Pick<ListOptions, 'fieldSelector' | 'labelSelector'> {
    const { fieldSelector, labelSelector } = this.#options;
    return {
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(labelSelector !== undefined && { labelSelector }),
    };
  }

  #failed(error: unknown): void {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (isForgotten(error)) this.#version = undefined;
    if (fault.message !== this.#fault?.message) this.#options.log?.(`${this.#options.path} cannot be watched`, fault);
    this.#fault = fault;
  }

  /** A fault in what we were handed must not look like one of the cluster, nor end the watch. */
  #guarded<T>(handed: () => T): T | undefined {
    try {
      return handed();
    } catch (error) {
      this.#options.log?.(`a handler of the reflector for ${this.#options.path} failed`, error);
      return undefined;
    }
  }
}

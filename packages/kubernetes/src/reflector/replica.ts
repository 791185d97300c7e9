import type { KeptLimit } from './kept-limit.ts';

/** What every object of the API carries. */
export interface Identified {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion: string };
}

export interface ReplicaOptions<Raw, Kept> {
  readonly keep: (object: Raw) => Kept | undefined;
  readonly tell: (key: string, now: Kept | undefined, before: Kept | undefined) => void;
  readonly keptLimit?: KeptLimit | undefined;
}

/** A number takes no memory of its own, where it says the same. */
type Version = number | string;

/** What is kept of a cluster's objects, with the version it was taken from. Each change is told once. */
export class Replica<Raw, Kept> {
  readonly state = new Map<string, Kept>();
  readonly #versions = new Map<string, Version>();
  readonly #options: ReplicaOptions<Raw, Kept>;

  constructor(options: ReplicaOptions<Raw, Kept>) {
    this.#options = options;
  }

  take(object: Raw & Identified): void {
    const [key, version] = [keyOf(object), versionOf(object)];
    if (this.#versions.get(key) === version) return;
    this.#put(key, version, this.#options.keep(object));
  }

  drop(object: Identified): void {
    this.#remove(keyOf(object));
  }

  /** A list that is told as it comes: whoever waits for the first one need not hold all of it twice. */
  firstListing(): Listing<Raw> {
    // An earlier attempt may have come half way.
    const seen = this.state.size === 0 ? undefined : new Set<string>();
    return {
      take: (object) => {
        const key = keyOf(object);
        this.take(object);
        // Only what is kept: of the rest there may be any number.
        if (this.state.has(key)) seen?.add(key);
      },
      finish: () => this.#removeUnless(seen),
      end: () => undefined,
    };
  }

  /** A list of which nothing counts before all of it is there; then the differences are told. */
  nextListing(): Listing<Raw> {
    const seen = new Set<string>();
    const changed: (readonly [string, Version, Kept])[] = [];
    const coming = this.#options.keptLimit?.another();
    return {
      take: (object) => {
        const [key, version] = [keyOf(object), versionOf(object)];
        if (this.#versions.get(key) === version) {
          seen.add(key);
          return;
        }
        const kept = this.#options.keep(object);
        if (kept === undefined) return;
        seen.add(key);
        coming?.replace(undefined, kept, key);
        changed.push([key, version, kept]);
      },
      finish: () => {
        coming?.release();
        this.#removeUnless(seen);
        for (const [key, version, kept] of changed) this.#put(key, version, kept);
      },
      end: () => coming?.release(),
    };
  }

  #put(key: string, version: Version, kept: Kept | undefined): void {
    if (kept === undefined) return this.#remove(key);
    const before = this.state.get(key);
    this.#options.keptLimit?.replace(before, kept, key);
    this.state.set(key, kept);
    this.#versions.set(key, version);
    return this.#options.tell(key, kept, before);
  }

  #remove(key: string): void {
    const before = this.state.get(key);
    if (before === undefined) return;
    this.#options.keptLimit?.replace(before, undefined, key);
    this.state.delete(key);
    this.#versions.delete(key);
    this.#options.tell(key, undefined, before);
  }

  #removeUnless(seen: ReadonlySet<string> | undefined): void {
    if (seen === undefined) return;
    for (const key of this.state.keys()) if (!seen.has(key)) this.#remove(key);
  }
}

export interface Listing<Raw> {
  readonly take: (object: Raw & Identified) => void;
  readonly finish: () => void;
  /** Lets go of what was held beside; also where it was not finished. */
  readonly end: () => void;
}

function keyOf({ metadata: { namespace, name } }: Identified): string {
  // Joined, not put together by a template: that would keep its parts beside it, half as much again.
  return namespace === undefined || namespace === '' ? name : [namespace, name].join('/');
}

function versionOf({ metadata: { resourceVersion } }: Identified): Version {
  const number = Number(resourceVersion);
  return Number.isSafeInteger(number) && String(number) === resourceVersion ? number : resourceVersion;
}

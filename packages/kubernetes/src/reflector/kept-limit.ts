import { ClusterUnreachable } from '../client/errors.ts';

export interface KeptLimits {
  readonly objects: number;
  readonly bytes: number;
}

/** How much may be kept of all clusters of a tenant together. */
export class KeptShare {
  readonly #most: number;
  #bytes = 0;

  constructor(bytes: number) {
    this.#most = bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws when that is more than may be kept. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (bytes > 0 && this.#bytes > this.#most)
      throw tooLarge(
        `The clusters of this tenant together have objects of more than ${mebibytes(this.#most)} MiB in memory`,
        'remove one, or ask an operator to raise TENANT_MAX_MEBIBYTES',
      );
  }
}

/** How much may be kept of one cluster, all kinds of its objects together. */
export class KeptLimit {
  readonly #limits: KeptLimits;
  readonly #share: KeptShare | undefined;
  #objects = 0;
  #bytes = 0;

  constructor(limits: KeptLimits, share?: KeptShare) {
    this.#limits = limits;
    this.#share = share;
  }

  /** As much again, for what is held beside until all of it is there. */
  another(): KeptLimit {
    return new KeptLimit(this.#limits, this.#share);
  }

  /** One object in the place of another; throws when that is more than may be kept. */
  replace(before: unknown, now: unknown, key: string): void {
    const more = sizeOf(now, key) - sizeOf(before, key);
    this.#objects += count(now) - count(before);
    this.#bytes += more;
    this.#share?.add(more);
    const { objects, bytes } = this.#limits;
    if (this.#objects > objects) throw clusterTooLarge(`more than ${objects} objects`);
    if (this.#bytes > bytes) throw clusterTooLarge(`objects of more than ${mebibytes(bytes)} MiB in memory`);
  }

  /** Nothing of it is kept any more. */
  release(): void {
    this.#share?.add(-this.#bytes);
    this.#objects = 0;
    this.#bytes = 0;
  }
}

function clusterTooLarge(what: string): ClusterUnreachable {
  return tooLarge(`The cluster has ${what}`, 'ask an operator to raise CLUSTER_MAX_OBJECTS or CLUSTER_MAX_MEBIBYTES');
}

function tooLarge(what: string, next: string): ClusterUnreachable {
  return new ClusterUnreachable('too_large', `${what}. Next step: ${next}`);
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

const count = (one: unknown) => (one === undefined ? 0 : 1);

const perObject = 48;
/** Its places in the maps of a reflector and of whoever keeps it by other keys, as measured. */
const perEntry = 180;

/** Roughly what it takes of the heap. Texts that several share are counted for each. */
function sizeOf(value: unknown, key: string): number {
  return value === undefined ? 0 : key.length + perEntry + partsOf(value);
}

function partsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = perObject;
  for (const part of Object.values(value)) sum += partsOf(part);
  return sum;
}

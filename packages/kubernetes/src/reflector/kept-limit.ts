import { ClusterUnreachable } from '../client/errors.ts';

export interface KeptLimits {
  readonly objects: number;
  readonly bytes: number;
}

/** How much may be kept of one cluster, all kinds of its objects together. */
export class KeptLimit {
  readonly #limits: KeptLimits;
  #objects = 0;
  #bytes = 0;

  constructor(limits: KeptLimits) {
    this.#limits = limits;
  }

  /** As much again, for what is held beside until all of it is there. */
  another(): KeptLimit {
    return new KeptLimit(this.#limits);
  }

  /** One object in the place of another; throws when that is more than may be kept. */
  replace(before: unknown, now: unknown, key: string): void {
    this.#objects += count(now) - count(before);
    this.#bytes += sizeOf(now, key) - sizeOf(before, key);
    const { objects, bytes } = this.#limits;
    if (this.#objects > objects) throw tooLarge(`more than ${objects} objects`);
    if (this.#bytes > bytes) throw tooLarge(`objects of more than ${Math.round(bytes / 1024 / 1024)} MiB in memory`);
  }
}

function tooLarge(what: string): ClusterUnreachable {
  return new ClusterUnreachable(
    'too_large',
    `The cluster has ${what}. Next step: ask an operator to raise CLUSTER_MAX_OBJECTS or CLUSTER_MAX_MEBIBYTES`,
  );
}

const count = (one: unknown) => (one === undefined ? 0 : 1);

const perObject = 48;

/** Roughly what it takes of the heap. Texts that several share are counted for each. */
function sizeOf(value: unknown, key: string): number {
  return value === undefined ? 0 : key.length + perObject + partsOf(value);
}

function partsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = perObject;
  for (const part of Object.values(value)) sum += partsOf(part);
  return sum;
}

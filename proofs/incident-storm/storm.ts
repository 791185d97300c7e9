import { randomUUID } from 'node:crypto';
import { type Cause, causeOf } from './causes.ts';

/** A sign that one of the causes gives: it begins once, and much later it ends. */
export interface Sign {
  readonly nth: number;
  readonly key: string;
  readonly cause: Cause;
  readonly rule: string;
  readonly severity: 'medium' | 'high' | 'critical';
}

const ways = ['monitor', 'API', 'monitor', 'Alertmanager'] as const;
export type Way = (typeof ways)[number];

/** Told together: a round of the monitor, a call, a notification. */
export interface Batch {
  readonly way: Way;
  readonly signs: readonly Sign[];
  /** When it is due, in milliseconds from the beginning. */
  readonly at: number;
  /** When it is delivered once more; undefined: never. */
  readonly againAt: number | undefined;
}

export interface StormSize {
  readonly signs: number;
  readonly causes: number;
  readonly overMs: number;
}

const perBatch = 25;
/** Each round of all causes begins with another, so that every cause is told by every way. */
const shiftPerRound = 13;
const rules = ['crash_loop', 'replica_shortfall', 'oom_killed', 'image_pull', 'unschedulable', 'job_failing'];
const againWithinMs = 4_000;

/**
 * All causes in turn, again and again; they become worse at half time, and again after three quarters. Every third batch
 * is delivered a second time, a little later, when others have come between.
 */
export function stormOf({ signs, causes, overMs }: StormSize): readonly Batch[] {
  const all = Array.from({ length: signs }, (_, nth) => {
    const turn = nth + Math.floor(nth / causes) * shiftPerRound;
    return signOf(nth, causeOf(turn % causes), nth / signs);
  });
  const count = Math.ceil(signs / perBatch);
  return Array.from({ length: count }, (_, index): Batch => {
    const at = (index / count) * overMs;
    return {
      way: ways[index % ways.length] ?? 'API',
      signs: all.slice(index * perBatch, (index + 1) * perBatch),
      at,
      againAt: index % 3 === 0 ? at + Math.random() * againWithinMs : undefined,
    };
  });
}

/** `share` is how far the storm is by then. */
export function signOf(nth: number, cause: Cause, share: number): Sign {
  const severity = share < 0.5 ? 'medium' : share < 0.75 ? 'high' : 'critical';
  return { nth, key: randomUUID(), cause, rule: rules[nth % rules.length] ?? 'crash_loop', severity };
}

export interface Delivery {
  readonly at: number;
  readonly batch: Batch;
}

/** In the order of their times, with those that come twice. */
export function deliveriesOf(batches: readonly Batch[]): readonly Delivery[] {
  return batches
    .flatMap((batch) => [
      { at: batch.at, batch },
      ...(batch.againAt === undefined ? [] : [{ at: batch.againAt, batch }]),
    ])
    .toSorted((one, other) => one.at - other.at);
}

import { afterTurn } from '../../../src/wire/lane-state.ts';
import { afterAttempt, pastDeadline } from '../../../src/wire/schedule.ts';

/** What decides about retries. `pastDeadline` is written once more in SQL (lanes/put-away.ts), with tests of its own. */
export interface Rules {
  readonly afterAttempt: typeof afterAttempt;
  readonly afterTurn: typeof afterTurn;
  readonly pastDeadline: typeof pastDeadline;
}

export const ours: Rules = { afterAttempt, afterTurn, pastDeadline };

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const window = 24 * hour;

/** The waits as the design has them, written out: they are not reckoned with what is being judged. */
const waits = [10, 25, 62.5, 156.25, 390.625, 976.5625, 2_441.40625, 6_103.515625, 15_258.7890625, 21_600];

export function waitAfter(attempt: number): { readonly least: number; readonly most: number } {
  const wait = (waits[attempt - 1] ?? 21_600) * second;
  return { least: wait * 0.8 - 1, most: wait * 1.2 + 1 };
}

/** Numbers in [0, 1) that are the same for the same seed. */
export function chance(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x3c6ef35f) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

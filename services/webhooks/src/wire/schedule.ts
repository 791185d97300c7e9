import type { DeliveryFailure } from '@wheelhouse/contracts';

/** For so long a delivery is tried. */
export const retryWindowMs = 86_400_000;
/**
 * The last try begins this long before the end: a worker that comes to it a little late (its poll, its lease, a limit
 * on the rate) still comes before the end.
 */
export const lastTryEarlyMs = 60_000;

const firstDelayMs = 10_000;
const delayFactor = 2.5;
const longestDelayMs = 6 * 3_600_000;
const leastJitter = 0.8;
const jitterWidth = 0.4;

export type NextStep =
  | { readonly state: 'succeeded' }
  | { readonly state: 'exhausted' }
  /** It was told that the subscriber is gone: its subscription is to be disabled, and what waits for it held. */
  | { readonly state: 'held'; readonly reason: 'disabled' }
  | { readonly state: 'pending'; readonly nextAttemptAt: number };

/** What comes after an attempt. */
export function afterAttempt(
  delivery: { readonly attemptCount: number /* this one included */; readonly deadlineAt: number },
  outcome: {
    readonly failure: DeliveryFailure | null;
    /** What the answer asked for, in seconds. */
    readonly retryAfter: number | null;
    readonly startedAt: number;
    readonly endedAt: number;
  },
  random: () => number,
): NextStep {
  const { failure, retryAfter, startedAt, endedAt } = outcome;
  if (failure === null) return { state: 'succeeded' };
  const lastStart = delivery.deadlineAt - lastTryEarlyMs;
  if (startedAt >= lastStart || endedAt >= delivery.deadlineAt) return { state: 'exhausted' };
  if (failure === 'gone') return { state: 'held', reason: 'disabled' };
  const wait = Math.max(delayAfter(delivery.attemptCount, random), (retryAfter ?? 0) * 1_000);
  // One that ran into the last minute has its last try at once.
  return { state: 'pending', nextAttemptAt: Math.max(endedAt, Math.min(endedAt + wait, lastStart)) };
}

/** How long to wait after the n-th attempt: each time longer, and spread so that many do not come back at once. */
export function delayAfter(attempts: number, random: () => number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * delayFactor ** (attempts - 1));
  return Math.round(delay * (leastJitter + jitterWidth * random()));
}

/**
 * A delivery whose deadline passed before its lane let it go. One that was never tried has not failed: it is held,
 * reason `endpoint_failing`.
 */
export function pastDeadline(attemptCount: number): 'exhausted' | 'held' {
  return attemptCount === 0 ? 'held' : 'exhausted';
}

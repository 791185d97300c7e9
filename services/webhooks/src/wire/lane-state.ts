import type { DeliveryFailure } from '@wheelhouse/contracts';

/** How a subscriber has been doing, and by that how much is sent to it at once. */
export interface LaneState {
  /** The last answer was a 2xx within two seconds. */
  readonly isFast: boolean;
  readonly windowSize: number;
  /** In a row. */
  readonly failures: number;
  readonly failingSince: number | null;
}

export interface TurnOutcome {
  readonly failure: DeliveryFailure | null;
  readonly answeredMs: number | null;
}

export const newLane: LaneState = { isFast: false, windowSize: 1, failures: 0, failingSince: null };

/** So many failures in a row open the breaker: one probe at a time, the rest wait. */
export const failuresToOpen = 5;
export const fastAnswerMs = 2_000;
/** A fast lane sends this many at once at the least, a slow one at the most. */
const leastFastWindow = 4;
const largestWindow = 16;
const firstProbeMs = 5_000;
const longestProbeMs = 15 * 60_000;

/** The lane after a turn; `probeAt`: not before, while the breaker is open. */
export function afterTurn(
  lane: LaneState,
  outcomes: readonly TurnOutcome[],
  now: number,
): LaneState & { readonly probeAt: number | null } {
  const state = outcomes.length === 0 ? lane : judged(lane, outcomes, now);
  return { ...state, probeAt: isOpen(state) ? now + probeDelay(state.failures) : null };
}

export function isOpen({ failures }: LaneState): boolean {
  return failures >= failuresToOpen;
}

function judged(lane: LaneState, outcomes: readonly TurnOutcome[], now: number): LaneState {
  const last = outcomes.at(-1);
  const lastSuccess = outcomes.findLastIndex(({ failure }) => failure === null);
  const failedSince = outcomes.length - 1 - lastSuccess;
  if (failedSince > 0) {
    const before = lastSuccess === -1 ? lane.failures : 0;
    // Sent side by side they fail together: the breaker opens at its first step all the same, and goes on by one.
    const failures = Math.min(before + failedSince, Math.max(failuresToOpen, before + 1));
    const failingSince = before === 0 ? now : (lane.failingSince ?? now);
    return { isFast: false, windowSize: 1, failures, failingSince };
  }
  const isFast = (last?.answeredMs ?? Number.POSITIVE_INFINITY) < fastAnswerMs;
  const isClean = outcomes.every(({ failure }) => failure === null);
  return { isFast, windowSize: windowAfter(lane, isFast, isClean), failures: 0, failingSince: null };
}

function windowAfter(lane: LaneState, isFast: boolean, isClean: boolean): number {
  const size = isClean ? lane.windowSize + 1 : Math.floor(lane.windowSize / 2);
  if (isFast) return Math.min(largestWindow, Math.max(leastFastWindow, lane.isFast ? size : leastFastWindow));
  return Math.min(leastFastWindow, Math.max(1, size));
}

function probeDelay(failures: number): number {
  return Math.min(longestProbeMs, firstProbeMs * 2 ** (failures - failuresToOpen));
}

/** How long an action may take to be seen done, in seconds after its effect. */

/** Read back at once, unless the API server cannot be reached. */
export const unreachableSeconds = 120;

/** A worker that is gone this long leaves its actions failed. */
export const noWorkerSeconds = 600;

/** A pod has its grace to end by itself. */
export function restartSeconds(graceSeconds: number): number {
  return graceSeconds + 60;
}

/** What an evicted pod is given to end, whatever it asks for itself. */
export const evictionGraceSeconds = 30;

/** After its time to end is over. */
export const stuckAfterSeconds = 60;

/** The waits between the five attempts to evict a pod that a budget keeps: they double, and the cap of 60 s is never reached. */
export const evictionWaits: readonly number[] = [5, 10, 20, 40];

export const mostAttempts = evictionWaits.length + 1;

/** All attempts for one pod. */
const laneSeconds = evictionWaits.reduce((sum, seconds) => sum + seconds, 0);

/** Beside the waits: the requests of a full node, and the look that sees a deadline passed. */
const requestsSeconds = 10;

/** The pods under one budget are evicted one after the other; lanes go side by side. */
export function drainSeconds(longestLane: number, graceSeconds: number): number {
  return longestLane * laneSeconds + Math.max(evictionGraceSeconds, graceSeconds) + stuckAfterSeconds + requestsSeconds;
}

/** Some set a deadline of years to mean none. */
export function rolloutSeconds(progressDeadlineSeconds: number | null | undefined): number {
  return Math.min(progressDeadlineSeconds ?? kubernetesDefault, longestRollout) + 30;
}

const kubernetesDefault = 600;
const longestRollout = 1800;

/** A score to compare with is asked for this long after the settle time of a scale-up. */
export const scoreWithinSeconds = 60;

/** How long an action may take to be seen done, in seconds after its effect. */

/** Read back at once, unless the API server cannot be reached. */
export const unreachableSeconds = 120;

/** A worker that is gone this long leaves its actions failed. */
export const noWorkerSeconds = 600;

/** A pod has its grace to end by itself. */
export function restartSeconds(graceSeconds: number): number {
  return graceSeconds + 60;
}

/** Some set a deadline of years to mean none. */
export function rolloutSeconds(progressDeadlineSeconds: number | null | undefined): number {
  return Math.min(progressDeadlineSeconds ?? kubernetesDefault, longestRollout) + 30;
}

const kubernetesDefault = 600;
const longestRollout = 1800;

/** A score to compare with is asked for this long after the settle time of a scale-up. */
export const scoreWithinSeconds = 60;

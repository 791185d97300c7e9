import type { AutoscalerFacts } from './facts.ts';

/** It has as many replicas as it may have, and would keep or exceed them. */
export function isAtMaximum({ minimum, maximum, current, desired, wantsMore }: AutoscalerFacts): boolean {
  const staysThere = wantsMore || (desired >= maximum && minimum < maximum);
  return maximum > 0 && current >= maximum && staysThere;
}

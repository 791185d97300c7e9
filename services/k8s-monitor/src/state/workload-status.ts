import type { WorkloadFacts } from './facts.ts';

export const workloadStatuses = ['ok', 'progressing', 'paused', 'short', 'stuck', 'off'] as const;
export type WorkloadStatus = (typeof workloadStatuses)[number];

/** The worst that can be said of it, in one word. */
export function statusOf({ desired, available, paused, updating, stuck }: WorkloadFacts): WorkloadStatus {
  if (desired === 0) return 'off';
  if (stuck !== undefined) return 'stuck';
  if (paused) return 'paused';
  if (updating) return 'progressing';
  return available < desired ? 'short' : 'ok';
}

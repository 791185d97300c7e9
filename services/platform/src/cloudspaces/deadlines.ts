import type { CloudspacePhase } from './state.ts';

const minutes: Readonly<Partial<Record<CloudspacePhase, number>>> = {
  Pending: 5,
  Provisioning: 2,
  Updating: 2,
  Deleting: 10,
};

/** When a phase that began now must have ended; null where it may last. */
export function deadlineOf(phase: CloudspacePhase, now: Date): Date | null {
  const within = minutes[phase];
  return within === undefined ? null : new Date(now.getTime() + within * 60_000);
}

import type { Content } from './content.ts';
import { isRunning, type DeploymentPhase } from './phases.ts';
import type { PhaseTime } from './schema.ts';

const minute = 60_000;

/** How long an app that is deleted may stay. */
export const deleteWithinMs = 10 * minute;

/** When a phase that begins now must have ended; null where it is the last. */
export function phaseDeadline(phase: DeploymentPhase, { rollout_minutes }: Content, now: Date): Date | null {
  if (!isRunning(phase)) return null;
  const minutes = { Queued: 5, Syncing: 2, RollingOut: rollout_minutes, Verifying: 2 }[phase];
  return new Date(now.getTime() + minutes * minute);
}

/** The phases gone through, with this one begun now and the one before ended. */
export function phasesAfter(before: readonly PhaseTime[], phase: DeploymentPhase, now: Date): readonly PhaseTime[] {
  const at = now.toISOString();
  const ended = before.map((one) => (one.ended_at === null ? { ...one, ended_at: at } : one));
  return [...ended, { phase, started_at: at, ended_at: isRunning(phase) ? null : at }];
}

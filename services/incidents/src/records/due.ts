import { isLiveIncident } from '@wheelhouse/contracts';
import type { IncidentRow } from './row.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Nobody is told of the changes of one incident more often than this. */
export const updateEveryMs = 30_000;
/** A resolved incident closes after this time; until then a person may reopen it. */
export const reopenWithinMs = dayMs;
/** Of the same group within this time: it has come back. */
export const recursWithinMs = dayMs;
/** Without a signal or an entry for this long nobody believes in it any more. */
export const staleAfterMs = 7 * dayMs;
const longestQuietMs = 60 * minuteMs;

/** How long nothing may fire until it resolves by itself: longer for what keeps coming back. */
export function quietMs(seconds: number, recurrence: number): number {
  return Math.max(seconds * 1_000, Math.min(seconds * 1_000 * 2 ** Math.min(recurrence, 20), longestQuietMs));
}

/** When something has to be done with an incident next; undefined: never again. */
export function dueOf(row: IncidentRow): Date | undefined {
  if (row.status === 'closed') return undefined;
  const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
  const moments = isLiveIncident(row.status)
    ? [row.update_due_at, row.resolves_at, row.silent_at, after(row.active_at, staleAfterMs)]
    : [row.silent_at, after(row.resolved_at ?? row.updated_at, reopenWithinMs)];
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime());
  return new Date(Math.min(...times));
}

import { incidentResolutions } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { tenantSettings } from '../settings/store.ts';
import { ends } from '../intake/effects.ts';
import { firingOf, writeSignals } from '../signals/store.ts';
import { dueOf, reopenWithinMs, staleAfterMs } from '../records/due.ts';
import { silentAfterMs } from '../signals/row.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import type { Given } from './service.ts';
import { heedWindows } from '../windows/heed.ts';
import { incidentMachine } from './state.ts';
import { setDue } from '../records/store.ts';

/**
 * What time alone does to an incident: signals that nobody repeats end, one that stays quiet resolves, one that nobody
 * hears of any more is given up, a resolved one closes, an update that had to wait is told. Done again it finds nothing
 * to do.
 */
export async function bringForward(db: TenantDb, given: Given, id: string): Promise<void> {
  // Signals before incidents, as everywhere.
  const firing = await firingOf(db, id);
  const [incident] = await LockedIncident.lock(db, [id]);
  if (incident === undefined) return setDue(db, id, undefined);
  const now = given.clock.now();
  await endSilent(db, incident, firing, given);
  if (incident.isLive) resolveByItself(incident, now);
  else closeByItself(incident, now);
  await heedWindows(db, incident, given);
  const { update_due_at: updateDueAt } = incident.row;
  // Told by `save`, which looks at the time.
  if (updateDueAt !== null && updateDueAt <= now) incident.change({ update_due_at: updateDueAt });
  const row = await incident.save(db, given);
  await setDue(db, id, dueOf(row));
}

async function endSilent(
  db: TenantDb,
  incident: LockedIncident,
  firing: Awaited<ReturnType<typeof firingOf>>,
  { clock }: Given,
): Promise<void> {
  const now = clock.now();
  const { silent_at: silentAt } = incident.row;
  if (silentAt === null || silentAt > now) return;
  const repeated = firing.filter(({ is_repeated: isRepeated }) => isRepeated);
  const before = new Date(now.getTime() - silentAfterMs);
  const silent = repeated.filter(({ last_at: lastAt }) => lastAt <= before);
  const others = repeated
    .filter(({ last_at: lastAt }) => lastAt > before)
    .map(({ last_at: lastAt }) => lastAt.getTime());
  await writeSignals(db, {
    changed: silent.map((row) => ({ ...row, firing: false, end_reason: 'silent' as const, changed_at: now })),
    made: [],
    replaced: [],
  });
  incident.change({ silent_at: others.length === 0 ? null : new Date(Math.min(...others) + silentAfterMs) });
  if (silent.length === 0) return;
  incident.change({ firing: Math.max(0, incident.row.firing - silent.length) });
  incident.add({
    kind: 'signal',
    at: now,
    summary: `${silent.length} of its signals ${silent.length === 1 ? 'was' : 'were'} not repeated for 24 hours and ${silent.length === 1 ? 'counts' : 'count'} as ended.`,
    data: { end_reason: 'silent' },
  });
  if (incident.isLive) ends(incident, await tenantSettings(db), now);
}

function resolveByItself(incident: LockedIncident, now: Date): void {
  const { row } = incident;
  const isQuiet = row.firing === 0 && row.resolves_at !== null && row.resolves_at <= now;
  const isStale = now.getTime() - row.active_at.getTime() >= staleAfterMs;
  if (!isQuiet && !isStale) return;
  const resolution = isQuiet ? 'self_healed' : 'stale';
  endByItself(incident, resolution, now);
}

/** Whoever takes it out of the hands of people says why. */
export function endByItself(
  incident: LockedIncident,
  resolution: 'self_healed' | 'stale' | 'cluster_removed',
  now: Date,
): void {
  const { row } = incident;
  const status = incidentMachine.next(row.status, 'resolve');
  incident.change({ status, resolution, resolved_at: now, silent_at: null });
  incident.add({
    kind: 'status',
    at: now,
    summary: `Resolved by itself: ${incidentResolutions[resolution].toLowerCase()}.`,
    data: { from: row.status, to: status, resolution },
  });
}

function closeByItself(incident: LockedIncident, now: Date): void {
  const { row } = incident;
  if (row.status !== 'resolved' || row.resolved_at === null) return;
  if (now.getTime() - row.resolved_at.getTime() < reopenWithinMs) return;
  const status = incidentMachine.next(row.status, 'close');
  incident.change({ status, closed_at: now });
  incident.add({
    kind: 'status',
    at: now,
    summary: 'Closed: it was resolved 24 hours ago.',
    data: { from: row.status, to: status },
  });
}

import type { Actor } from '@wheelhouse/contracts';
import { refuse, stateMachine, type TenantDb } from '@wheelhouse/kit';
import type { Severity } from '../severity.ts';
import type { Signal } from '../signals/signal.ts';
import { heedWindows } from '../windows/heed.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import { waitingToTell } from '../records/store.ts';
import { isSilent, type SignalRow } from '../signals/row.ts';
import { firingIn } from '../signals/store.ts';
import { type IncidentContext, takeSignals } from '../intake/take.ts';
import type { CreateWindow } from './schema.ts';
import { holdHistory } from '../entries/hold.ts';
import { insertWindow, lockWindowsOf, setWindowDue, updateWindow, type WindowRow } from '../windows/store.ts';

export const windowMachine = stateMachine('maintenance window', {
  begin: { from: ['scheduled'], to: 'active' },
  end: { from: ['scheduled', 'active'], to: 'ended' },
  cancel: { from: ['scheduled', 'active'], to: 'canceled' },
});

const longestMs = 7 * 24 * 60 * 60_000;
const furthestMs = 90 * 24 * 60 * 60_000;

export async function createWindow(
  db: TenantDb,
  { makeId, clock }: IncidentContext,
  asked: CreateWindow,
  actor: Actor,
): Promise<WindowRow> {
  const now = clock.now();
  // What has passed cannot be maintained any more.
  const starts = new Date(Math.max(now.getTime(), Date.parse(asked.starts_at ?? now.toISOString())));
  const ends = new Date(asked.ends_at);
  if (ends <= now || ends <= starts) refuseField('ends_at', 'must be later than now, and than starts_at');
  if (ends.getTime() - starts.getTime() > longestMs)
    refuseField('ends_at', 'is more than seven days after the start; a longer time would hide what nobody looks after');
  if (starts.getTime() - now.getTime() > furthestMs) refuseField('starts_at', 'is more than 90 days from now');
  const row: WindowRow = {
    id: makeId(),
    cluster_id: asked.cluster_id.toLowerCase(),
    name: asked.name,
    namespaces: asked.namespaces ?? null,
    nodes: asked.nodes ?? null,
    starts_at: starts,
    ends_at: ends,
    reason: asked.reason ?? '',
    state: starts <= now ? 'active' : 'scheduled',
    created_by: actor,
    created_at: now,
    ended_at: null,
  };
  await insertWindow(db, row);
  await setWindowDue(db, row, row.state === 'active' ? ends : starts);
  return row;
}

/**
 * To end one. All of its cluster are locked, in one order: two that end at once would each wait for the other's signals.
 * Its incidents open then, so the history comes first, as in `takeSignals`.
 */
export async function lockToEnd(db: TenantDb, clusterId: string, id: string): Promise<WindowRow | undefined> {
  await holdHistory(db, [clusterId], 'to open');
  return (await lockWindowsOf(db, clusterId)).find((row) => row.id === id);
}

/** At its time, by whoever looks; what still fires of it opens incidents now, with its true start. */
export async function bringWindowForward(
  db: TenantDb,
  context: IncidentContext,
  { id, clusterId }: { readonly id: string; readonly clusterId: string },
): Promise<void> {
  const now = context.clock.now();
  const row = await lockToEnd(db, clusterId, id);
  if (row === undefined) return;
  if (row.ends_at <= now) return endWindow(db, context, row, 'end', row.ends_at);
  if (row.starts_at > now) return setWindowDue(db, row, row.starts_at);
  if (row.state === 'scheduled') await updateWindow(db, id, { state: windowMachine.next(row.state, 'begin') });
  await setWindowDue(db, row, row.ends_at);
}

/** It is over, and nothing is made of what it has kept back. */
export async function closeWindow(db: TenantDb, row: WindowRow, step: 'end' | 'cancel', at: Date): Promise<void> {
  await updateWindow(db, row.id, { state: windowMachine.next(row.state, step), ended_at: at });
  await setWindowDue(db, row, undefined);
}

/** Of a row that the transaction has locked: nobody takes a signal for it meanwhile. */
export async function endWindow(
  db: TenantDb,
  context: IncidentContext,
  row: WindowRow,
  step: 'end' | 'cancel',
  at: Date,
): Promise<void> {
  await closeWindow(db, row, step, at);
  const now = context.clock.now();
  const held = (await firingIn(db, row.id)).filter((signal) => !isSilent(signal, now));
  await takeSignals(
    db,
    context,
    held.map((signal) => stillFiring(signal, row)),
  );
  for (const incident of await LockedIncident.lock(db, await waitingToTell(db, row.cluster_id, now))) {
    incident.change({ update_due_at: now });
    await heedWindows(db, incident, context);
    await incident.save(db, context);
  }
}

/** As it was told last. */
function stillFiring(row: SignalRow, window: WindowRow): Signal {
  return {
    source: row.source,
    key: row.key,
    clusterId: row.cluster_id,
    rule: row.rule,
    severity: row.severity satisfies Severity,
    category: row.category,
    title: row.title,
    service: row.service,
    message: row.message,
    object: row.object ?? undefined,
    namespace: row.namespace ?? undefined,
    nodes: row.nodes,
    allOnNodes: row.all_on_nodes,
    groupKey: row.group_key,
    isFiring: true,
    at: row.changed_at,
    // One that began more than once is on again since the last time.
    since: row.count > 1 && row.began_at !== null ? row.began_at : row.first_at,
    isRepeated: row.is_repeated,
    window: { id: window.id, name: window.name },
  };
}

function refuseField(field: string, why: string): never {
  return refuse('validation_failed', {
    message: `${field} ${why}.`,
    details: [{ field, code: 'invalid', message: why }],
  });
}

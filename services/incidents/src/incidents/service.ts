import { type Actor, incidentResolutions } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import type { IncidentSettings } from '../config.ts';
import { tenantSettings } from '../settings/store.ts';
import { affects, ends, isNewTo, worsens } from '../intake/effects.ts';
import { countFiring, lockSignalsOf, moveSignals } from '../signals/store.ts';
import { holdGroupsOf, moveGroups, selectGroups } from '../signals/groups-store.ts';
import { cloudspaceOf } from '../places/store.ts';
import { moveEntries } from '../entries/store.ts';
import { reopenWithinMs } from '../records/due.ts';
import { silentAfterMs } from '../signals/row.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import { blank, type IncidentRow } from '../records/row.ts';
import type { ChangeIncident, DeclareIncident, ResolveBody } from './schema.ts';
import { type IncidentStep, incidentMachine, stepWords } from './state.ts';
import { nextNumber, withMerged } from '../records/store.ts';

/** What people make of an incident; each within a transaction that has locked its row. */

export type Given = Pick<ModuleContext<IncidentSettings>, 'clock' | 'emit' | 'makeId' | 'settings'>;

/** Who does it, and what they say. */
export interface By {
  readonly actor: Actor;
  readonly note?: string;
}

export async function declare(db: TenantDb, given: Given, asked: DeclareIncident, actor: Actor): Promise<IncidentRow> {
  const now = given.clock.now();
  const { namespace = '', affected_service = '', category = 'availability', summary = null } = asked;
  const clusterId = asked.cluster_id.toLowerCase();
  const incident = LockedIncident.made({
    ...blank,
    id: given.makeId(),
    number: await nextNumber(db),
    cluster_id: clusterId,
    cloudspace_id: namespace === '' ? null : await cloudspaceOf(db, clusterId, namespace),
    title: asked.title,
    title_set: true,
    severity: asked.severity,
    severity_set: true,
    category,
    namespace,
    affected_service,
    summary,
    source: 'person',
    created_by: actor,
    active_at: now,
    started_at: now,
    detected_at: now,
    updated_at: now,
  });
  incident.add({ kind: 'status', at: now, summary: 'Declared.', actor });
  return incident.save(db, given);
}

/** The times that a step stamps. */
const stamps: Readonly<Partial<Record<IncidentStep, keyof IncidentRow & `${string}_at`>>> = {
  acknowledge: 'acknowledged_at',
  mitigate: 'mitigated_at',
  close: 'closed_at',
};

export function take(incident: LockedIncident, given: Given, step: IncidentStep, { actor, note }: By): void {
  const now = given.clock.now();
  const { row } = incident;
  const status = incidentMachine.next(row.status, step);
  const stamp = stamps[step];
  incident.change({
    status,
    // Whoever goes on with it has seen it.
    ...(step === 'investigate' || step === 'mitigate' ? { acknowledged_at: row.acknowledged_at ?? now } : {}),
    ...(stamp === undefined ? {} : { [stamp]: now }),
  });
  incident.add({
    kind: 'status',
    at: now,
    summary: `${stepWords[step]}.`,
    actor,
    ...(note === undefined ? {} : { text: note }),
    data: { from: row.status, to: status },
  });
}

export function resolve(incident: LockedIncident, given: Given, body: ResolveBody, actor: Actor): void {
  const now = given.clock.now();
  const { row } = incident;
  const { resolution = 'fixed', root_cause: rootCause = row.root_cause, note } = body;
  const status = incidentMachine.next(row.status, 'resolve');
  incident.change({ status, resolution, root_cause: rootCause, resolved_at: now, silent_at: null });
  const firing = row.firing === 0 ? '' : ` ${row.firing} of its signals still fire; they open no other incident.`;
  incident.add({
    kind: 'status',
    at: now,
    summary: `Resolved: ${incidentResolutions[resolution].toLowerCase()}.${firing}`,
    actor,
    ...(note === undefined ? {} : { text: note }),
    data: { from: row.status, to: status, resolution },
  });
}

/** As if it had not been resolved: what fires of it counts again. */
export async function reopen(db: TenantDb, incident: LockedIncident, given: Given, by: By): Promise<void> {
  const now = given.clock.now();
  const { row } = incident;
  const status = incidentMachine.next(row.status, 'reopen');
  if (row.resolved_at !== null && now.getTime() - row.resolved_at.getTime() > reopenWithinMs)
    refuse('invalid_state', {
      message: 'The incident was resolved more than 24 hours ago and can no longer be reopened. Declare a new one.',
    });
  await mustBeNewest(db, row);
  const { firing, heardAt } = await countFiring(db, row.id);
  incident.change({
    status,
    firing,
    silent_at: heardAt && new Date(heardAt.getTime() + silentAfterMs),
    resolution: null,
    resolved_at: null,
    quiet_since: null,
    resolves_at: null,
  });
  incident.add({
    kind: 'status',
    at: now,
    summary: 'Reopened.',
    actor: by.actor,
    ...(by.note === undefined ? {} : { text: by.note }),
    data: { from: row.status, to: status },
  });
  // What a person has reopened while nothing fires stays until a person resolves it.
  if (firing > 0) ends(incident, await tenantSettings(db), now);
}

/** Its signals go to the one that was opened since. */
async function mustBeNewest(db: TenantDb, { id, group_key: key }: IncidentRow): Promise<void> {
  if (key === null) return;
  const newest = (await selectGroups(db, [key])).get(key);
  if (newest !== undefined && newest !== id)
    refuse('invalid_state', {
      message: `The incident has come back since, as incident ${newest}. Next step: go on with that one.`,
    });
}

export function edit(incident: LockedIncident, given: Given, asked: ChangeIncident, actor: Actor): void {
  const now = given.clock.now();
  const { row } = incident;
  const { title, severity } = asked;
  const assignee = asked.assignee_id?.toLowerCase() ?? asked.assignee_id;
  const { summary = row.summary, root_cause = row.root_cause, review = row.review } = asked;
  incident.change({ summary, root_cause, review });
  if (title !== undefined && title !== row.title) {
    incident.change({ title, title_set: true });
    incident.add({
      kind: 'status',
      at: now,
      summary: `Renamed: ${title}`,
      actor,
      data: { from: row.title, to: title },
    });
  }
  if (severity !== undefined && severity !== row.severity) {
    incident.change({ severity, severity_set: true });
    const data = { from: row.severity, to: severity };
    incident.add({ kind: 'severity', at: now, summary: `Severity ${row.severity} → ${severity}.`, actor, data });
  }
  if (assignee !== undefined && assignee !== row.assignee_id) {
    incident.change({ assignee_id: assignee });
    const said = assignee === null ? 'Assigned to nobody.' : 'Assigned.';
    incident.add({ kind: 'assigned', at: now, summary: said, actor, data: { from: row.assignee_id, to: assignee } });
  }
  if (asked.root_cause !== undefined && root_cause !== row.root_cause && root_cause !== null)
    incident.add({ kind: 'status', at: now, summary: 'Root cause named.', text: root_cause, actor });
}

export function annotate(incident: LockedIncident, given: Given, text: string, actor: Actor): void {
  const [firstLine = ''] = text.trim().split('\n', 1);
  incident.add({ kind: 'note', at: given.clock.now(), summary: firstLine, text, actor });
}

/** The first ends, and all that it has goes to the second. */
export async function merge(
  db: TenantDb,
  given: Given,
  ids: { readonly from: string; readonly into: string },
  { actor }: By,
): Promise<LockedIncident> {
  const now = given.clock.now();
  // Groups, signals, incidents: in that order everywhere.
  await holdGroupsOf(db, ids.from);
  await lockSignalsOf(db, ids.from);
  const locked = await LockedIncident.lock(db, await withMerged(db, [ids.from, ids.into]));
  const byId = new Map(locked.map((incident) => [incident.row.id, incident]));
  const from = byId.get(ids.from) ?? refuse('not_found');
  const target = lastOf(byId, ids.into);
  if (target === undefined) refuseInto('There is no such incident.');
  if (target.row.id === from.row.id)
    refuse('invalid_state', {
      message: 'An incident cannot be merged into itself, or into one that was merged into it.',
    });
  if (target.row.cluster_id !== from.row.cluster_id) refuseInto('It is about another cluster.');
  const status = incidentMachine.next(from.row.status, 'merge');
  if (!target.isLive)
    refuse('invalid_state', {
      message: `Incident #${target.row.number} is ${target.row.status}: nothing can be merged into it.`,
    });
  const { row } = from;
  await moveGroups(db, row.id, target.row.id);
  await moveSignals(db, row.id, target.row.id);
  await moveEntries(db, row.id, target.row.id, target.row.version + 1);
  target.change({
    signal_count: target.row.signal_count + row.signal_count,
    firing: target.row.firing + row.firing,
    rules: [...new Set([...target.row.rules, ...row.rules])],
    started_at: row.started_at < target.row.started_at ? row.started_at : target.row.started_at,
    silent_at: earlier(row.silent_at, target.row.silent_at),
    ...(row.firing > 0 ? { quiet_since: null, resolves_at: null } : {}),
  });
  worsens(target, { severity: row.severity, title: row.title, object: row.object ?? undefined, at: now });
  for (const object of [row.object, ...row.affected])
    if (object !== null && isNewTo(target, object)) affects(target, object);
  target.add({
    kind: 'merged',
    at: now,
    summary: `Incident #${row.number} was merged into this one: ${row.title}`,
    actor,
    ref: { type: 'incident', id: row.id, url: null },
  });
  from.change({
    status,
    resolution: 'merged',
    merged_into: target.row.id,
    firing: 0,
    resolved_at: now,
    closed_at: now,
    silent_at: null,
  });
  from.add({
    kind: 'merged',
    at: now,
    summary: `Merged into incident #${target.row.number}: ${target.row.title}`,
    actor,
    ref: { type: 'incident', id: target.row.id, url: null },
  });
  for (const incident of [from, target].toSorted((one, other) => (one.row.id < other.row.id ? -1 : 1)))
    await incident.save(db, given);
  return from;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other < one) ? other : one;
}

function lastOf(incidents: ReadonlyMap<string, LockedIncident>, id: string): LockedIncident | undefined {
  let incident = incidents.get(id);
  const seen = new Set<string>();
  while (incident !== undefined && incident.row.merged_into !== null && !seen.has(incident.row.id)) {
    seen.add(incident.row.id);
    incident = incidents.get(incident.row.merged_into);
  }
  return incident;
}

export function refuseInto(message: string): never {
  return refuse('validation_failed', { message, details: [{ field: 'into', code: 'invalid', message }] });
}

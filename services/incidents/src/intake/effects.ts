import type { TenantDb } from '@wheelhouse/kit';
import { quietMs } from '../records/due.ts';
import { silentAfterMs } from '../signals/row.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import { blank, type IncidentRow } from '../records/row.ts';
import type { IncidentObject } from '../object.ts';
import { nextNumber } from '../records/store.ts';
import { cloudspaceOf } from '../places/store.ts';
import type { TenantSettings } from '../settings/store.ts';
import { recentBefore } from '../entries/recents-store.ts';
import { objectWords } from '../signals/group.ts';
import type { Signal } from '../signals/signal.ts';
import { worseOf } from '../severity.ts';

/** What signals make of an incident, which the transaction has locked. */

interface Opening {
  readonly id: string;
  /** The one that comes back with it. */
  readonly previous: IncidentRow | undefined;
  readonly now: Date;
}

/** What came before it and may have caused it stands in its timeline from the first moment. */
export async function openFor(db: TenantDb, signal: Signal, { id, previous, now }: Opening): Promise<LockedIncident> {
  const { clusterId, title, category, service, object, source, since, groupKey } = signal;
  const namespace = object?.namespace ?? signal.namespace ?? '';
  const incident = LockedIncident.made({
    ...blank,
    id,
    number: await nextNumber(db),
    cluster_id: clusterId,
    cloudspace_id: namespace === '' ? null : await cloudspaceOf(db, clusterId, namespace),
    group_key: groupKey,
    title,
    severity: signal.severity ?? 'low',
    category,
    namespace,
    affected_service: service,
    object: object ?? null,
    source,
    recurrence: previous === undefined ? 0 : previous.recurrence + 1,
    previous_incident_id: previous?.id ?? null,
    active_at: now,
    started_at: since,
    detected_at: now,
    updated_at: now,
  });
  const { window } = signal;
  if (window !== undefined)
    incident.add({
      kind: 'window',
      at: now,
      summary: `It began while the maintenance window ${window.name} was on, and nobody was told until that was over.`,
      ref: { type: 'window', id: window.id, url: null },
    });
  for (const entry of await recentBefore(db, { clusterId, namespace, groupKey, since })) incident.add(entry);
  if (previous !== undefined)
    incident.add({
      kind: 'status',
      at: now,
      summary: `It came back: incident #${previous.number} of the same ${object === undefined ? 'alert' : 'object'} ended less than a day ago.`,
      ref: { type: 'incident', id: previous.id, url: null },
    });
  return incident;
}

/** One more sign of it. */
export function begins(incident: LockedIncident, signal: Signal, at: Date): void {
  const { row } = incident;
  const { rule, title, message, object, severity, source } = signal;
  worsens(incident, signal);
  incident.change({
    signal_count: row.signal_count + 1,
    rules: row.rules.includes(rule) ? row.rules : [...row.rules, rule].slice(0, mostRules),
    started_at: at < row.started_at ? at : row.started_at,
  });
  incident.add({
    kind: 'signal',
    key: `signal ${rule} ${object === undefined ? '' : objectWords(object)}`,
    at,
    summary: [message === '' ? `${title}.` : `${title}: ${message}`, ...whyHere(row, signal)].join(' '),
    ...(object === undefined ? {} : { object }),
    data: { rule, severity: severity ?? null, source },
  });
}

const mostRules = 50;

/** Why it is told of another object than the one that is in trouble. */
function whyHere(row: IncidentRow, { object, nodes, allOnNodes, why }: Signal): readonly string[] {
  const isOfNode = row.object?.kind === 'Node' && allOnNodes && !isRoot(row, object);
  return [
    ...(why === undefined ? [] : [why]),
    ...(isOfNode ? [`All its troubled pods are on ${nodes.join(', ')}.`] : []),
  ];
}

/** Its severity follows what is found, only upwards, and until a person sets it. */
export function worsens(
  incident: LockedIncident,
  { severity, title, object, at }: Pick<Signal, 'severity' | 'title' | 'object' | 'at'>,
): void {
  const { row } = incident;
  const worse = severity === undefined || row.severity_set ? row.severity : worseOf(row.severity, severity);
  if (worse === row.severity) return;
  // The worst of what is found names it, until a person does.
  incident.change({ severity: worse, ...(!row.title_set && isRoot(row, object) ? { title } : {}) });
  incident.add({
    kind: 'severity',
    at,
    summary: `Severity ${row.severity} → ${worse}: ${title}.`,
    data: { from: row.severity, to: worse },
  });
}

/** It goes on, and somebody still says so. Written down once an hour: its end for want of news is days away. */
export function hearsAgain(incident: LockedIncident, now: Date): void {
  if (now.getTime() - incident.row.active_at.getTime() >= hearEveryMs) incident.change({ active_at: now });
}

const hearEveryMs = 60 * 60_000;

function isRoot(row: IncidentRow, object: IncidentObject | undefined): boolean {
  return row.object === null || (object !== undefined && objectWords(object) === objectWords(row.object));
}

/** Only its sender can end it: when it has been silent for too long is looked at then. */
export function mayFallSilent(incident: LockedIncident, now: Date): void {
  const { silent_at: silentAt } = incident.row;
  if (silentAt === null || silentAt < now) incident.change({ silent_at: new Date(now.getTime() + silentAfterMs) });
}

/** Whether an object is neither what it is about nor known to be in trouble because of it. */
export function isNewTo({ row }: LockedIncident, object: IncidentObject | undefined): object is IncidentObject {
  if (object === undefined || row.object === null || isRoot(row, object)) return false;
  const words = objectWords(object);
  return !row.affected.some((one) => objectWords(one) === words);
}

/** As many are named as a page shows; of the others there is only a count. */
export function namesAll({ row }: LockedIncident): boolean {
  return row.affected.length < mostAffected;
}

/** One more object is in trouble because of it. */
export function affects(incident: LockedIncident, object: IncidentObject): void {
  const { row } = incident;
  incident.change({
    affected: namesAll(incident) ? [...row.affected, object] : row.affected,
    affected_total: row.affected_total + 1,
  });
}

const mostAffected = 50;

/** It is quiet when nothing fires, and resolves by itself when that lasts. */
export function ends(incident: LockedIncident, settings: TenantSettings, now: Date): void {
  const { row } = incident;
  if (row.firing > 0) {
    if (row.quiet_since !== null) incident.change({ quiet_since: null, resolves_at: null });
    return;
  }
  if (row.quiet_since !== null || row.signal_count === 0) return;
  const resolvesAt = new Date(now.getTime() + quietMs(settings.quiet_seconds, row.recurrence));
  incident.change({ quiet_since: now, resolves_at: resolvesAt });
  incident.add({
    kind: 'signal',
    key: 'quiet',
    at: now,
    summary: 'All quiet: none of its signals fires. It resolves by itself if that lasts.',
    data: { resolves_at: resolvesAt.toISOString() },
  });
}

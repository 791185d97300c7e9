import { anyOf, defineList, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { IncidentObject } from '../object.ts';
import type { SignalRow } from './row.ts';
import type { Signal } from './signal.ts';

const columns = `id, incident_id, window_id, cluster_id, source, key, is_current, rule, severity, category, title, service, message,
  object, namespace, nodes, all_on_nodes, group_key, firing, end_reason, count, first_at, began_at, changed_at, last_at, is_repeated`;

export const signals = defineList<SignalRow>({
  name: 'signals',
  from: 'incidents.signals',
  columns,
  // Of an incident that the caller was found to see.
  reach: { within: () => () => 'true' },
  filters: { source: anyOf('Sources') },
});

const keyOf = (clusterId: string, source: string, key: string) => `${clusterId} ${source} ${key}`;
export const keyOfSignal = ({ clusterId, source, key }: Signal) => keyOf(clusterId, source, key);
export const keyOfRow = ({ cluster_id, source, key }: SignalRow) => keyOf(cluster_id, source, key);

/** What is known of some signals, locked in the order of their keys. */
export async function lockSignals(db: TenantDb, taken: readonly Signal[]): Promise<ReadonlyMap<string, SignalRow>> {
  if (taken.length === 0) return new Map();
  const rows = await db.query<SignalRow>(
    `SELECT ${columns} FROM incidents.signals WHERE ${tenantFilter()} AND is_current AND (cluster_id, source, key) IN (
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]))
     ORDER BY cluster_id, source, key FOR UPDATE`,
    [taken.map(({ clusterId }) => clusterId), taken.map(({ source }) => source), taken.map(({ key }) => key)],
  );
  return new Map(rows.map((row) => [keyOfRow(row), row]));
}

const shape = `(id uuid, incident_id uuid, window_id uuid, cluster_id uuid, source text, key text, is_current boolean, rule text,
  severity text, category text, title text, service text, message text, object jsonb, namespace text, nodes text[], all_on_nodes boolean,
  group_key text, firing boolean, end_reason text, count integer, first_at timestamptz, began_at timestamptz,
  changed_at timestamptz, last_at timestamptz, is_repeated boolean)`;

/** Those with a known id are changed, others are new; of a key that is there, the former row is no longer the newest. */
export async function writeSignals(
  db: TenantDb,
  {
    changed,
    made,
    replaced,
  }: {
    readonly changed: readonly SignalRow[];
    readonly made: readonly SignalRow[];
    readonly replaced: readonly string[];
  },
): Promise<void> {
  if (replaced.length > 0)
    await db.query(`UPDATE incidents.signals SET is_current = false WHERE ${tenantFilter()} AND id = ANY($1)`, [
      replaced,
    ]);
  if (changed.length > 0)
    await db.query(
      `UPDATE incidents.signals AS s SET incident_id = n.incident_id, window_id = n.window_id, rule = n.rule, severity = n.severity,
         category = n.category, title = n.title, service = n.service, message = n.message, object = n.object, namespace = n.namespace, nodes = n.nodes,
         all_on_nodes = n.all_on_nodes, group_key = n.group_key, firing = n.firing, end_reason = n.end_reason, count = n.count,
         first_at = n.first_at, began_at = n.began_at, changed_at = n.changed_at, last_at = n.last_at
       FROM jsonb_to_recordset($1::jsonb) AS n ${shape} WHERE ${tenantFilter('s')} AND s.id = n.id`,
      [JSON.stringify(changed)],
    );
  if (made.length > 0)
    await db.query(
      `INSERT INTO incidents.signals (tenant_id, ${columns})
       SELECT $1, ${columns} FROM jsonb_to_recordset($2::jsonb) AS n ${shape}`,
      [db.tenantId, JSON.stringify(made)],
    );
}

/** Signals of an incident that still fire. */
export function firingOf(db: TenantDb, incidentId: string): Promise<readonly SignalRow[]> {
  return db.query<SignalRow>(
    `SELECT ${columns} FROM incidents.signals WHERE ${tenantFilter()} AND incident_id = $1 AND firing ORDER BY cluster_id, source, key FOR UPDATE`,
    [incidentId],
  );
}

/** How many of an incident fire, and when the one was heard that was not repeated for longest. */
export async function countFiring(
  db: TenantDb,
  incidentId: string,
): Promise<{ readonly firing: number; readonly heardAt: Date | null }> {
  const [row] = await db.query<{ firing: number; heard_at: Date | null }>(
    `SELECT count(*) AS firing, min(last_at) FILTER (WHERE is_repeated) AS heard_at FROM incidents.signals
     WHERE ${tenantFilter()} AND incident_id = $1 AND firing`,
    [incidentId],
  );
  return { firing: row?.firing ?? 0, heardAt: row?.heard_at ?? null };
}

/** Before the incident itself is locked: in that order everywhere. */
export async function lockSignalsOf(db: TenantDb, incidentId: string): Promise<void> {
  await db.query(
    `SELECT FROM incidents.signals WHERE ${tenantFilter()} AND incident_id = $1 ORDER BY cluster_id, source, key FOR UPDATE`,
    [incidentId],
  );
}

/** Whether an object has a signal in an incident. */
export async function hasSignalOf(db: TenantDb, incidentId: string, object: IncidentObject): Promise<boolean> {
  const [found] = await db.query(
    `SELECT 1 FROM incidents.signals WHERE ${tenantFilter()} AND incident_id = $1 AND object = $2::jsonb LIMIT 1`,
    [incidentId, JSON.stringify(object)],
  );
  return found !== undefined;
}

/** Nobody tells of them any more. */
export async function endSignalsOfCluster(db: TenantDb, clusterId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE incidents.signals SET firing = false, end_reason = 'ended', changed_at = $2
     WHERE ${tenantFilter()} AND id = ANY(ARRAY(
       SELECT id FROM incidents.signals WHERE ${tenantFilter()} AND cluster_id = $1 AND firing ORDER BY source, key FOR UPDATE))`,
    [clusterId, now],
  );
}

/** Those that a window has kept from opening anything, and that still fire. */
export function firingIn(db: TenantDb, windowId: string): Promise<readonly SignalRow[]> {
  return db.query<SignalRow>(
    `SELECT ${columns} FROM incidents.signals WHERE ${tenantFilter()} AND window_id = $1 AND firing AND incident_id IS NULL ORDER BY cluster_id, source, key`,
    [windowId],
  );
}

export async function moveSignals(db: TenantDb, from: string, to: string): Promise<void> {
  await db.query(`UPDATE incidents.signals SET incident_id = $2 WHERE ${tenantFilter()} AND incident_id = $1`, [
    from,
    to,
  ]);
}

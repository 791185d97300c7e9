import { liveIncidentStatuses } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/**
 * The newest incident of each group, or the id of one that may be made. The rows are written in the order of their keys,
 * and kept until the transaction ends: nobody else opens an incident of the group meanwhile.
 */
export async function takeGroups(
  db: TenantDb,
  proposed: ReadonlyMap<string, string>,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  if (proposed.size === 0) return new Map();
  const rows = await db.query<{ key: string; incident_id: string }>(
    `INSERT INTO incidents.groups AS g (tenant_id, key, incident_id, touched_at)
     SELECT $1, n.key, n.id, $4 FROM unnest($2::text[], $3::uuid[]) AS n (key, id) ORDER BY n.key COLLATE "C"
     ON CONFLICT (tenant_id, key) DO UPDATE SET touched_at = excluded.touched_at
     RETURNING key, incident_id`,
    [db.tenantId, [...proposed.keys()], [...proposed.values()], now],
  );
  return new Map(rows.map(({ key, incident_id }) => [key, incident_id]));
}

/** Whether any of these groups has no live incident right now, so that its signals may open one. */
export async function mayOpenAny(db: TenantDb, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const [row] = await db.query<{ vacant: boolean }>(
    `SELECT EXISTS (SELECT FROM unnest($1::text[]) AS n (key) WHERE NOT EXISTS (
       SELECT FROM incidents.groups AS g JOIN incidents.incidents AS i ON i.id = g.incident_id AND ${tenantFilter('i')}
       WHERE ${tenantFilter('g')} AND g.key = n.key AND i.status = ANY($2))) AS vacant`,
    [[...new Set(keys)], liveIncidentStatuses],
  );
  return row?.vacant ?? true;
}

/** Those that go on in an incident, before anything else of it is locked. */
export async function holdGroupsOf(db: TenantDb, incidentId: string): Promise<void> {
  await db.query(
    `SELECT key FROM incidents.groups WHERE ${tenantFilter()} AND incident_id = $1 ORDER BY key FOR UPDATE`,
    [incidentId],
  );
}

/** Whatever comes for the first goes on in the second. */
export async function moveGroups(db: TenantDb, from: string, to: string): Promise<void> {
  await db.query(`UPDATE incidents.groups SET incident_id = $2 WHERE ${tenantFilter()} AND incident_id = $1`, [
    from,
    to,
  ]);
}

/** Of groups that this transaction has taken. */
export async function pointGroups(db: TenantDb, incidents: ReadonlyMap<string, string>): Promise<void> {
  if (incidents.size === 0) return;
  await db.query(
    `UPDATE incidents.groups AS g SET incident_id = n.id FROM unnest($1::text[], $2::uuid[]) AS n (key, id)
     WHERE ${tenantFilter('g')} AND g.key = n.key`,
    [[...incidents.keys()], [...incidents.values()]],
  );
}

/** Groups that were taken and opened nothing. */
export async function dropGroups(db: TenantDb, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.query(`DELETE FROM incidents.groups WHERE ${tenantFilter()} AND key = ANY($1)`, [keys]);
}

/** The newest incident of some groups, by their keys; nobody is kept from opening another. */
export async function selectGroups(db: TenantDb, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query<{ key: string; incident_id: string }>(
    `SELECT key, incident_id FROM incidents.groups WHERE ${tenantFilter()} AND key = ANY($1)`,
    [[...new Set(keys)]],
  );
  return new Map(rows.map(({ key, incident_id }) => [key, incident_id]));
}

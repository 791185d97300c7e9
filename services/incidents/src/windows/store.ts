import { type Actor, windowStates, type WindowState } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  type Database,
  defineList,
  type Handle,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';

export interface WindowRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly name: string;
  readonly namespaces: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly reason: string;
  readonly state: WindowState;
  readonly created_by: Actor;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns =
  'id, cluster_id, name, namespaces, nodes, starts_at, ends_at, reason, state, created_by, created_at, ended_at';

export const windows = defineList<WindowRow>({
  name: 'windows',
  from: 'incidents.windows',
  columns,
  counted: ['cluster_id', 'state'],
  reach: { cluster: 'cluster_id' },
  filters: { cluster_id: anyIdOf('Ids of clusters'), state: anyOf(windowStates) },
});

export async function insertWindow(db: TenantDb, row: WindowRow): Promise<void> {
  await insertRow(db, 'incidents.windows', { ...row, created_by: JSON.stringify(row.created_by) });
}

export function updateWindow(
  db: TenantDb,
  id: string,
  change: Partial<Pick<WindowRow, 'state' | 'ended_at'>>,
): Promise<void> {
  return updateRow(db, 'incidents.windows', id, change);
}

/** All of a cluster that are not over. */
export function lockWindowsOf(db: TenantDb, clusterId: string): Promise<readonly WindowRow[]> {
  return db.query<WindowRow>(
    `SELECT ${columns} FROM incidents.windows WHERE ${tenantFilter()} AND cluster_id = $1 AND state IN ('scheduled', 'active')
     ORDER BY id FOR UPDATE`,
    [clusterId],
  );
}

/** By the clock: whether somebody has written down already that one has begun does not matter. */
const active = `SELECT ${columns} FROM incidents.windows WHERE ${tenantFilter()} AND cluster_id = ANY($1)
  AND state IN ('scheduled', 'active') AND starts_at <= $2 AND ends_at > $2`;

/** Those of some clusters that are on; none of them ends until the transaction does. */
export function holdActive(db: TenantDb, clusterIds: readonly string[], now: Date): Promise<readonly WindowRow[]> {
  return db.query<WindowRow>(`${active} ORDER BY id FOR SHARE`, [[...new Set(clusterIds)], now]);
}

/** Those of some clusters that are on at the moment. */
export function activeOf(db: TenantDb, clusterIds: readonly string[], now: Date): Promise<readonly WindowRow[]> {
  return db.query<WindowRow>(`${active} ORDER BY id`, [clusterIds, now]);
}

/** How many signals each has kept from opening an incident. */
export async function countSuppressed(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ window_id: string; n: number }>(
    `SELECT window_id, count(*) AS n FROM incidents.signals WHERE ${tenantFilter()} AND window_id = ANY($1) GROUP BY 1`,
    [ids],
  );
  return new Map(rows.map(({ window_id, n }) => [window_id, n]));
}

export async function setWindowDue(db: TenantDb, { id, cluster_id }: WindowRow, due: Date | undefined): Promise<void> {
  if (due === undefined) await db.query('DELETE FROM incidents.open_windows WHERE window_id = $1', [id]);
  else
    await db.query(
      `INSERT INTO incidents.open_windows (window_id, tenant_id, cluster_id, due_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (window_id) DO UPDATE SET due_at = excluded.due_at`,
      [id, db.tenantId, cluster_id, due],
    );
}

export interface DueWindow extends Record<string, unknown> {
  readonly window_id: string;
  readonly cluster_id: string;
  readonly tenant_id: string;
}

export function selectDueWindows(db: Handle, now: Date, most: number): Promise<readonly DueWindow[]> {
  return db.query<DueWindow>(
    'SELECT window_id, tenant_id, cluster_id FROM incidents.open_windows WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    [now, most],
  );
}

export interface ActiveWindow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly cluster_id: string;
  readonly namespaces: readonly string[] | null;
  readonly nodes: readonly string[] | null;
  readonly ends_at: string;
}

/** Of all tenants that have any: each in a transaction of its own. */
export async function selectAllActive(database: Database, now: Date): Promise<readonly ActiveWindow[]> {
  const clusters = await database.look<{ tenant_id: string; cluster_ids: readonly string[] }>(
    'SELECT tenant_id, array_agg(DISTINCT cluster_id) AS cluster_ids FROM incidents.open_windows GROUP BY tenant_id',
  );
  const found: ActiveWindow[] = [];
  for (const { tenant_id, cluster_ids } of clusters)
    for (const { id, name, cluster_id, namespaces, nodes, ends_at } of await database.tenant(tenant_id, (db) =>
      activeOf(db, cluster_ids, now),
    ))
      found.push({ id, tenant_id, name, cluster_id, namespaces, nodes, ends_at: ends_at.toISOString() });
  return found;
}

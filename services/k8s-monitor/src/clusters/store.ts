import type { Handle, TenantDb } from '@wheelhouse/kit';
import { tenantFilter } from '@wheelhouse/kit';

/** A cluster to be watched. */
export interface Watched extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly tenant_id: string;
  readonly generation: number;
}

export function selectWatched(db: Handle): Promise<readonly Watched[]> {
  return db.query<Watched>('SELECT cluster_id, tenant_id, generation FROM k8s_monitor.watches ORDER BY cluster_id');
}

/** Of one tenant. That table has no second lock, so no tenantFilter. */
export async function selectWatchedIds(db: TenantDb): Promise<readonly string[]> {
  const rows = await db.query<{ cluster_id: string }>(
    'SELECT cluster_id FROM k8s_monitor.watches WHERE tenant_id = $1 ORDER BY cluster_id',
    [db.tenantId],
  );
  return rows.map(({ cluster_id }) => cluster_id);
}

/** Grows with its credentials; undefined: it is not watched. */
export async function selectGeneration(db: TenantDb, clusterId: string): Promise<number | undefined> {
  const [row] = await db.query<{ generation: number }>(
    'SELECT generation FROM k8s_monitor.watches WHERE cluster_id = $1 AND tenant_id = $2',
    [clusterId, db.tenantId],
  );
  return row?.generation;
}

export async function insertWatch(db: TenantDb, clusterId: string): Promise<void> {
  await db.query('INSERT INTO k8s_monitor.watches (cluster_id, tenant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    clusterId,
    db.tenantId,
  ]);
}

/** Has whoever watches it connect anew. */
export async function renewWatch(db: TenantDb, clusterId: string): Promise<void> {
  await db.query(
    `INSERT INTO k8s_monitor.watches AS w (cluster_id, tenant_id) VALUES ($1, $2)
     ON CONFLICT (cluster_id) DO UPDATE SET generation = w.generation + 1 WHERE w.tenant_id = $2`,
    [clusterId, db.tenantId],
  );
}

const tables = ['health', 'issues', 'nodes', 'workloads', 'workload_changes', 'scores', 'running_actions'];

/** The watch goes first: a round that has begun is waited for, and the next finds that it is gone. */
export async function forgetCluster(db: TenantDb, clusterId: string): Promise<void> {
  const gone = await db.query(
    'DELETE FROM k8s_monitor.watches WHERE cluster_id = $1 AND tenant_id = $2 RETURNING cluster_id',
    [clusterId, db.tenantId],
  );
  if (gone.length === 0) return;
  for (const table of tables)
    await db.query(`DELETE FROM k8s_monitor.${table} WHERE ${tenantFilter()} AND cluster_id = $1`, [clusterId]);
}

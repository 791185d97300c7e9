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

const tables = ['health', 'issues', 'nodes', 'workloads', 'scores', 'running_actions'];

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

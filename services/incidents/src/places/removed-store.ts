import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** Clusters that are no more. What other modules have said of one before they heard of it may still be on its way. */

export async function noteRemoved(db: TenantDb, clusterId: string): Promise<void> {
  await db.query(
    'INSERT INTO incidents.removed_clusters (tenant_id, cluster_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [db.tenantId, clusterId],
  );
}

export async function removedOf(db: TenantDb, clusterIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ cluster_id: string }>(
    `SELECT cluster_id FROM incidents.removed_clusters WHERE ${tenantFilter()} AND cluster_id = ANY($1)`,
    [clusterIds],
  );
  return new Set(rows.map(({ cluster_id }) => cluster_id));
}

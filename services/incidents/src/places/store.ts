import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** Where things lie, as platform tells it: whose CloudSpace a namespace is. */

export async function cloudspaceOf(db: TenantDb, clusterId: string, namespace: string): Promise<string | null> {
  const [row] = await db.query<{ cloudspace_id: string }>(
    `SELECT cloudspace_id FROM incidents.cloudspaces WHERE ${tenantFilter()} AND cluster_id = $1 AND namespace = $2`,
    [clusterId, namespace],
  );
  return row?.cloudspace_id ?? null;
}

export interface Cloudspace {
  readonly cloudspace_id: string;
  readonly cluster_id: string;
  readonly namespace: string;
}

export async function putCloudspace(
  db: TenantDb,
  { cloudspace_id: id, cluster_id: clusterId, namespace }: Cloudspace,
): Promise<void> {
  await db.query(
    `INSERT INTO incidents.cloudspaces (tenant_id, cloudspace_id, cluster_id, namespace) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, cloudspace_id) DO NOTHING`,
    [db.tenantId, id, clusterId, namespace],
  );
}

export async function deleteCloudspace(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM incidents.cloudspaces WHERE ${tenantFilter()} AND cloudspace_id = $1`, [id]);
}

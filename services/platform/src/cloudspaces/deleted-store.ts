import type { TenantDb } from '@wheelhouse/kit';
import type { CloudspaceRow } from './store.ts';

/** CloudSpaces that are gone, so that what is made for one afterwards is known for what it is. */

/** Nobody sleeps longer than this and then goes on; what does is found by people. */
const keptMs = 7 * 24 * 3_600_000;

/** With the row's own end, in one transaction; those that have been kept for long enough go. */
export async function noteDeleted(
  db: TenantDb,
  { id, cluster_id, namespace }: Pick<CloudspaceRow, 'id' | 'cluster_id' | 'namespace'>,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO platform.deleted_cloudspaces (cloudspace_id, tenant_id, cluster_id, namespace, deleted_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, db.tenantId, cluster_id, namespace, now],
  );
  await forgetOld(db, now);
}

export async function forgetOld(db: TenantDb, now: Date): Promise<void> {
  await db.query('DELETE FROM platform.deleted_cloudspaces WHERE tenant_id = $1 AND deleted_at < $2', [
    db.tenantId,
    new Date(now.getTime() - keptMs),
  ]);
}

/** Which CloudSpaces of a cluster are gone, by id. */
export async function selectDeletedOf(db: TenantDb, clusterId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ cloudspace_id: string }>(
    'SELECT cloudspace_id FROM platform.deleted_cloudspaces WHERE cluster_id = $1 AND tenant_id = $2',
    [clusterId, db.tenantId],
  );
  return new Set(rows.map(({ cloudspace_id: id }) => id));
}

/** A cluster that is removed is not looked at any more. */
export async function forgetDeletedOf(db: TenantDb, clusterId: string): Promise<void> {
  await db.query('DELETE FROM platform.deleted_cloudspaces WHERE cluster_id = $1 AND tenant_id = $2', [
    clusterId,
    db.tenantId,
  ]);
}

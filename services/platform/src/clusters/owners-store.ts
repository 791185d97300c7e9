import type { SystemDb, TenantDb } from '@wheelhouse/kit';
import type { ClusterPhase } from './state.ts';

/** The table above tenants: ids, phases and times. */
export interface OwnedCluster extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly tenant_id: string;
  readonly phase: ClusterPhase;
}

export function selectOwnedClusters(db: SystemDb): Promise<readonly OwnedCluster[]> {
  return db.query<OwnedCluster>('SELECT cluster_id, tenant_id, phase FROM platform.cluster_owners ORDER BY cluster_id');
}

export async function insertOwner(db: TenantDb, clusterId: string, phase: ClusterPhase, dueAt: Date): Promise<void> {
  await db.query(
    'INSERT INTO platform.cluster_owners (cluster_id, tenant_id, phase, probe_due_at) VALUES ($1, $2, $3, $4)',
    [clusterId, db.tenantId, phase, dueAt],
  );
}

export async function updateOwner(db: TenantDb, clusterId: string, phase: ClusterPhase, dueAt: Date): Promise<void> {
  await db.query(
    'UPDATE platform.cluster_owners SET phase = $3, probe_due_at = $4 WHERE cluster_id = $1 AND tenant_id = $2',
    [clusterId, db.tenantId, phase, dueAt],
  );
}

export async function deleteOwner(db: TenantDb, clusterId: string): Promise<void> {
  await db.query('DELETE FROM platform.cluster_owners WHERE cluster_id = $1 AND tenant_id = $2', [
    clusterId,
    db.tenantId,
  ]);
}

/**
 * Takes those that are due, the longest waiting first, so that no other process takes them before `until`. Of
 * the tenants' own: each one's first comes before any one's second, so that nobody's many hold up another's one.
 */
export function takeDue(db: SystemDb, now: Date, until: Date, most: number): Promise<readonly OwnedCluster[]> {
  return db.query<OwnedCluster>(
    `WITH due AS (
       SELECT cluster_id, probe_due_at, row_number() OVER (PARTITION BY tenant_id ORDER BY probe_due_at) AS turn
       FROM platform.cluster_owners WHERE probe_due_at <= $1
     ), taken AS (
       SELECT o.cluster_id FROM platform.cluster_owners AS o JOIN due USING (cluster_id)
       WHERE o.probe_due_at <= $1 ORDER BY due.turn, due.probe_due_at LIMIT $3 FOR UPDATE OF o SKIP LOCKED
     )
     UPDATE platform.cluster_owners AS o SET probe_due_at = $2 FROM taken
     WHERE o.cluster_id = taken.cluster_id RETURNING o.cluster_id, o.tenant_id, o.phase`,
    [now, until, most],
  );
}

/** Up to when what is known of its apps is true. */
export async function selectAppsObservedAt(db: TenantDb, clusterId: string): Promise<Date | null> {
  const [row] = await db.query<{ apps_observed_at: Date | null }>(
    'SELECT apps_observed_at FROM platform.cluster_owners WHERE cluster_id = $1 AND tenant_id = $2',
    [clusterId, db.tenantId],
  );
  return row?.apps_observed_at ?? null;
}

export async function updateAppsObservedAt(db: TenantDb, clusterId: string, at: Date): Promise<void> {
  await db.query('UPDATE platform.cluster_owners SET apps_observed_at = $3 WHERE cluster_id = $1 AND tenant_id = $2', [
    clusterId,
    db.tenantId,
    at,
  ]);
}

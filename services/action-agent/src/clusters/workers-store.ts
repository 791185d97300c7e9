import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface WorkerRow extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly worker: string;
  readonly version: string;
  /** In words, as plans name them. */
  readonly missing_rights: readonly string[];
  readonly trouble: string | null;
  readonly seen_at: Date;
}

/** A sign of life, and what it could and could not do. */
export async function upsertWorker(db: TenantDb, row: WorkerRow): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.workers (tenant_id, cluster_id, worker, version, missing_rights, trouble, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenant_id, cluster_id, worker) DO UPDATE SET
       version = excluded.version, missing_rights = excluded.missing_rights, trouble = excluded.trouble, seen_at = excluded.seen_at`,
    [
      db.tenantId,
      row.cluster_id,
      row.worker,
      row.version,
      JSON.stringify(row.missing_rights),
      row.trouble,
      row.seen_at,
    ],
  );
}

/** So that housekeeping finds the tenant. */
export async function knowTenant(db: TenantDb): Promise<void> {
  await db.query('INSERT INTO action_agent.known_tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    db.tenantId,
  ]);
}

/** The last seen first. */
export function selectWorkers(db: TenantDb, clusterIds?: readonly string[]): Promise<readonly WorkerRow[]> {
  const [and, values] = clusterIds === undefined ? ['', []] : ['AND cluster_id = ANY($1::uuid[])', [clusterIds]];
  return db.query<WorkerRow>(
    `SELECT cluster_id, worker, version, missing_rights, trouble, seen_at FROM action_agent.workers
     WHERE ${tenantFilter()} ${and} ORDER BY seen_at DESC`,
    values,
  );
}

export async function deleteWorkersUnseenSince(db: TenantDb, moment: Date): Promise<void> {
  await db.query(`DELETE FROM action_agent.workers WHERE ${tenantFilter()} AND seen_at < $1`, [moment]);
}

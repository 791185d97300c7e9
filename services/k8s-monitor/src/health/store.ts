import { type Handle, type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** By which it is known whether something changed. */
export interface Sign extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly observed_at: Date | null;
}

export interface HealthRow extends Sign {
  readonly score: number | null;
  readonly ready_nodes: number | null;
  readonly total_nodes: number | null;
  readonly issues: string | null;
  readonly issues_total: number | null;
  readonly fault: string | null;
}

/** Of these clusters; undefined is all of the tenant's. The filter on `watches` is no matter of tenantFilter: that table has no second lock. */
export function selectHealth(db: TenantDb, clusters: readonly string[] | undefined): Promise<readonly HealthRow[]> {
  return db.query<HealthRow>(
    `SELECT w.cluster_id, w.tenant_id, w.version, w.observed_at, h.score, h.ready_nodes, h.total_nodes, h.issues, h.issues_total, h.fault
     FROM k8s_monitor.watches AS w LEFT JOIN k8s_monitor.health AS h ON ${tenantFilter('h')} AND h.cluster_id = w.cluster_id
     WHERE w.tenant_id = $1 AND ($2::uuid[] IS NULL OR w.cluster_id = ANY($2)) ORDER BY w.cluster_id`,
    [db.tenantId, clusters ?? null],
  );
}

/** For all streams of a process at once. */
export function selectSigns(db: Handle, tenants: readonly string[]): Promise<readonly Sign[]> {
  return db.query<Sign>(
    'SELECT cluster_id, tenant_id, version, observed_at FROM k8s_monitor.watches WHERE tenant_id = ANY($1) ORDER BY cluster_id',
    [tenants],
  );
}

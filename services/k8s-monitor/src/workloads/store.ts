import { type Filters, type PageRequest, pageWhere, type TenantDb } from '@wheelhouse/kit';

export interface WorkloadRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
  readonly available: number;
  readonly status: string;
  readonly issues: number;
}

const columns = 'id, cluster_id, kind, namespace, name, desired, ready, available, status, issues';

export function selectWorkloads(db: TenantDb, page: PageRequest, filters: Filters): Promise<readonly WorkloadRow[]> {
  const values: unknown[] = [];
  return db.query<WorkloadRow>(
    `SELECT ${columns} FROM k8s_monitor.workloads ${pageWhere(page, filters, values)}`,
    values,
  );
}

import { type Filters, type PageRequest, pageWhere, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface NodeRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly uid: string;
  readonly name: string;
  readonly status: 'Ready' | 'NotReady' | 'Unknown';
  readonly status_since: Date | null;
  readonly cordoned: boolean;
  readonly pressures: ('memory' | 'disk' | 'pid')[];
  readonly version: string;
  readonly cpu_allocatable: number;
  readonly cpu_usage: number | null;
  readonly memory_allocatable: number;
  readonly memory_usage: number | null;
  readonly pods: number;
  readonly pods_allocatable: number;
}

const columns =
  'id, cluster_id, uid, name, status, status_since, cordoned, pressures, version, cpu_allocatable, cpu_usage, memory_allocatable, memory_usage, pods, pods_allocatable';

/** How names begin, as a condition on the first value of a statement. */
export const namedAs = 'starts_with(name, $1)';

export function selectNodes(
  db: TenantDb,
  page: PageRequest,
  filters: Filters,
  begin: string | undefined,
): Promise<readonly NodeRow[]> {
  if (begin === undefined) {
    const values: unknown[] = [];
    return db.query<NodeRow>(`SELECT ${columns} FROM k8s_monitor.nodes ${pageWhere(page, filters, values)}`, values);
  }
  const values: unknown[] = [begin];
  const named = `(SELECT * FROM k8s_monitor.nodes WHERE ${tenantFilter()} AND ${namedAs}) AS named`;
  return db.query<NodeRow>(`SELECT ${columns} FROM ${named} ${pageWhere(page, filters, values)}`, values);
}

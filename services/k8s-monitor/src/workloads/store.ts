import { anyIdOf, anyOf, defineList, prefixOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { workloadStatuses } from '../state/workload-status.ts';
import { type Workload, workloadKinds } from './schema.ts';

export interface WorkloadRow extends Workload, Record<string, unknown> {
  readonly status_rank: number;
}

const columns = 'id, cluster_id, kind, namespace, name, desired, ready, available, status, status_rank, issues';

export const workloads = defineList<WorkloadRow>({
  name: 'workloads',
  from: 'k8s_monitor.workloads',
  columns,
  sorts: {
    name: { columns: ['namespace', 'name'] },
    status: { columns: ['status_rank'] },
    issues: { columns: ['issues'] },
  },
  sortNote: 'name: by namespace, then by name; status: worst first',
  counted: ['cluster_id', 'kind', 'status'],
  reach: { cluster: 'cluster_id' },
  filters: {
    cluster_id: anyIdOf('Ids of clusters'),
    kind: anyOf(workloadKinds),
    namespace: anyOf('namespaces'),
    status: anyOf(workloadStatuses),
    q: prefixOf('name'),
  },
});

/** One in full, as its watcher wrote it. */
export interface StoredWorkload extends Omit<Workload, 'issues'>, Record<string, unknown> {
  readonly images: readonly string[];
  readonly created_at: Date | null;
  readonly template_by: string | null;
  readonly template_at: Date | null;
  readonly replicas_by: string | null;
  readonly replicas_at: Date | null;
  /** Up to when it is true. */
  readonly observed_at: Date | null;
}

export async function selectWorkload(
  db: TenantDb,
  clusterId: string,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
): Promise<StoredWorkload | undefined> {
  const [row] = await db.query<StoredWorkload>(
    `SELECT id, cluster_id, kind, namespace, name, desired, ready, available, status, images, created_at, template_by, template_at,
       replicas_by, replicas_at,
       (SELECT w.observed_at FROM k8s_monitor.watches AS w WHERE w.cluster_id = workloads.cluster_id) AS observed_at
     FROM k8s_monitor.workloads WHERE ${tenantFilter()} AND cluster_id = $1 AND kind = $2 AND namespace = $3 AND name = $4`,
    [clusterId, kind, namespace, name],
  );
  return row;
}

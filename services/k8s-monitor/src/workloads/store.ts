import { anyIdOf, anyOf, defineList, prefixOf } from '@wheelhouse/kit';
import { type Workload, workloadKinds, workloadStatuses } from './schema.ts';

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

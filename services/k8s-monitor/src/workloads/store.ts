import { workloadSorts } from './schema.ts';

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
  readonly status_rank: number;
  readonly issues: number;
}

const columns = 'id, cluster_id, kind, namespace, name, desired, ready, available, status, status_rank, issues';

export const workloads = {
  list: { name: 'workloads', counted: ['cluster_id', 'kind', 'status'], sorts: workloadSorts },
  columns,
};

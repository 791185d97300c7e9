import { nodeSorts } from './schema.ts';

export interface NodeRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly uid: string;
  readonly name: string;
  readonly status: 'Ready' | 'NotReady' | 'Unknown';
  readonly status_rank: number;
  readonly status_since: Date | null;
  readonly cordoned: boolean;
  readonly pressures: ('memory' | 'disk' | 'pid')[];
  readonly version: string;
  readonly cpu_allocatable: number;
  readonly cpu_usage: number | null;
  readonly cpu_percent: number | null;
  readonly memory_allocatable: number;
  readonly memory_usage: number | null;
  readonly memory_percent: number | null;
  readonly pods: number;
  readonly pods_allocatable: number;
}

const columns =
  'id, cluster_id, uid, name, status, status_rank, status_since, cordoned, pressures, version, cpu_allocatable, cpu_usage, cpu_percent, memory_allocatable, memory_usage, memory_percent, pods, pods_allocatable';

export const nodes = { list: { name: 'nodes', counted: ['cluster_id', 'status'], sorts: nodeSorts }, columns };

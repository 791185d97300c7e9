import { anyIdOf, anyOf, defineList, exactly, prefixOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { labelSelector } from './label-selector.ts';
import { type Node, nodeStatuses } from './schema.ts';

export interface NodeRow extends Omit<Node, 'status_since'>, Record<string, unknown> {
  readonly id: string;
  readonly status_since: Date | null;
  readonly status_rank: number;
}

const columns =
  'id, cluster_id, uid, name, status, status_rank, status_since, cordoned, pressures, version, cpu_allocatable, cpu_usage, cpu_percent, memory_allocatable, memory_usage, memory_percent, pods, pods_allocatable';

export const nodes = defineList<NodeRow>({
  name: 'nodes',
  from: 'k8s_monitor.nodes',
  columns,
  sorts: {
    name: { columns: ['name'] },
    status: { columns: ['status_rank'] },
    cpu_percent: { columns: ['cpu_percent'], nullable: true },
    memory_percent: { columns: ['memory_percent'], nullable: true },
    pods: { columns: ['pods'] },
  },
  sortNote: 'status: worst first; nodes with unknown usage last',
  counted: ['cluster_id', 'status'],
  reach: { cluster: 'cluster_id' },
  filters: {
    cluster_id: anyIdOf('Ids of clusters'),
    status: anyOf(nodeStatuses),
    cordoned: exactly(Type.Boolean({ description: 'Only cordoned nodes, or only those that are not' })),
    label_selector: labelSelector,
    q: prefixOf('name'),
  },
});

/** A node as it counts for others: whether pods may go there, and what is free. */
export interface NodeRoom extends Record<string, unknown> {
  readonly name: string;
  readonly status: Node['status'];
  readonly cordoned: boolean;
  readonly tainted: boolean;
  readonly pressures: Node['pressures'];
  readonly pods: number;
  readonly pods_allocatable: number;
  readonly cpu_allocatable: number;
  readonly memory_allocatable: number;
  readonly cpu_requested: number | null;
  readonly memory_requested: number | null;
}

export function selectRooms(db: TenantDb, clusterId: string): Promise<readonly NodeRoom[]> {
  return db.query<NodeRoom>(
    `SELECT name, status, cordoned, tainted, pressures, pods, pods_allocatable, cpu_allocatable, memory_allocatable, cpu_requested,
       memory_requested FROM k8s_monitor.nodes WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId],
  );
}

/** One, and up to when it is true. */
export async function selectNode(
  db: TenantDb,
  clusterId: string,
  name: string,
): Promise<(NodeRow & { readonly observed_at: Date | null }) | undefined> {
  const [row] = await db.query<NodeRow & { readonly observed_at: Date | null }>(
    `SELECT ${columns}, (SELECT w.observed_at FROM k8s_monitor.watches AS w WHERE w.cluster_id = nodes.cluster_id) AS observed_at
     FROM k8s_monitor.nodes WHERE ${tenantFilter()} AND cluster_id = $1 AND name = $2`,
    [clusterId, name],
  );
  return row;
}

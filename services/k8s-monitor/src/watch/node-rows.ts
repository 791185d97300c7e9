import type { ClusterState } from '../state/cluster-state.ts';
import type { NodeFacts } from '../state/facts.ts';

/** A node as its list shows it; times are epoch milliseconds. */
export interface NodeRow {
  readonly uid: string;
  readonly name: string;
  readonly status: 'Ready' | 'NotReady' | 'Unknown';
  readonly status_since: number | null;
  readonly cordoned: boolean;
  readonly pressures: readonly string[];
  readonly version: string;
  readonly labels: readonly string[];
  readonly cpu_allocatable: number;
  readonly memory_allocatable: number;
  readonly cpu_usage: number | null;
  readonly memory_usage: number | null;
  readonly pods: number;
  readonly pods_allocatable: number;
  /** Null: written before this was kept. */
  readonly cpu_requested: number | null;
  readonly memory_requested: number | null;
  readonly tainted: boolean;
}

const statuses = { True: 'Ready', False: 'NotReady', Unknown: 'Unknown' } as const;
const kibibyte = 1_024;

export function* nodeRows(state: ClusterState): Generator<readonly [string, NodeRow]> {
  for (const [key, facts] of state.nodes) yield [key, rowOf(facts, state)];
}

function rowOf(facts: NodeFacts, state: ClusterState): NodeRow {
  const usage = state.usage.nodes.get(facts.name);
  const requested = state.requestedOn(facts.name);
  return {
    uid: facts.uid,
    name: facts.name,
    status: statuses[facts.ready],
    status_since: facts.readySince ?? null,
    cordoned: facts.cordoned,
    pressures: facts.pressures,
    version: facts.version,
    labels: facts.labels,
    cpu_allocatable: facts.cpuMillis,
    memory_allocatable: facts.memoryKiB * kibibyte,
    cpu_usage: usage?.cpuMillis ?? null,
    memory_usage: usage === undefined ? null : usage.memoryKiB * kibibyte,
    pods: state.podsOn(facts.name),
    pods_allocatable: facts.podCapacity,
    cpu_requested: requested.cpuMillis,
    memory_requested: requested.memoryKiB * kibibyte,
    tainted: facts.tainted,
  };
}

export const isNode = {
  same: (before: NodeRow, now: NodeRow) => before.uid === now.uid,
  /** Usage is never twice the same: it is written when its percentage is another. */
  equal: (before: NodeRow, now: NodeRow) =>
    before.status === now.status &&
    before.status_since === now.status_since &&
    before.cordoned === now.cordoned &&
    before.pressures.join() === now.pressures.join() &&
    before.version === now.version &&
    before.labels.join() === now.labels.join() &&
    before.cpu_allocatable === now.cpu_allocatable &&
    before.memory_allocatable === now.memory_allocatable &&
    before.pods === now.pods &&
    before.pods_allocatable === now.pods_allocatable &&
    before.cpu_requested === now.cpu_requested &&
    before.memory_requested === now.memory_requested &&
    before.tainted === now.tainted &&
    percent(before.cpu_usage, now.cpu_allocatable) === percent(now.cpu_usage, now.cpu_allocatable) &&
    percent(before.memory_usage, now.memory_allocatable) === percent(now.memory_usage, now.memory_allocatable),
};

function percent(used: number | null, of: number): number | null {
  return used === null ? null : Math.round((used / Math.max(1, of)) * 100);
}

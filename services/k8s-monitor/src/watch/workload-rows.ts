import type { ClusterState } from '../state/cluster-state.ts';
import { objectKey, type WorkloadFacts } from '../state/facts.ts';

/** A workload as its list shows it. */
export interface WorkloadRow {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
  readonly available: number;
  readonly status: 'ok' | 'progressing' | 'paused' | 'short' | 'stuck' | 'off';
  readonly issues: number;
}

interface About {
  readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string };
}

export function* workloadRows(
  state: ClusterState,
  issues: readonly About[],
): Generator<readonly [string, WorkloadRow]> {
  const counts = new Map<string, number>();
  for (const { object } of issues) {
    const key = objectKey(object.kind, object.namespace ?? '', object.name);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, facts] of state.workloads) yield [key, rowOf(facts, counts.get(key) ?? 0)];
}

function rowOf(facts: WorkloadFacts, issues: number): WorkloadRow {
  const { kind, namespace, name, desired, ready, available } = facts;
  return { kind, namespace, name, desired, ready, available, status: statusOf(facts), issues };
}

function statusOf({ desired, available, paused, updating, stuck }: WorkloadFacts): WorkloadRow['status'] {
  if (desired === 0) return 'off';
  if (stuck !== undefined) return 'stuck';
  if (paused) return 'paused';
  if (updating) return 'progressing';
  return available < desired ? 'short' : 'ok';
}

export const isWorkload = {
  /** One that was made anew under its name is the same to those who look after it. */
  same: () => true,
  equal: (before: WorkloadRow, now: WorkloadRow) =>
    before.desired === now.desired &&
    before.ready === now.ready &&
    before.available === now.available &&
    before.status === now.status &&
    before.issues === now.issues,
};

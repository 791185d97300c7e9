import type { ClusterState } from '../state/cluster-state.ts';
import { objectKey, type WorkloadFacts } from '../state/facts.ts';
import { statusOf, type WorkloadStatus } from '../state/workload-status.ts';

/** A workload as its list shows it, and what is asked of it; times are epoch milliseconds. */
export interface WorkloadRow {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
  readonly available: number;
  readonly status: WorkloadStatus;
  readonly issues: number;
  readonly uid: string;
  readonly created_at: number | null;
  readonly generation: number;
  readonly replicas: number | null;
  readonly images: readonly string[];
  /** Empty: not known. */
  readonly template: string;
  readonly restarted_at: string;
  readonly template_by: string | null;
  readonly template_at: number | null;
  readonly replicas_by: string | null;
  readonly replicas_at: number | null;
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
  return {
    kind,
    namespace,
    name,
    desired,
    ready,
    available,
    status: statusOf(facts),
    issues,
    uid: facts.uid,
    created_at: facts.createdAt === 0 ? null : facts.createdAt,
    generation: facts.generation,
    replicas: facts.replicas,
    images: facts.images,
    template: facts.template,
    restarted_at: facts.restartedAt,
    template_by: facts.templateBy?.manager ?? null,
    template_at: facts.templateBy?.at ?? null,
    replicas_by: facts.replicasBy?.manager ?? null,
    replicas_at: facts.replicasBy?.at ?? null,
  };
}

export const isWorkload = {
  /** One that was made anew under its name is the same to those who look after it. */
  same: () => true,
  equal: (before: WorkloadRow, now: WorkloadRow) =>
    before.desired === now.desired &&
    before.ready === now.ready &&
    before.available === now.available &&
    before.status === now.status &&
    before.issues === now.issues &&
    before.uid === now.uid &&
    before.generation === now.generation &&
    before.template === now.template &&
    before.template_by === now.template_by &&
    before.template_at === now.template_at &&
    before.replicas_by === now.replicas_by &&
    before.replicas_at === now.replicas_at,
};

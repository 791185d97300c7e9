import { issuesChangedType, mostChangesAtOnce, workloadChangedType } from '@wheelhouse/contracts';
import type { IssueChange, WorkloadChange } from '@wheelhouse/contracts';
import type { Emit, MakeId, TenantDb } from '@wheelhouse/kit';
import { cleaned } from './as-json.ts';
import { insertWorkloadChanges } from './workload-change-store.ts';

/** What a round tells other modules. */
export interface ToldChanges {
  readonly issues: readonly IssueChange[];
  readonly workloads: readonly WorkloadChange[];
}

interface Given {
  readonly emit: Emit;
  readonly makeId: MakeId;
  readonly clusterId: string;
  readonly at: Date;
}

/** In the transaction of the round, all asked at once: told with what is written, or neither. */
export async function tell(
  db: TenantDb,
  { issues, workloads }: ToldChanges,
  { emit, makeId, clusterId, at }: Given,
): Promise<void> {
  const about = { cluster_id: clusterId };
  await Promise.all([
    ...some(issues).map((changes) =>
      emit(db, issuesChangedType, cleaned({ ...about, at: at.toISOString(), changes }), { clusterId }),
    ),
    ...some(workloads).map((changes) => emit(db, workloadChangedType, cleaned({ ...about, changes }), { clusterId })),
    workloads.length > 0 && insertWorkloadChanges(db, clusterId, workloads, makeId),
  ]);
}

function some<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / mostChangesAtOnce) }, (_, index) =>
    all.slice(index * mostChangesAtOnce, (index + 1) * mostChangesAtOnce),
  );
}

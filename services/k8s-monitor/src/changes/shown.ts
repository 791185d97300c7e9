import type { TenantDb } from '@wheelhouse/kit';
import type { WorkloadChange } from './schema.ts';
import { type ChangeRow, selectChangesSince, selectNewestChanges } from './store.ts';

export function shown(row: ChangeRow): WorkloadChange {
  const { id, cluster_id, kind, namespace, name, change, manager } = row;
  return {
    id,
    cluster_id,
    object: { kind, namespace, name },
    change,
    images: { before: [...row.images_before], after: [...row.images_after] },
    replicas: { before: row.replicas_before, after: row.replicas_after },
    manager,
    at: row.changed_at.toISOString(),
  };
}

/** The newest ten of one workload. */
export async function newestChanges(
  db: TenantDb,
  clusterId: string,
  workload: Parameters<typeof selectNewestChanges>[2],
): Promise<readonly WorkloadChange[]> {
  return (await selectNewestChanges(db, clusterId, workload)).map(shown);
}

/** What was changed of one since then, the newest first. */
export async function changesSince(
  db: TenantDb,
  clusterId: string,
  workload: Parameters<typeof selectChangesSince>[2],
  since: Date,
  most: number,
): Promise<readonly WorkloadChange[]> {
  return (await selectChangesSince(db, clusterId, workload, since, most)).map(shown);
}

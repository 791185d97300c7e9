import { type Lease, type ModuleContext, stillHolds, type TenantDb } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';

/** A cluster whose apps are watched, and the lease it is watched under. */
export interface WatchedCluster {
  readonly context: ModuleContext<PlatformSettings>;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly lease: Lease;
}

/** Another worker watches the cluster by now. */
export class TakenOver extends Error {}

export async function underLease<T>(
  { context, tenantId, lease }: WatchedCluster,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return context.database.tenant(tenantId, async (db) => {
    if (!(await stillHolds(db, context.schema, lease))) throw new TakenOver('another worker watches this cluster');
    return work(db);
  });
}

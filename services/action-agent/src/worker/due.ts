import { isSuspended, type ModuleContext } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { noteWaiting, type OpenAction, selectBegun, selectDue } from '../records/store.ts';
import type { WorkerCluster } from './worker-cluster.ts';

const waitsForTenant = 'The tenant is suspended; the action begins when the tenant is active again';

/**
 * What a worker may take up. Of a suspended tenant that is only what was begun: a change that may have been sent is
 * brought to its end, and everything else says what it waits for.
 */
export async function dueActions(
  { database, schema }: Pick<ModuleContext<AgentSettings>, 'database' | 'schema'>,
  { clusterId, tenantId }: Pick<WorkerCluster, 'clusterId' | 'tenantId'>,
  leaseKind: string,
  most: number,
): Promise<readonly OpenAction[]> {
  const looking = { query: database.look };
  if (!(await isSuspended(looking, schema, tenantId))) return selectDue(looking, clusterId, leaseKind, most);
  return database.tenant(tenantId, async (db) => {
    await noteWaiting(db, clusterId, waitsForTenant);
    return selectBegun(db, clusterId, leaseKind, most);
  });
}

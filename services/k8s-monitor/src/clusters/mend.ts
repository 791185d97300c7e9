import { uuidSchema } from '@wheelhouse/contracts';
import type { ModuleContext } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { forgetCluster, insertWatch, selectWatched } from './store.ts';

/** Makes what is watched what platform has, where events were lost or came in another order. */
export async function mendWatches(
  { database, call }: Pick<ModuleContext, 'database' | 'call'>,
  signal: AbortSignal,
): Promise<void> {
  // Read before platform is asked: what is registered in between is on neither list, and stays.
  const watched = await database.system(selectWatched);
  const owners = new Map((await ownedClusters(call, signal)).map((one) => [one.cluster_id, one.tenant_id]));
  const known = new Set(watched.map(({ cluster_id }) => cluster_id));
  for (const { cluster_id: id, tenant_id: tenantId } of watched)
    if (!owners.has(id)) await database.tenant(tenantId, (db) => forgetCluster(db, id));
  for (const [id, tenantId] of owners) if (!known.has(id)) await database.tenant(tenantId, (db) => insertWatch(db, id));
}

const owned = Type.Array(Type.Object({ cluster_id: uuidSchema, tenant_id: uuidSchema }));

async function ownedClusters(call: ModuleContext['call'], signal: AbortSignal): Promise<Static<typeof owned>> {
  const { status, body } = await call('platform', { path: '/internal/v1/clusters', signal });
  if (status !== 200 || !Value.Check(owned, body))
    throw new Error(`platform returned ${status} when asked for the registered clusters`);
  return body;
}

import { deleteAllTenantRows, type ModuleContext } from '@wheelhouse/kit';
import { forgetCloudspaces } from '../cloudspaces/forget.ts';
import type { PlatformSettings } from '../config.ts';
import { remove } from './service.ts';
import { selectClusterIds } from './store.ts';

/** Others hear that the clusters and CloudSpaces are gone, so that nothing watches them or acts on them any longer. */
export async function forgetTenant(
  context: ModuleContext<PlatformSettings>,
  tenantId: string,
  signal: AbortSignal,
): Promise<boolean> {
  await forgetCloudspaces(context, tenantId, signal);
  if (signal.aborted) return false;
  await context.database.tenant(tenantId, async (db) => {
    for (const id of await selectClusterIds(db)) await remove(db, context, id);
  });
  return deleteAllTenantRows(context, tenantId, signal);
}

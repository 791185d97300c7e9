import { type ModuleContext, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { tellChanged } from './service.ts';
import { deleteCloudspace, selectCloudspace, selectCloudspaceIds } from './store.ts';

/** Of a tenant that is gone, with their apps. What is in the clusters stays there: those are the tenant's own. */
export async function forgetCloudspaces(
  { database, emit }: Pick<ModuleContext<PlatformSettings>, 'database' | 'emit'>,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await database.tenant(tenantId, selectCloudspaceIds)) {
    if (signal.aborted) return;
    await database.tenant(tenantId, async (db) => {
      const row = await selectCloudspace(db, id, 'FOR UPDATE');
      if (row === undefined) return;
      await deleteApps(db, id);
      await deleteCloudspace(db, id);
      await tellChanged(db, { emit }, row, true);
    });
  }
}

/** Their deployments and states go with them. */
async function deleteApps(db: TenantDb, cloudspaceId: string): Promise<void> {
  const gone = await db.query<{ id: string }>(
    `DELETE FROM platform.apps WHERE ${tenantFilter()} AND cloudspace_id = $1 RETURNING id`,
    [cloudspaceId],
  );
  await db.query('DELETE FROM platform.open_deployments WHERE tenant_id = $1 AND app_id = ANY($2::uuid[])', [
    db.tenantId,
    gone.map(({ id }) => id),
  ]);
}

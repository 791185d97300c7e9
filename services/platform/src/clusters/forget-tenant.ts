import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import { remove } from './service.ts';
import { selectClusterIds } from './store.ts';

/** A tenant that is gone leaves no cluster behind that would still be probed, and no credentials. */
export async function forgetTenant(db: TenantDb, { emit }: Pick<ModuleContext, 'emit'>): Promise<void> {
  for (const id of await selectClusterIds(db)) await remove(db, { emit }, id);
}

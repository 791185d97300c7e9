import { type Database, refuse } from '@wheelhouse/kit';
import { selectFirstTenants, selectTenant, type TenantRow } from './store.ts';

/** Whom a sign-in is for. An installation with one tenant never asks; a stopped tenant is like none. */
export async function tenantToSignInTo(database: Database, slug: string | undefined): Promise<TenantRow | undefined> {
  const found = await database.system(async (db) => {
    if (slug !== undefined) return selectTenant(db, slug.toLowerCase());
    const [only, another] = await selectFirstTenants(db);
    if (another !== undefined)
      refuse('validation_failed', {
        message: 'This installation has several tenants. Name yours.',
        details: [{ field: 'tenant', code: 'required', message: 'is required because there are several tenants' }],
      });
    return only;
  });
  return found?.state === 'active' ? found : undefined;
}

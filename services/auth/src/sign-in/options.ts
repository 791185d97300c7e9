import type { Database, Reply } from '@wheelhouse/kit';
import { ssoIsOn } from '../sso/status.ts';
import { policyOf } from '../tenants/policy.ts';
import { selectFirstTenants, selectTenant } from './store.ts';

/** How the people of a tenant sign in; for one that does not exist, what most of them answer. */
export async function signInOptionsOf(database: Database, slug: string | undefined): Promise<Reply> {
  const { tenants, asked } = await database.system(async (db) => ({
    tenants: await selectFirstTenants(db),
    asked: slug === undefined ? undefined : await selectTenant(db, slug.toLowerCase()),
  }));
  const only = tenants.length === 1 ? tenants[0] : undefined;
  const tenant = asked ?? (slug === undefined ? only : undefined);
  const shared = { needs_tenant: tenants.length > 1, ...(only === undefined ? {} : { tenant_name: only.name }) };
  if (tenant?.state !== 'active') return { body: { password: true, sso: false, ...shared } };
  return database.tenant(tenant.id, async (db) => {
    const [{ require_sso }, sso] = [await policyOf(db), await ssoIsOn(db)];
    return { body: { password: !require_sso, sso, ...shared } };
  });
}

import { type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { tenantById } from '../tenants/service.ts';
import type { Me } from './schema.ts';
import { selectServiceAccountName, selectUser } from './store.ts';

/** Who calls, by the credential they call with. */
export async function whoAmI(db: TenantDb, principal: Principal): Promise<Me> {
  const tenant = (await tenantById(db, db.tenantId)) ?? refuse('not_found');
  return {
    ...(await subjectOf(db, principal)),
    scopes: [...principal.scopes],
    cluster_ids: principal.clusterIds === undefined ? null : [...principal.clusterIds],
    cloudspace_ids: principal.cloudspaceIds === undefined ? null : [...principal.cloudspaceIds],
    tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name },
  };
}

async function subjectOf(
  db: TenantDb,
  { kind, id }: Principal,
): Promise<Pick<Me, 'kind' | 'id' | 'name' | 'email' | 'role'>> {
  if (kind === 'service') {
    const name = (await selectServiceAccountName(db, id)) ?? refuse('not_found');
    return { kind: 'service_account', id, name, email: null, role: null };
  }
  if (kind !== 'user' && kind !== 'session')
    return refuse('forbidden', { message: 'This token belongs to neither a user nor a service account.' });
  const { name, email, role_id, role_name, role_builtin } = (await selectUser(db, id)) ?? refuse('not_found');
  return { kind: 'user', id, name, email, role: { id: role_id, name: role_name, builtin: role_builtin } };
}

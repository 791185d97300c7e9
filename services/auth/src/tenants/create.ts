import { type Clock, type MakeId, refuse, type TenantDb } from '@wheelhouse/kit';
import { type BuiltinRole } from '../roles/builtin.ts';
import { addBuiltinRoles } from '../roles/service.ts';
import { insertTenant } from './store.ts';

export interface NewTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly operator: boolean;
}

/** The tenant and its five roles, in a transaction of the tenant that comes to be. */
export async function createTenant(
  db: TenantDb,
  context: { readonly makeId: MakeId; readonly clock: Clock },
  tenant: NewTenant,
): Promise<{ readonly roles: Readonly<Record<BuiltinRole, string>> }> {
  if (!(await insertTenant(db, tenant, context.clock.now())))
    refuse('already_exists', {
      message: `The slug ${tenant.slug} is taken, possibly by a tenant that is being deleted. Choose another.`,
    });
  return { roles: await addBuiltinRoles(db, context) };
}

import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { readSecret } from '../secrets/format.ts';
import { hashPassword, refuseWeakPassword } from '../sign-in/passwords.ts';
import { createTenant } from '../tenants/create.ts';
import { refuseReservedSlug } from '../tenants/schema.ts';
import { ownerRole } from '../roles/service.ts';
import { addInvited, hasUsers, takePassword } from '../users/service.ts';
import type { ClaimSetup } from './schema.ts';
import { claimLink, hasTenants, lockSetup, selectLink, type SetupLinkRow } from './store.ts';

type Context = Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'makeId'>;

export interface Owner {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly tenant?: { readonly slug: string; readonly name: string } | undefined;
}

/** What is done in the same transaction, once the owner is there. */
type Then<T> = (db: TenantDb, userId: string) => Promise<T>;

/** The link is used up by it; of two who open it the first is the owner. */
export async function claimSetupLink<T>(context: Context, { token, ...owner }: ClaimSetup, then: Then<T>): Promise<T> {
  const secret = readSecret(token);
  const link = secret?.kind === 'link' ? await context.database.system((db) => selectLink(db, secret.hash)) : undefined;
  if (link === undefined)
    refuse('not_found', { message: 'This is not the current setup link. Check that it was copied completely.' });
  if (link.claimed_at !== null || link.expires_at <= context.clock.now()) refuseEnded();
  return makeOwner(context, owner, then, link);
}

export async function makeOwner<T>(context: Context, owner: Owner, then: Then<T>, link?: SetupLinkRow): Promise<T> {
  const { database, clock, makeId } = context;
  const { email, name, password, tenant } = owner;
  const known = link?.tenant_id ?? undefined;
  if (known === undefined && tenant === undefined)
    refuse('validation_failed', {
      message: 'Name the tenant to create: tenant {slug, name}.',
      details: [{ field: 'tenant', code: 'required', message: 'is required because there is no tenant yet' }],
    });
  if (known === undefined && tenant !== undefined) refuseReservedSlug(tenant.slug);
  await refuseWeakPassword(password, { email, name });
  // What is slow stands before the transaction.
  const hash = await hashPassword(password);
  return database.tenant(known ?? makeId(), async (db) => {
    await lockSetup(db);
    if (link !== undefined && !(await claimLink(db, link.id, clock.now()))) refuseEnded();
    const roleId = known === undefined ? await firstTenant(db, context, tenant) : await ownerlessTenantsRole(db);
    const user = await addInvited(db, context, { email, name, roleId });
    await takePassword(db, clock, user, { hash, name: undefined });
    return then(db, user.id);
  });
}

/** The first tenant is the operator's. */
async function firstTenant(db: TenantDb, context: Context, tenant: Owner['tenant']): Promise<string> {
  if (await hasTenants(db))
    refuse('conflict', { message: 'This installation already has an owner. Ask them for an invitation.' });
  const { slug = '', name = '' } = tenant ?? {};
  const { roles } = await createTenant(db, context, { id: db.tenantId, slug, name, operator: true });
  return roles.owner;
}

async function ownerlessTenantsRole(db: TenantDb): Promise<string> {
  if (await hasUsers(db))
    refuse('conflict', { message: 'This tenant already has users. Ask one of its administrators for an invitation.' });
  return ownerRole(db);
}

function refuseEnded(): never {
  return refuse('gone', {
    message: 'This link was used or has expired. Create a new one with wheelhouse admin setup-link.',
  });
}

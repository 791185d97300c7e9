import { type ModuleContext, refuse, type WriteAudit } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { type MadeLink, makeLink } from '../links/make.ts';
import { tenantBySlug } from '../tenants/service.ts';
import { recoverableOwner } from '../users/service.ts';

/**
 * For an owner who lost everything, by whoever runs the installation: a link to a new password. Their second
 * factor is taken off, else the link would lead nowhere; both stand in the tenant's audit trail.
 */
export async function recoverOwner(
  context: Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'makeId' | 'settings'>,
  writeAudit: WriteAudit,
  { slug, email }: { readonly slug: string; readonly email: string },
): Promise<MadeLink> {
  const { database } = context;
  const tenant =
    (await database.system((db) => tenantBySlug(db, slug))) ??
    refuse('not_found', { message: `There is no tenant with the slug ${slug}.` });
  return database.tenant(tenant.id, async (db) => {
    const owner = await recoverableOwner(db, context, email);
    const link = await makeLink(db, context, { kind: 'reset', userId: owner.id, createdBy: null });
    await writeAudit(db, {
      action: 'owner.recover',
      route: 'wheelhouse admin recover-owner',
      actor: { kind: 'operator', id: null, credential_id: null },
      object_id: owner.id,
      request_id: null,
      address: null,
      result: 'done',
      count: 1,
      details: { email: owner.email, second_factor_removed: owner.has_totp },
    });
    return link;
  });
}

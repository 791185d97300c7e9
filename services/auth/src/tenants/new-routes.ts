import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { mailLink } from '../links/mail-link.ts';
import { makeLink } from '../links/make.ts';
import { mailer } from '../mail/mail.ts';
import { addInvited, invitedOwner } from '../users/service.ts';
import { facts, shown } from './answer.ts';
import { createTenant } from './create.ts';
import { createdTenant, createTenantBody, ownerLink, refuseReservedSlug, tenantId } from './schema.ts';
import { existingTenant, operatorOnly } from './service.ts';

/** The trail of a new tenant begins with its making; who of the operator's people made it is in the operator's. */
const operator = { kind: 'operator', id: null, credential_id: null } as const;

/** How a tenant comes to be and its first owner comes in. Each is told in both tenants' trails, and in each with its change. */
export function newTenantRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { database, makeId } = context;
  const send = mailer(context.settings, context.log);
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/tenants',
      access: 'admin',
      reach: 'none',
      summary: "Create a tenant and invite its owner; the owner's link is shown only once (operator)",
      audit: { action: 'tenant.create' },
      body: createTenantBody,
      status: 201,
      response: createdTenant,
      secretAnswer: true,
      errors: ['not_found', 'already_exists'],
      handler: async ({ body, read, change, audited }) => {
        await read(operatorOnly);
        refuseReservedSlug(body.slug);
        const id = makeId();
        const name = body.name.trim();
        const made = await database.tenant(id, async (db) => {
          const { roles } = await createTenant(db, context, { id, slug: body.slug, name, operator: false });
          const owner = await addInvited(db, context, { ...body.owner, roleId: roles.owner });
          const link = await makeLink(db, context, { kind: 'invite', userId: owner.id, createdBy: null });
          const row = await existingTenant(db, id);
          await audited(db, { actor: operator, objectId: id, details: facts(row) });
          return { row, owner, link };
        });
        await change(async () => ({ objectId: id, audit: { details: facts(made.row) } }));
        const link = await mailLink(send, 'invite', { ...made.owner, tenant: name }, made.link);
        return {
          body: { ...shown(made.row), owner: { id: made.owner.id, email: made.owner.email }, link },
          headers: { location: `/api/v1/tenants/${id}` },
        };
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/tenants/:id/owner-link',
      access: 'admin',
      reach: 'none',
      summary: 'Create a new link for the owner of a tenant no one has joined yet (operator)',
      audit: { action: 'tenant.owner_link' },
      params: tenantId,
      status: 201,
      response: ownerLink,
      secretAnswer: true,
      errors: ['invalid_state'],
      handler: async ({ params: { id }, read, change, audited }) => {
        const { name } = await read(async (db) => {
          await operatorOnly(db);
          return existingTenant(db, id);
        });
        const made = await database.tenant(id, async (db) => {
          const owner = await invitedOwner(db);
          const link = await makeLink(db, context, { kind: 'invite', userId: owner.id, createdBy: null });
          await audited(db, { actor: operator, objectId: owner.id });
          return { owner, link };
        });
        await change(async () => ({ objectId: id }));
        const link = await mailLink(send, 'invite', { ...made.owner, tenant: name }, made.link);
        return { body: { owner: { id: made.owner.id, email: made.owner.email }, link } };
      },
    }),
  ];
}

import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { claim, openLink } from './claim.ts';
import { claimedLink, claimLink, lookLink, seenLink } from './schema.ts';
import type { LinkRow } from './store.ts';

const actions = { invite: 'user.accept_invite', reset: 'user.reset_password' } as const;

/** What the holder of a link does with it, before anybody knows them. */
export function linkRoutes({ database, clock }: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/links/look',
      access: 'public',
      reach: 'none',
      summary: 'Show what a link is for, without using it',
      operation: 'lookAtLink',
      audit: { none: 'changes nothing; a POST so that the token does not appear in the URL' },
      body: lookLink,
      response: seenLink,
      errors: ['forbidden', 'not_found', 'gone'],
      handler: async ({ body }) => {
        const { link } = await openLink(database, clock, body.token);
        const { kind, email, name, expires_at } = link;
        return { body: { kind, email, name, tenant: tenantOf(link), expires_at: expires_at.toISOString() } };
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/links/claim',
      access: 'public',
      reach: 'none',
      summary: 'Set a password with a link; the link can be used once',
      audit: { action: 'link.claim' },
      body: claimLink,
      response: claimedLink,
      errors: ['forbidden', 'not_found', 'gone'],
      handler: async ({ body, audited }) => {
        const { link } = await claim(database, clock, body, (db, found) => {
          const { id, kind, user_id } = found.link;
          const actor = { kind: 'user', id: user_id, credential_id: id } as const;
          return audited(db, { action: actions[kind], actor, objectId: user_id });
        });
        return { body: { email: link.email, tenant: tenantOf(link) } };
      },
    }),
  ];
}

function tenantOf({ tenant_slug, tenant_name }: LinkRow) {
  return { slug: tenant_slug, name: tenant_name };
}

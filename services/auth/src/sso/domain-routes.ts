import { defineRoute, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { cookiesOf } from '../sessions/cookie.ts';
import { closeDomain } from '../sessions/ways-in.ts';
import { isOperator } from '../tenants/service.ts';
import { refuseUnlessAdmin } from './admin.ts';
import { deleteDomain, domains } from './domain-store.ts';
import { addDomain, existingDomain, markVerified, refuseUnlessPublished, shownDomain } from './domains.ts';
import { addDomain as addBody, domain, domainId } from './schema.ts';

/** The mail domains whose people sign in by single sign-on. */
export function domainRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { settings, makeId, clock } = context;
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  return [
    listRoute(context, domains, {
      url: '/api/v1/sso/domains',
      access: 'admin',
      summary: 'List mail domains, newest first',
      item: domain,
      shown: (rows) => rows.map(shownDomain),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/sso/domains',
      access: 'session',
      reach: 'tenant',
      summary:
        "Add a mail domain; the response contains the TXT record that verifies it (the operator's tenant needs none)",
      audit: { action: 'sso_domain.create' },
      body: addBody,
      status: 201,
      response: domain,
      errors: ['already_exists'],
      handler: async ({ body, principal, change }) => {
        refuseUnlessAdmin(principal);
        return change(async (db) => {
          const row = await addDomain(db, makeId, body.domain, clock.now(), await isOperator(db));
          return { body: shownDomain(row), audit: { details: { domain: row.domain } } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/sso/domains/:id/verify',
      access: 'session',
      reach: 'tenant',
      summary: 'Look up the TXT record; once it is found, people from the domain can sign in',
      audit: { action: 'sso_domain.verify' },
      params: domainId,
      response: domain,
      errors: ['invalid_state', 'conflict', 'upstream_error'],
      handler: async ({ params, principal, read, change }) => {
        refuseUnlessAdmin(principal);
        const row = await read((db) => existingDomain(db, params.id));
        const needsRecord = row.verified_at === null && !(await read(isOperator));
        if (needsRecord) await refuseUnlessPublished(settings.SSO_DNS_SERVERS, row);
        return change(async (db) => {
          const verified = await markVerified(db, params.id, clock.now());
          return { body: shownDomain(verified), audit: { details: { domain: verified.domain } } };
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/sso/domains/:id',
      access: 'session',
      reach: 'tenant',
      summary:
        'Remove a mail domain; its users can no longer sign in with single sign-on, and those who did are signed out',
      audit: { action: 'sso_domain.delete' },
      params: domainId,
      status: 204,
      handler: async ({ params, principal, change }) => {
        refuseUnlessAdmin(principal);
        return change(async (db) => {
          const row = await existingDomain(db, params.id, 'FOR UPDATE');
          await deleteDomain(db, row);
          const ended = await closeDomain(db, clock, row.domain);
          return {
            headers: cookies.clearIfEnded(principal, ended),
            audit: { details: { domain: row.domain, sessions_ended: ended.length } },
          };
        });
      },
    }),
  ];
}

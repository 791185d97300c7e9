import { defineRoute, etagOf, type ModuleContext, type Reply, type Route, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { cookiesOf } from '../sessions/cookie.ts';
import { changeOwn, type OwnTenant, readOwn } from './own.ts';
import { changeOwnTenant, ownTenant } from './schema.ts';

/** What a tenant says of itself, and how its people sign in. */
export function ownTenantRoutes({ clock, settings }: ModuleContext<AuthSettings>): readonly Route[] {
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/tenant',
      access: 'read',
      reach: 'none',
      summary: 'Read the settings of your tenant',
      operation: 'getOwnTenant',
      response: ownTenant,
      handler: async ({ read }) => answer(await read((db: TenantDb) => readOwn(db))),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/tenant',
      access: 'admin',
      reach: 'tenant',
      summary: 'Rename your tenant or change how its users sign in',
      operation: 'updateOwnTenant',
      audit: { action: 'tenant.settings' },
      body: changeOwnTenant,
      response: ownTenant,
      errors: ['conflict', 'precondition_failed'],
      handler: async ({ body, principal, change, unlessChanged }) =>
        change(async (db) => {
          const { before, after, ended } = await changeOwn(db, clock, body, (own) => unlessChanged(etagOf(own)));
          const sessions = ended.length === 0 ? {} : { sessions_ended: ended.length };
          return {
            ...answer(after),
            objectId: db.tenantId,
            headers: cookies.clearIfEnded(principal, ended),
            audit: { details: { before, after, ...sessions } },
          };
        }),
    }),
  ];
}

function answer(own: OwnTenant): Reply {
  return { body: own, etag: etagOf(own) };
}

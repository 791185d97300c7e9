import { defineRoute, etagOf, type ModuleContext, refuse, type Route, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { cookiesOf } from '../sessions/cookie.ts';
import { refuseUnlessFresh } from '../sessions/service.ts';
import { closeSso } from '../sessions/ways-in.ts';
import { refuseUnlessAdmin } from './admin.ts';
import { accessFor, existingConnection, putConnection, shownConnection } from './connection.ts';
import { type ConnectionRow, deleteConnection, selectConnection } from './connection-store.ts';
import { deleteFlowsOf } from './flow-store.ts';
import type { Providers } from './provider.ts';
import { ProviderFault } from './provider-fault.ts';
import { connection, putConnection as putBody } from './schema.ts';

/** The tenant's identity provider. Who changes it decides whom to believe, so no token may. */
export function connectionRoutes(context: ModuleContext<AuthSettings>, providers: Providers): readonly Route[] {
  const { settings, secrets, makeId, clock } = context;
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  const answer = async (db: TenantDb, row: ConnectionRow) => {
    const body = await shownConnection(db, row, settings.EXTERNAL_URL);
    return { body, etag: etagOf(body) };
  };
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/sso',
      access: 'admin',
      reach: 'none',
      summary: "Read the tenant's single sign-on configuration",
      response: connection,
      errors: ['not_found'],
      handler: async ({ read }) => read(async (db) => answer(db, await existingConnection(db))),
    }),
    defineRoute({
      method: 'PUT',
      url: '/api/v1/sso',
      access: 'session',
      reach: 'tenant',
      summary: 'Set up or change single sign-on; the metadata of the provider is fetched',
      audit: { action: 'sso.change' },
      body: putBody,
      response: connection,
      errors: ['precondition_failed'],
      handler: async ({ body, principal, tenantId, read, change, unlessChanged }) => {
        refuseUnlessAdmin(principal);
        const access = await read(async (db) => {
          await refuseUnlessFresh(db, principal.credentialId, clock.now());
          return accessFor(secrets, tenantId, body, await selectConnection(db));
        });
        await providers.discover(access).catch(refuseIssuer);
        return change(async (db) => {
          const before = await selectConnection(db, 'FOR UPDATE');
          if (before !== undefined) unlessChanged((await answer(db, before)).etag);
          // Again: what was kept may have been replaced while the provider was asked.
          const current = accessFor(secrets, tenantId, body, before);
          const row = await putConnection(db, { secrets, makeId, now: clock.now(), principal }, body, current, before);
          const { issuer, client_id, enabled, set_by_owner } = row;
          return { ...(await answer(db, row)), audit: { details: { issuer, client_id, enabled, set_by_owner } } };
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/sso',
      access: 'session',
      reach: 'tenant',
      summary: 'Remove single sign-on; users who signed in with it are signed out',
      audit: { action: 'sso.delete' },
      status: 204,
      errors: ['not_found', 'precondition_failed'],
      handler: async ({ principal, change, unlessChanged }) => {
        refuseUnlessAdmin(principal);
        return change(async (db) => {
          await refuseUnlessFresh(db, principal.credentialId, clock.now());
          const row = await existingConnection(db, 'FOR UPDATE');
          unlessChanged((await answer(db, row)).etag);
          await deleteConnection(db, row.id);
          await deleteFlowsOf(db);
          const ended = await closeSso(db, clock);
          return {
            objectId: row.id,
            headers: cookies.clearIfEnded(principal, ended),
            audit: { details: { issuer: row.issuer, sessions_ended: ended.length } },
          };
        });
      },
    }),
  ];
}

function refuseIssuer(error: unknown): never {
  if (!(error instanceof ProviderFault)) throw error;
  return refuse('validation_failed', {
    message: `The issuer cannot be used: ${error.message}.`,
    details: [{ field: 'issuer', code: 'provider', message: error.message }],
  });
}

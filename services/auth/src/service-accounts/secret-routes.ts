import { defineRoute, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { credentials, ownedBy, revokeCredential, shown, type ShownCredential } from '../credentials/service.ts';
import { accountId, createdSecret, newSecret, secret, secretId } from './schema.ts';
import { createSecret, existing, mayAlter } from './service.ts';
import { selectAccount } from './store.ts';

const url = '/api/v1/service-accounts/:id/secrets';

/** What a program shows at the token endpoint in the name of its account. */
export function secretRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  return [
    listRoute(context, credentials, {
      url,
      access: 'admin',
      summary: 'List the secrets of a service account, newest first',
      params: accountId,
      item: secret,
      within: async (db, { params }) => ownedBy('service', (await existing(selectAccount(db, params.id))).id),
      shown: (rows) => rows.map((row) => withoutScopes(shown(row))),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      reach: 'none',
      summary: 'Create a secret for a service account; it is shown only once',
      audit: { action: 'service_account.secret_create' },
      params: accountId,
      body: newSecret,
      status: 201,
      response: createdSecret,
      secretAnswer: true,
      errors: ['conflict'],
      handler: async ({ params, body, principal, change }) =>
        change(async (db) => {
          const created = await createSecret(db, context, principal, params.id, body);
          const { id, name, expires_at } = created.shown;
          return {
            body: { ...withoutScopes(created.shown), client_id: params.id, client_secret: created.secret },
            objectId: id,
            audit: { details: { account_id: params.id, name, expires_at } },
          };
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:secret_id`,
      access: 'admin',
      reach: 'none',
      summary: 'Revoke a secret of a service account',
      audit: { action: 'service_account.secret_revoke' },
      params: secretId,
      status: 204,
      handler: async ({ params: { id, secret_id }, principal, change }) =>
        change(async (db) => {
          await mayAlter(db, principal, id);
          const expected = { kind: 'service', ownerId: id, by: principal.id } as const;
          const { name } = await revokeCredential(db, clock, secret_id, expected);
          return { audit: { objectId: secret_id, details: { account_id: id, name } } };
        }),
    }),
  ];
}

/** A secret has no scopes of its own: its power is the account's. */
function withoutScopes({ scopes: _, ...rest }: ShownCredential): Omit<ShownCredential, 'scopes'> {
  return rest;
}

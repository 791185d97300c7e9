import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { credentialsOf, revokeCredential, type ShownCredential } from '../credentials/service.ts';
import { accountId, createdSecret, newSecret, secretId, secretList, secretQuery } from './schema.ts';
import { createSecret, existing } from './service.ts';
import { selectAccount } from './store.ts';

const url = '/api/v1/service-accounts/:id/secrets';

/** What a program shows at the token endpoint in the name of its account. */
export function secretRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { cursors, clock } = context;
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'admin',
      summary: 'List the secrets of a service account, newest first',
      params: accountId,
      query: secretQuery,
      response: secretList,
      handler: async ({ params, query, read }) =>
        read(async (db) => {
          await existing(selectAccount(db, params.id));
          const { data, ...rest } = await credentialsOf(db, cursors, query, 'service', params.id);
          return { body: { data: data.map(withoutScopes), ...rest } };
        }),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      summary: 'Create a secret of a service account; it is shown this once',
      audit: { action: 'service_account.secret_create' },
      params: accountId,
      body: newSecret,
      status: 201,
      response: createdSecret,
      secretAnswer: true,
      errors: ['conflict'],
      handler: async ({ params, body, principal, change }) =>
        change(async (db) => {
          const { shown, secret } = await createSecret(db, context, principal, params.id, body);
          return {
            body: { ...withoutScopes(shown), client_id: params.id, client_secret: secret },
            objectId: shown.id,
            audit: { details: { account_id: params.id, name: shown.name, expires_at: shown.expires_at } },
          };
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:secret_id`,
      access: 'admin',
      summary: 'Revoke a secret of a service account',
      audit: { action: 'service_account.secret_revoke' },
      params: secretId,
      status: 204,
      handler: async ({ params: { id, secret_id }, principal, change }) =>
        change(async (db) => {
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

import { defineRoute, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { credentials, ownedBy, revokeCredential, shown } from '../credentials/service.ts';
import { createdToken, createToken, token, tokenId } from './schema.ts';
import { issueToken } from './service.ts';

/** A person's own access tokens. */
export function tokenRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  return [
    listRoute(context, credentials, {
      url: '/api/v1/tokens',
      access: 'read',
      summary: 'List your personal access tokens, newest first',
      item: token,
      within: async (_, { principal }) => ownedBy('personal', principal.id),
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/tokens',
      access: 'session',
      reach: 'none',
      summary: 'Create a personal access token; it is shown only once',
      audit: { action: 'token.create' },
      body: createToken,
      status: 201,
      response: createdToken,
      secretAnswer: true,
      errors: ['conflict'],
      handler: async ({ body, principal, change }) => change((db) => issueToken(db, context, principal, body)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/tokens/:id',
      access: 'own',
      reach: 'none',
      summary: 'Revoke one of your personal access tokens, using any of your credentials',
      audit: { action: 'token.revoke' },
      params: tokenId,
      status: 204,
      handler: async ({ params, principal, change }) =>
        change(async (db) => {
          const details = await revokeCredential(db, clock, params.id, {
            kind: 'personal',
            ownerId: principal.id,
            by: principal.id,
          });
          return { audit: { details } };
        }),
    }),
  ];
}

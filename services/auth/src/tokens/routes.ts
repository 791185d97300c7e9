import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { credentialsOf, revokeCredential } from '../credentials/service.ts';
import { createdToken, createToken, listQuery, tokenId, tokenList } from './schema.ts';
import { issueToken } from './service.ts';

/** A person's own access tokens. */
export function tokenRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { cursors, clock } = context;
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/tokens',
      access: 'read',
      summary: 'List your personal access tokens, newest first',
      query: listQuery,
      response: tokenList,
      handler: async ({ query, principal, read }) => ({
        body: await read((db) => credentialsOf(db, cursors, query, 'personal', principal.id)),
      }),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/tokens',
      access: 'session',
      summary: 'Create a personal access token; it is shown this once',
      audit: { action: 'token.create' },
      body: createToken,
      status: 201,
      response: createdToken,
      secretAnswer: true,
      handler: async ({ body, principal, change }) => change((db) => issueToken(db, context, principal, body)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/tokens/:id',
      access: 'own',
      summary: 'Revoke one of your personal access tokens, with any credential of yours',
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

import { defineRoute, etagOf, listRoute, type ModuleContext, readRow, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { revokeCredential, signalCredentials } from '../credentials/service.ts';
import { createdSignalToken, newSignalToken, signalToken, signalTokenId } from './schema.ts';
import { createSignalToken, shown } from './service.ts';

const url = '/api/v1/signal-tokens';

/** What Alertmanager and other senders of signals show: an ingest token, which opens nothing else. */
export function signalTokenRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  return [
    listRoute(context, signalCredentials, {
      url,
      access: 'admin',
      summary: 'List signal tokens, newest first',
      item: signalToken,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      reach: 'cluster',
      summary: 'Create a token with which a program can send signals and do nothing else; it is shown only once',
      audit: { action: 'signal_token.create' },
      body: newSignalToken,
      status: 201,
      response: createdSignalToken,
      secretAnswer: true,
      errors: ['conflict'],
      handler: async ({ body, principal, reach, change }) =>
        change(async (db) => {
          const { made, secret } = await createSignalToken(db, context, { principal, reach }, body);
          const { id, name, cluster_id, expires_at } = made;
          return {
            body: { ...made, token: secret },
            headers: { location: `${url}/${id}` },
            objectId: id,
            audit: { details: { name, cluster_id, expires_at } },
          };
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'cluster',
      summary: 'Read a signal token',
      params: signalTokenId,
      response: signalToken,
      etag: true,
      handler: async ({ params, reach, read }) => {
        const body = shown(await read((db) => readRow(db, signalCredentials, params.id, reach)));
        return { body, etag: etagOf(body) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'cluster',
      summary: 'Revoke a signal token, everywhere within a second',
      audit: { action: 'signal_token.revoke' },
      params: signalTokenId,
      status: 204,
      handler: async ({ params, principal, reach, change }) =>
        change(async (db) => {
          const { id } = await readRow(db, signalCredentials, params.id, reach);
          const { name } = await revokeCredential(db, clock, id, { kind: 'ingest', by: principal.id });
          return { audit: { details: { name } } };
        }),
    }),
  ];
}

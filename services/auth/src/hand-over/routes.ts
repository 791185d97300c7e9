import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { createdToken } from '../tokens/schema.ts';
import { exchangeCode, handedOver, handOver } from './schema.ts';
import { exchangeForToken, handTokenOver } from './service.ts';

/**
 * How a browser gives a personal token to a program on the same machine, after RFC 8252 and 7636: the page gets a
 * code, and the program, which alone knows the verifier, exchanges it. The token stands in no address.
 */
export function handOverRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/tokens/hand-over',
      access: 'session',
      reach: 'none',
      summary: 'Grant a personal access token to a program on this machine; returns a code valid for one minute',
      operation: 'handOverToken',
      audit: { action: 'token.hand_over' },
      body: handOver,
      status: 201,
      response: handedOver,
      secretAnswer: true,
      handler: async ({ body, principal, change }) => change((db) => handTokenOver(db, context, principal, body)),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/tokens/exchange',
      access: 'public',
      reach: 'none',
      summary: 'Exchange the code for the personal access token, which is shown only once',
      operation: 'exchangeCodeForToken',
      audit: { action: 'token.create' },
      body: exchangeCode,
      status: 201,
      response: createdToken,
      secretAnswer: true,
      errors: ['invalid_grant', 'conflict'],
      handler: async ({ body, audited }) =>
        exchangeForToken(context, body, (db, { id, user_id }, { objectId, audit }) =>
          audited(db, {
            ...audit,
            ...(objectId === undefined ? {} : { objectId }),
            actor: { kind: 'user', id: user_id, credential_id: id },
          }),
        ),
    }),
  ];
}

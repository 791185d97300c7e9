import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { lastUsedOf } from '../credentials/last-used.ts';
import { exchanged, shownCredential } from './schema.ts';
import { exchange } from './service.ts';

export function exchangeRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const lastUsed = lastUsedOf(context);
  return [
    defineRoute({
      method: 'POST',
      url: '/internal/v1/exchange',
      access: 'internal',
      reach: 'none',
      summary: "Exchange a caller's credential for an access token valid for one minute, before their tenant is known",
      audit: { none: 'issuing a short-lived token changes nothing; use is in last_used_at' },
      body: shownCredential,
      response: exchanged,
      secretAnswer: true,
      handler: async ({ body: { credential, address } }) => ({
        body: await exchange(context, lastUsed, credential, address),
      }),
    }),
  ];
}

import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { lastUsedOf } from '../credentials/last-used.ts';
import { readTokenRequest } from './request.ts';
import { tokenRequest, tokenResponse } from './schema.ts';
import { issueAccessToken } from './service.ts';

export function tokenEndpointRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const lastUsed = lastUsedOf(context);
  return [
    defineRoute({
      method: 'POST',
      url: '/oauth/token',
      access: 'public',
      reach: 'none',
      summary: 'Exchange client credentials for an access token valid for 15 minutes (RFC 6749 section 4.4)',
      operation: 'issueAccessToken',
      audit: { none: 'issuing a short-lived token changes nothing; use is in last_used_at' },
      form: true,
      budget: 'client',
      body: tokenRequest,
      response: tokenResponse,
      secretAnswer: true,
      errors: ['invalid_client', 'invalid_grant', 'invalid_scope', 'unsupported_grant_type'],
      handler: async ({ body, request }) => ({
        body: await issueAccessToken(
          context,
          lastUsed,
          readTokenRequest(body, request.header('authorization')),
          request.address,
        ),
      }),
    }),
  ];
}

import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { cookiesOf } from '../sessions/cookie.ts';
import { startSession } from '../sessions/service.ts';
import { cookieInPlaceOfShown } from '../sessions/shown.ts';
import { beginFlow, returnFromProvider, unchangedConnection } from './flow.ts';
import { admit } from './person.ts';
import type { Providers } from './provider.ts';
import { SignInRefused } from './refused.ts';
import { callbackQuery, startedFlow, startFlow } from './schema.ts';

const unseen = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** Signing in at the tenant's identity provider: there, and back again with a session. */
export function flowRoutes(context: ModuleContext<AuthSettings>, providers: Providers): readonly Route[] {
  const { database, settings } = context;
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/sso/start',
      access: 'public',
      reach: 'none',
      summary: 'Start a single sign-on; the browser then goes to authorization_url',
      audit: { none: 'the caller is not known yet; the sign-in itself is audited when the browser returns' },
      body: startFlow,
      response: startedFlow,
      errors: ['not_found', 'upstream_error'],
      handler: async ({ body }) => {
        const { authorizationUrl, browser } = await beginFlow(context, providers, body);
        return {
          body: { authorization_url: authorizationUrl },
          headers: { ...unseen, 'set-cookie': cookies.sso.set(browser) },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/sso/callback',
      access: 'public',
      reach: 'none',
      summary: 'Callback for the identity provider: signs the user in and redirects to where they were going',
      operation: 'finishSso',
      audit: { action: 'session.create' },
      query: callbackQuery,
      status: 303,
      handler: async ({ query, request, audited, log }) => {
        const finish = async () => {
          const shown = cookies.sso.read(request.header('cookie'));
          const { tenantId, connection, identity, returnTo } = await returnFromProvider(
            context,
            providers,
            query,
            shown,
          );
          const started = await database.tenant(tenantId, async (db) => {
            await unchangedConnection(db, connection);
            const { userId, mailDomain, made, roleBefore, roleAfter } = await admit(db, context, connection, identity);
            const { address, userAgent } = request;
            const begun = { userId, method: 'sso', address, userAgent, mailDomain } as const;
            const session = await startSession(db, context, begun);
            await audited(db, {
              actor: { kind: 'session', id: userId, credential_id: session.id },
              objectId: session.id,
              details: {
                method: 'sso',
                ...(made ? { user_created: true } : {}),
                ...(roleBefore === roleAfter ? {} : { role_before: roleBefore ?? null, role_after: roleAfter }),
              },
            });
            return session;
          });
          return { location: returnTo, cookies: [await cookieInPlaceOfShown(context, request, started)] };
        };
        const { location, cookies: set } = await finish().catch((error: unknown) => {
          const code = error instanceof SignInRefused ? error.code : 'sso_failed';
          if (error instanceof SignInRefused) log.warn({ code, reason: error.message }, 'a single sign-on was refused');
          else log.error({ err: error }, 'a single sign-on failed');
          return { location: `/login?error=${code}`, cookies: [] };
        });
        return { headers: { ...unseen, location, 'set-cookie': [cookies.sso.clear(), ...set] } };
      },
    }),
  ];
}

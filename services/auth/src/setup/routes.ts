import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { signedInAs } from '../sessions/holder.ts';
import { signedIn } from '../sessions/schema.ts';
import { startSession } from '../sessions/service.ts';
import { cookieInPlaceOfShown } from '../sessions/shown.ts';
import { refuseForeignOrigin } from '../sign-in/origin.ts';
import { claimSetupLink } from './claim.ts';
import { claimSetup, setupState } from './schema.ts';
import { hasTenants, selectLiveLink } from './store.ts';

/** The first start, before anybody is known. */
export function setupRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { database, clock, settings } = context;
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/setup',
      access: 'public',
      reach: 'none',
      summary: 'Read whether this installation is still waiting for its owner',
      response: setupState,
      handler: async () =>
        database.system(async (db) => {
          const live = await selectLiveLink(db, clock.now());
          return { body: { needed: !(await hasTenants(db)), link_expires_at: live?.expires_at.toISOString() ?? null } };
        }),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/setup',
      access: 'public',
      reach: 'none',
      summary: 'Claim the setup link: create the owner and sign them in',
      operation: 'claimSetup',
      audit: { action: 'setup.claim' },
      body: claimSetup,
      status: 201,
      response: signedIn,
      errors: ['not_found', 'gone', 'conflict', 'validation_failed'],
      handler: async ({ body, request, audited }) => {
        refuseForeignOrigin(request, settings.EXTERNAL_URL);
        const { session, answer } = await claimSetupLink(context, body, async (db, userId) => {
          const { address, userAgent } = request;
          const started = await startSession(db, context, { userId, method: 'setup', address, userAgent });
          await audited(db, {
            actor: { kind: 'session', id: userId, credential_id: started.id },
            objectId: userId,
            details: { email: body.email },
          });
          return { session: started, answer: await signedInAs(db, started.id, clock.now()) };
        });
        const cookie = await cookieInPlaceOfShown(context, request, session);
        return { body: answer, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } };
      },
    }),
  ];
}

import { defineRoute, listRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { countGuess } from '../second-factor/guesses.ts';
import { attemptsOf } from '../sign-in/attempts.ts';
import { refuseForeignOrigin } from '../sign-in/origin.ts';
import { proveFactor, provePassword } from '../sign-in/prove.ts';
import { cookiesOf } from './cookie.ts';
import { signedInAs } from './holder.ts';
import { reauthenticate, type Session, session, sessionId, signedIn } from './schema.ts';
import { liveSession, renewProof, stopSession } from './service.ts';
import { liveAt, type SessionRow, sessions } from './store.ts';

export function sessionRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock, settings } = context;
  const attempts = attemptsOf(context);
  const cookies = cookiesOf(settings.EXTERNAL_URL);
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/session',
      access: 'session',
      reach: 'none',
      summary: 'Read who is signed in',
      response: signedIn,
      handler: async ({ principal, read }) => ({
        body: await read((db) => signedInAs(db, principal.credentialId, clock.now())),
      }),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/session',
      access: 'session',
      reach: 'none',
      summary: 'Sign out',
      operation: 'signOut',
      audit: { action: 'session.end' },
      status: 204,
      errors: ['forbidden'],
      handler: async ({ principal, request, change }) => {
        refuseForeignOrigin(request, settings.EXTERNAL_URL);
        return change(async (db) => {
          await stopSession(db, clock, principal.credentialId);
          return { objectId: principal.credentialId, headers: { 'set-cookie': cookies.session.clear() } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/session/reauthenticate',
      access: 'session',
      reach: 'none',
      summary: 'Reauthenticate, for endpoints that require a recent sign-in',
      operation: 'reauthenticate',
      audit: { action: 'session.reauthenticate' },
      body: reauthenticate,
      response: signedIn,
      errors: ['forbidden', 'invalid_state', 'rate_limited'],
      handler: async ({ body: { password, ...factor }, principal, tenantId, request, change }) => {
        const prover = { tenantId, userId: principal.id, request };
        const { attempt } = await provePassword(context, attempts, prover, password, 'password');
        const guess = await countGuess(context, prover, factor);
        return change(async (db) => {
          await proveFactor(db, context, principal.id, guess);
          await attempt.succeeded(db);
          await renewProof(db, principal.credentialId, clock.now());
          const body = await signedInAs(db, principal.credentialId, clock.now());
          return { objectId: principal.credentialId, body };
        });
      },
    }),
    listRoute(context, sessions, {
      url: '/api/v1/sessions',
      access: 'read',
      summary: 'List your sessions, newest first',
      item: session,
      within: async (_, { principal }) => ({ user_id: principal.id }),
      also: () => [liveAt(clock.now())],
      shown: (rows, _, { principal }) => rows.map((row) => shown(row, principal.credentialId)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/sessions/:id',
      access: 'session',
      reach: 'none',
      summary: 'End one of your sessions',
      audit: { action: 'session.end' },
      params: sessionId,
      status: 204,
      handler: async ({ params, principal, change }) =>
        change(async (db) => {
          const found = await liveSession(db, params.id, clock.now());
          if (found?.user_id !== principal.id) refuse('not_found');
          await stopSession(db, clock, found.id);
          return found.id === principal.credentialId ? { headers: { 'set-cookie': cookies.session.clear() } } : {};
        }),
    }),
  ];
}

function shown({ user_id: _user, ended_at: _ended, ...row }: SessionRow, current: string): Session {
  return {
    id: row.id,
    current: row.id === current,
    method: row.method,
    created_at: row.created_at.toISOString(),
    authenticated_at: row.authenticated_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    address: row.address,
    user_agent: row.user_agent,
  };
}

import { type Clock, type MakeId, refuse, type TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { issueSecret } from '../secrets/format.ts';
import { forgetSecrets, rememberSecret } from '../secrets/store.ts';
import { freshMs, idleMs, longestMs } from './lifetime.ts';
import {
  endSession,
  endSessionsOf,
  insertSession,
  selectLacksSecondFactor,
  selectSession,
  type SessionRow,
  setAuthenticated,
} from './store.ts';

/** A person signed in with a browser. Opaque, stored hashed, a new one at every sign-in. */
export interface NewSession {
  readonly userId: string;
  readonly method: SessionRow['method'];
  readonly address: string;
  readonly userAgent: string;
  /** By single sign-on: of the address they came with. */
  readonly mailDomain?: string;
}

export interface StartedSession {
  readonly id: string;
  /** The cookie's value; told to the browser and nobody else. */
  readonly secret: string;
  readonly expiresAt: Date;
}

export async function startSession(
  db: TenantDb,
  { makeId, clock }: { readonly makeId: MakeId; readonly clock: Clock },
  session: NewSession,
): Promise<StartedSession> {
  const id = makeId();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + longestMs);
  const { secret, hash } = issueSecret('session');
  await insertSession(db, { id, now, expiresAt, ...session });
  await rememberSecret(db, 'session', id, hash);
  return { id, secret, expiresAt };
}

/** The session if it is still good; undefined when it ended, ran out, or lay idle too long. */
export async function liveSession(db: TenantDb, id: string, now: Date): Promise<SessionRow | undefined> {
  const session = await selectSession(db, id);
  if (session === undefined || session.ended_at !== null || session.expires_at <= now) return undefined;
  return now.getTime() - session.last_seen_at.getTime() > idleMs ? undefined : session;
}

export async function stopSession(db: TenantDb, clock: Clock, id: string): Promise<void> {
  await endSession(db, id, clock.now());
  await forgetEnded(db, clock, [id]);
}

/** All sessions of a user, or all but the one they act with; how many there were. */
export async function stopSessionsOf(db: TenantDb, clock: Clock, userId: string, but?: string): Promise<number> {
  const ended = await forgetEnded(db, clock, await endSessionsOf(db, userId, but, clock.now()));
  return ended.length;
}

/** What was given for sessions that have just ended is worth nothing any more either. */
export async function forgetEnded(db: TenantDb, clock: Clock, ended: readonly string[]): Promise<readonly string[]> {
  await forgetSecrets(db, ...ended);
  await revoke(db, clock, ...ended.map((credentialId) => ({ credentialId })));
  return ended;
}

/** Its holder has proved again who they are. */
export async function renewProof(db: TenantDb, id: string, now: Date): Promise<void> {
  await setAuthenticated(db, id, now);
}

/**
 * What outlives a session, or opens a way in, wants its holder's proof to be fresh: a browser left open is
 * not enough to make a token. Nor may who still lacks the second factor their tenant asks for.
 */
export async function refuseUnlessFresh(db: TenantDb, sessionId: string, now: Date): Promise<void> {
  const session = await refuseUnlessProvedLately(db, sessionId, now);
  if (await lacksSecondFactor(db, session))
    refuse('forbidden', {
      message: 'Your tenant requires a second factor. Set it up with POST /api/v1/me/totp, then repeat this request.',
      details: [{ field: '', code: 'totp_setup_required', message: 'a second factor must be set up first' }],
    });
}

/** The same, for the setting up of a second factor itself. */
export async function refuseUnlessProvedLately(db: TenantDb, sessionId: string, now: Date): Promise<SessionRow> {
  const session = await liveSession(db, sessionId, now);
  if (session === undefined) return refuse('unauthenticated', { message: 'The session has ended. Sign in again.' });
  if (now.getTime() - session.authenticated_at.getTime() <= freshMs) return session;
  return refuse('forbidden', {
    message:
      'This request requires a sign-in within the last 15 minutes. Call POST /api/v1/session/reauthenticate with your password, or sign in again, then repeat it.',
    details: [
      { field: '', code: 'reauthentication_required', message: 'the last sign-in was more than 15 minutes ago' },
    ],
  });
}

/** With single sign-on the second factor is the identity provider's business. */
export async function lacksSecondFactor(
  db: TenantDb,
  { user_id, method }: Pick<SessionRow, 'user_id' | 'method'>,
): Promise<boolean> {
  return method !== 'sso' && selectLacksSecondFactor(db, user_id);
}

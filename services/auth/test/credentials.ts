import { accessSecrets, type Clock, makeIds, signAccessToken, systemClock, type TokenClaims } from '@wheelhouse/kit';
import { type Caller, caller, testSecret } from '@wheelhouse/testkit';
import { type BuiltinRole, builtinRoles } from '../src/roles/builtin.ts';
import { startSession } from '../src/sessions/service.ts';
import type { AuthProcess, TestTenant } from './start.ts';

export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  /** The cookie's value. */
  readonly secret: string;
  readonly who: Caller;
}

/** A user with a session that has just been signed in to, as the gateway would pass it on. */
export async function signedIn(
  { db }: Pick<AuthProcess, 'db'>,
  tenant: TestTenant,
  role: BuiltinRole = 'admin',
  clock: Clock = systemClock,
): Promise<SignedIn> {
  const { id: userId } = await tenant.user(role);
  const { id, secret } = await db.tenant(tenant.id, (handle) =>
    startSession(
      handle,
      { makeId: makeIds(clock), clock },
      { userId, method: 'sso', address: '::1', userAgent: 'test' },
    ),
  );
  const claims = {
    sub: userId,
    cid: id,
    tenant: tenant.id,
    kind: 'session',
    scopes: builtinRoles[role].scopes,
  } as const;
  return { userId, sessionId: id, secret, who: await caller(claims, clock) };
}

/** A module of the platform, for the one tenant it calls for or above all of them. */
export async function moduleCaller(
  sub: string,
  tenantId: string | undefined,
  clock: Clock = systemClock,
): Promise<Caller> {
  const claims: TokenClaims = {
    kind: 'module',
    sub,
    cid: sub,
    scopes: [],
    ...(tenantId === undefined ? {} : { tenant: tenantId }),
  };
  const options = { secrets: accessSecrets(testSecret), audience: 'auth', seconds: 60, clock };
  return { tenantId: tenantId ?? '', token: await signAccessToken(claims, options) };
}

export function claimsOf(
  token: string,
): TokenClaims & { readonly iat: number; readonly exp: number; readonly aud: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** One character that differs: still the same kind and length. */
export function typoOf(secret: string): string {
  return secret.slice(0, -10) + (secret.at(-10) === 'a' ? 'b' : 'a') + secret.slice(-9);
}

import { randomUUID } from 'node:crypto';
import { makeIds, systemClock } from '@wheelhouse/kit';
import type { Caller } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import type { TestTenant } from '../../services/auth/test/start.ts';
import { byCookie, byToken, type Shown } from './gateway-call.ts';
import type { House } from './house.ts';

/** People and accounts of the three kinds of credential. */

/** What somebody holds: an access token, as modules are shown it, and what gateways are shown. */
export interface Held {
  readonly token: string;
  readonly shown: Shown;
}

export const scopes = ['read', 'deploy'];

export async function signedIn({ db, exchange }: House, tenant: TestTenant) {
  const { id: userId } = await tenant.user('developer');
  const maker = { makeId: makeIds(systemClock), clock: systemClock };
  const session = { userId, method: 'sso', address: '::1', userAgent: 'proof' } as const;
  const { id, secret } = await db.tenant(tenant.id, (handle) => startSession(handle, maker, session));
  const { body } = await exchange(secret);
  const held: Held = { token: String(body.access_token), shown: byCookie(secret) };
  return { ...held, userId, sessionId: id, secret, who: { tenantId: tenant.id, token: held.token } };
}

export async function personalToken(house: House, tenant: TestTenant) {
  const { userId, who } = await signedIn(house, tenant);
  const made = await house.auth(who, 'POST', '/api/v1/tokens', { name: 'proof', scopes });
  const { body } = await house.exchange(made.body.token);
  const held: Held = { token: String(body.access_token), shown: byToken(made.body.token) };
  return { ...held, userId, who, id: String(made.body.id) };
}

export async function serviceAccount({ auth, token }: House, owner: Caller) {
  const account = await auth(owner, 'POST', '/api/v1/service-accounts', { name: randomUUID(), scopes });
  const path = `/api/v1/service-accounts/${account.body.id}`;
  const secret = await auth(owner, 'POST', `${path}/secrets`, {});
  const { body } = await token(secret.body.client_id, secret.body.client_secret);
  const held: Held = { token: String(body.access_token), shown: byToken(body.access_token) };
  return { ...held, path, secretPath: `${path}/secrets/${secret.body.id}` };
}

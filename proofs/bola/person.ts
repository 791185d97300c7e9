import { randomUUID } from 'node:crypto';
import { type Access, type Scope, scopes } from '@wheelhouse/contracts';
import { makeIds, systemClock } from '@wheelhouse/kit';
import type { Caller } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { claimsOf } from '../../services/auth/test/credentials.ts';
import { bodyOf, type Request, type Shown, type Told } from './ask.ts';
import type { House } from './house.ts';
import { brief } from './sameness.ts';

/** A person as they stand before the door. */
export interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly session: Shown;
  readonly token: Shown;
}

/** The same user as a ready-made call's, with what that user would hold outside. */
export async function personOf(house: House, who: Caller): Promise<Person> {
  const { sub: userId, tenant: tenantId = '' } = claimsOf(who.token);
  const { session } = await newSession(house, tenantId, userId);
  const { token } = await newToken(house, session);
  return { tenantId, userId, session, token };
}

/** Another owner of the same tenant. */
export async function colleagueOf(house: House, { tenantId }: Person): Promise<Person> {
  const userId = makeIds(systemClock)();
  await house.db.tenant(tenantId, (db) =>
    db.query(
      `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
       SELECT tenant_id, $1, $2, 'Clara Cherry', 'active', id, now(), now() FROM auth.roles
       WHERE tenant_id = kit.tenant() AND builtin = 'owner'`,
      [userId, `${userId}@example.test`],
    ),
  );
  const { session } = await newSession(house, tenantId, userId);
  return { tenantId, userId, session, token: (await newToken(house, session)).token };
}

export function credentialFor(access: Access, person: Person | undefined): Shown {
  if (access === 'public') return undefined;
  if (person === undefined) throw new Error('the ready-made call names nobody who makes it');
  return access === 'session' ? person.session : person.token;
}

export async function newSession({ db }: House, tenantId: string, userId: string) {
  const maker = { makeId: makeIds(systemClock), clock: systemClock };
  const session = { userId, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
  const { id, secret } = await db.tenant(tenantId, (handle) => startSession(handle, maker, session));
  return { id, session: { cookie: secret } as const };
}

/** As a person makes one: with their session, through the door. */
export async function newToken(house: House, session: Shown, wanted: readonly Scope[] = scopes) {
  const body = { name: 'proof', scopes: wanted };
  const told = await well(house.ask(session, { module: 'auth', method: 'POST', path: '/api/v1/tokens', body }));
  const { id, token } = bodyOf(told);
  return { id: String(id), token: { bearer: String(token) } as const };
}

export async function serviceToken({ ask }: House, { token }: Person): Promise<Shown> {
  const post = async (shown: Shown, path: string, more: Partial<Request>) =>
    bodyOf(await well(ask(shown, { module: 'auth', method: 'POST', path, ...more })));
  const { id } = await post(token, '/api/v1/service-accounts', { body: { name: randomUUID(), scopes } });
  const { client_secret } = await post(token, `/api/v1/service-accounts/${String(id)}/secrets`, { body: {} });
  const form = { grant_type: 'client_credentials', client_id: id, client_secret };
  const { access_token } = await post(undefined, '/oauth/token', { form: true, body: form });
  return { bearer: String(access_token) };
}

export async function well(answer: Promise<Told>): Promise<Told> {
  const told = await answer;
  if (told.status >= 400) throw new Error(`what a case needs was refused: ${brief(told)}`);
  return told;
}

import { randomUUID } from 'node:crypto';
import { type Access, type Scope, scopes } from '@wheelhouse/contracts';
import { makeIds, systemClock } from '@wheelhouse/kit';
import type { Caller } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { claimsOf } from '../../services/auth/test/credentials.ts';
import { newOwner } from '../installation/people.ts';
import { bodyOf, type Request, type Shown, type Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import { brief } from './sameness.ts';

/** A person as they stand before the door. */
export interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly session: Shown;
  readonly token: Shown;
}

/** The same user as a ready-made call's, with what that user would hold outside. */
export function personOf(installation: Installation, who: Caller): Promise<Person> {
  const { sub, tenant = '' } = claimsOf(who.token);
  return personNamed(installation, tenant, sub);
}

/** Another owner of the same tenant. */
export async function colleagueOf(installation: Installation, { tenantId }: Person): Promise<Person> {
  return personNamed(installation, tenantId, await newOwner(installation, tenantId));
}

async function personNamed(installation: Installation, tenantId: string, userId: string): Promise<Person> {
  const { session } = await newSession(installation, tenantId, userId);
  const { token } = await newToken(installation, session);
  return { tenantId, userId, session, token };
}

export function credentialFor(access: Access, person: Person | undefined): Shown {
  if (access === 'public') return undefined;
  if (person === undefined) throw new Error('the ready-made call names nobody who makes it');
  return access === 'session' ? person.session : person.token;
}

export async function newSession({ db }: Installation, tenantId: string, userId: string) {
  const maker = { makeId: makeIds(systemClock), clock: systemClock };
  const session = { userId, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
  const { id, secret } = await db.tenant(tenantId, (handle) => startSession(handle, maker, session));
  return { id, session: { cookie: secret } as const };
}

/** As a person makes one: with their session, through the door. */
export async function newToken(installation: Installation, session: Shown, wanted: readonly Scope[] = scopes) {
  const body = { name: 'proof', scopes: wanted };
  const told = await well(installation.ask(session, { module: 'auth', method: 'POST', path: '/api/v1/tokens', body }));
  const { id, token } = bodyOf(told);
  return { id: String(id), token: { bearer: String(token) } as const };
}

/** As an administrator makes one for a sender of alerts. */
export async function ingestToken({ ask }: Installation, maker: Shown) {
  const made = { module: 'auth', method: 'POST', path: '/api/v1/signal-tokens', body: { name: 'proof' } };
  const { id, token } = bodyOf(await well(ask(maker, made)));
  return { id: String(id), token: { bearer: String(token) } as const };
}

export async function serviceToken(
  { ask }: Installation,
  maker: Shown,
  limits: { readonly cluster_ids?: readonly string[] } = {},
): Promise<Shown> {
  const post = async (shown: Shown, path: string, more: Partial<Request>) =>
    bodyOf(await well(ask(shown, { module: 'auth', method: 'POST', path, ...more })));
  const account = { name: randomUUID(), scopes: ['read', 'deploy', 'admin'], ...limits };
  const { id } = await post(maker, '/api/v1/service-accounts', { body: account });
  const { client_secret } = await post(maker, `/api/v1/service-accounts/${String(id)}/secrets`, { body: {} });
  const form = { grant_type: 'client_credentials', client_id: id, client_secret };
  const { access_token } = await post(undefined, '/oauth/token', { form: true, body: form });
  return { bearer: String(access_token) };
}

export async function well(answer: Promise<Told>): Promise<Told> {
  const told = await answer;
  if (told.status >= 400) throw new Error(`what a case needs was refused: ${brief(told)}`);
  return told;
}

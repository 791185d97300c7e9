import { randomUUID } from 'node:crypto';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { type Answer, type Caller, caller } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import type { TestTenant } from '../../services/auth/test/start.ts';
import type { House } from './house.ts';

/** An access token somebody holds, and the call after which it must be worth nothing. */
export interface Doomed {
  readonly token: string;
  readonly end: () => Promise<Answer>;
}

export interface Scene extends House {
  readonly own: TestTenant;
  /** An owner of that tenant. */
  readonly owner: Caller;
  /** An owner of the operator's. */
  readonly operator: Caller;
}

type Cause = (scene: Scene) => Promise<Doomed>;

const scopes = ['read', 'deploy'];

async function signedIn({ db, exchange }: House, tenant: TestTenant) {
  const { id: userId } = await tenant.user('developer');
  const maker = { makeId: makeIds(systemClock), clock: systemClock };
  const session = { userId, method: 'sso', address: '::1', userAgent: 'proof' } as const;
  const { id, secret } = await db.tenant(tenant.id, (handle) => startSession(handle, maker, session));
  const { body } = await exchange(secret);
  const token = String(body.access_token);
  return { userId, sessionId: id, secret, token, who: { tenantId: tenant.id, token } };
}

async function personalToken(house: House, tenant: TestTenant) {
  const { userId, who } = await signedIn(house, tenant);
  const made = await house.auth(who, 'POST', '/api/v1/tokens', { name: 'proof', scopes });
  const { body } = await house.exchange(made.body.token);
  return { userId, who, id: String(made.body.id), token: String(body.access_token) };
}

async function serviceAccount({ auth, token }: House, owner: Caller) {
  const account = await auth(owner, 'POST', '/api/v1/service-accounts', { name: randomUUID(), scopes });
  const path = `/api/v1/service-accounts/${account.body.id}`;
  const secret = await auth(owner, 'POST', `${path}/secrets`, {});
  const { body } = await token(secret.body.client_id, secret.body.client_secret);
  return { path, secretPath: `${path}/secrets/${secret.body.id}`, token: String(body.access_token) };
}

export const causes: Readonly<Record<string, Cause>> = {
  'a personal token revoked': async (scene) => {
    const { id, who, token } = await personalToken(scene, scene.own);
    return { token, end: () => scene.auth(who, 'DELETE', `/api/v1/tokens/${id}`) };
  },
  'a session ended': async (scene) => {
    const { sessionId, who, token } = await signedIn(scene, scene.own);
    return { token, end: () => scene.auth(who, 'DELETE', `/api/v1/sessions/${sessionId}`) };
  },
  'a user suspended': async (scene) => {
    const { userId, token } = await personalToken(scene, scene.own);
    return { token, end: () => scene.auth(scene.owner, 'POST', `/api/v1/users/${userId}/suspend`) };
  },
  'another role given': async (scene) => {
    const { userId, token } = await personalToken(scene, scene.own);
    const role_id = scene.own.roles.viewer;
    return { token, end: () => scene.auth(scene.owner, 'PATCH', `/api/v1/users/${userId}`, { role_id }) };
  },
  'scopes taken from a role': async (scene) => {
    const { auth, owner } = scene;
    const made = await auth(owner, 'POST', '/api/v1/roles', { name: randomUUID().slice(0, 20), scopes });
    const { userId, secret } = await signedIn(scene, scene.own);
    await auth(owner, 'PATCH', `/api/v1/users/${userId}`, { role_id: made.body.id });
    // Of the role as it is now; the earlier token was refused with the earlier role.
    const { body } = await scene.exchange(secret);
    const end = () => auth(owner, 'PATCH', `/api/v1/roles/${made.body.id}`, { scopes: ['read'] });
    return { token: String(body.access_token), end };
  },
  'a password changed by a link': async (scene) => {
    const { userId, token } = await signedIn(scene, scene.own);
    const { body } = await scene.auth(scene.owner, 'POST', `/api/v1/users/${userId}/reset-link`);
    const claim = { token: String(body.url).split('#')[1], password: `a lamp beside the river ${randomUUID()}` };
    return { token, end: () => scene.auth(undefined, 'POST', '/api/v1/links/claim', claim) };
  },
  'scopes taken from a service account': async (scene) => {
    const { path, token } = await serviceAccount(scene, scene.owner);
    return { token, end: () => scene.auth(scene.owner, 'PATCH', path, { scopes: ['read'] }) };
  },
  'a service account suspended': async (scene) => {
    const { path, token } = await serviceAccount(scene, scene.owner);
    return { token, end: () => scene.auth(scene.owner, 'POST', `${path}/suspend`) };
  },
  'a client secret revoked': async (scene) => {
    const { secretPath, token } = await serviceAccount(scene, scene.owner);
    return { token, end: () => scene.auth(scene.owner, 'DELETE', secretPath) };
  },
  'a tenant suspended': async (scene) => {
    const tenant = await scene.tenant();
    const { token } = await personalToken(scene, tenant);
    return { token, end: () => scene.auth(scene.operator, 'POST', `/api/v1/tenants/${tenant.id}/suspend`) };
  },
};

export async function setScene(house: House): Promise<Scene> {
  const [own, operators] = [await house.tenant(), await house.tenant(undefined, { operator: true })];
  const ownerOf = async (tenant: TestTenant) => caller({ tenant: tenant.id, sub: (await tenant.user('owner')).id });
  return { ...house, own, owner: await ownerOf(own), operator: await ownerOf(operators) };
}

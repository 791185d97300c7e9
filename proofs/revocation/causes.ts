import { randomUUID } from 'node:crypto';
import { type Answer, type Caller, caller } from '@wheelhouse/testkit';
import type { TestTenant } from '../../services/auth/test/start.ts';
import { type Held, personalToken, scopes, serviceAccount, signedIn } from './holders.ts';
import type { House } from './house.ts';

/** What somebody holds, and the call after which it must be worth nothing, or less. */
export interface Doomed extends Held {
  readonly end: () => Promise<Answer>;
  /**
   * How a gateway answers from then on: 401 to everything, or 403 to what needs `deploy`. A role that has become less
   * leaves its holder what it still allows: the old access token is refused, the credential gets another.
   */
  readonly refusal: 401 | 403;
}

export interface Scene extends House {
  readonly own: TestTenant;
  /** An owner of that tenant. */
  readonly owner: Caller;
  /** An owner of the operator's. */
  readonly operator: Caller;
}

type Cause = (scene: Scene) => Promise<Doomed>;

const all = { refusal: 401 } as const;
const some = { refusal: 403 } as const;

export const causes: Readonly<Record<string, Cause>> = {
  'a personal token revoked': async (scene) => {
    const { id, who, ...held } = await personalToken(scene, scene.own);
    return { ...held, ...all, end: () => scene.auth(who, 'DELETE', `/api/v1/tokens/${id}`) };
  },
  'a session ended': async (scene) => {
    const { sessionId, who, ...held } = await signedIn(scene, scene.own);
    return { ...held, ...all, end: () => scene.auth(who, 'DELETE', `/api/v1/sessions/${sessionId}`) };
  },
  'a user suspended': async (scene) => {
    const { userId, ...held } = await personalToken(scene, scene.own);
    return { ...held, ...all, end: () => scene.auth(scene.owner, 'POST', `/api/v1/users/${userId}/suspend`) };
  },
  'another role given': async (scene) => {
    const { userId, ...held } = await personalToken(scene, scene.own);
    const role_id = scene.own.roles.viewer;
    return { ...held, ...some, end: () => scene.auth(scene.owner, 'PATCH', `/api/v1/users/${userId}`, { role_id }) };
  },
  'scopes taken from a role': async (scene) => {
    const { auth, owner } = scene;
    const made = await auth(owner, 'POST', '/api/v1/roles', { name: randomUUID().slice(0, 20), scopes });
    const { userId, secret, shown } = await signedIn(scene, scene.own);
    await auth(owner, 'PATCH', `/api/v1/users/${userId}`, { role_id: made.body.id });
    // Of the role as it is now; the earlier token was refused with the earlier role.
    const { body } = await scene.exchange(secret);
    const end = () => auth(owner, 'PATCH', `/api/v1/roles/${made.body.id}`, { scopes: ['read'] });
    return { token: String(body.access_token), shown, ...some, end };
  },
  'a password changed by a link': async (scene) => {
    const { userId, ...held } = await signedIn(scene, scene.own);
    const { body } = await scene.auth(scene.owner, 'POST', `/api/v1/users/${userId}/reset-link`);
    const claim = { token: String(body.url).split('#')[1], password: `a lamp beside the river ${randomUUID()}` };
    return { ...held, ...all, end: () => scene.auth(undefined, 'POST', '/api/v1/links/claim', claim) };
  },
  'scopes taken from a service account': async (scene) => {
    const { path, ...held } = await serviceAccount(scene, scene.owner);
    return { ...held, ...all, end: () => scene.auth(scene.owner, 'PATCH', path, { scopes: ['read'] }) };
  },
  'a service account suspended': async (scene) => {
    const { path, ...held } = await serviceAccount(scene, scene.owner);
    return { ...held, ...all, end: () => scene.auth(scene.owner, 'POST', `${path}/suspend`) };
  },
  'a client secret revoked': async (scene) => {
    const { secretPath, ...held } = await serviceAccount(scene, scene.owner);
    return { ...held, ...all, end: () => scene.auth(scene.owner, 'DELETE', secretPath) };
  },
  'a tenant suspended': async (scene) => {
    const tenant = await scene.tenant();
    const held = await personalToken(scene, tenant);
    const end = () => scene.auth(scene.operator, 'POST', `/api/v1/tenants/${tenant.id}/suspend`);
    return { ...held, ...all, end };
  },
};

export async function setScene(house: House): Promise<Scene> {
  const [own, operators] = [await house.tenant(), await house.tenant(undefined, { operator: true })];
  const ownerOf = async (tenant: TestTenant) => caller({ tenant: tenant.id, sub: (await tenant.user('owner')).id });
  return { ...house, own, owner: await ownerOf(own), operator: await ownerOf(operators) };
}

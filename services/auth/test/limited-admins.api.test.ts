import { randomUUID } from 'node:crypto';
import { type Caller, caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

/** An administrator whose role is limited to a cluster does not get beyond it by way of others. */
let auth: AuthProcess;
let tenant: TestTenant;
let admin: Caller;
let limited: Caller;
const mine = randomUUID();
const scopes = ['read', 'deploy', 'actions', 'agents', 'admin'] as const;

beforeAll(async () => {
  auth = await startAuth();
  tenant = await auth.tenant();
  admin = await tenant.callerOf((await tenant.user('admin')).id);
  const role = await auth.call(admin, 'POST', '/api/v1/roles', {
    body: { name: 'one cluster', scopes, cluster_ids: [mine] },
  });
  limited = await holderOf(role.body.id, { cluster_ids: [mine] });
});
afterAll(() => auth.stop());

async function holderOf(roleId: string, limits: object): Promise<Caller> {
  const { id } = await tenant.user('viewer');
  await auth.db.tenant(tenant.id, (db) => db.query('UPDATE auth.users SET role_id = $2 WHERE id = $1', [id, roleId]));
  return caller({ sub: id, tenant: tenant.id, scopes: [...scopes], ...limits });
}

const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
const account = async (body: object) =>
  (await auth.call(admin, 'POST', '/api/v1/service-accounts', { body: { name: randomUUID(), ...body } })).body.id;

describe('a service account that reaches every cluster', () => {
  test.for([
    ['is given no scope', 'PATCH', '', { scopes: ['read', 'admin'] }],
    ['is not changed', 'PATCH', '', { description: 'mine now' }],
    ['is not suspended', 'POST', '/suspend', undefined],
    ['gets no secret', 'POST', '/secrets', {}],
    ['is not deleted', 'DELETE', '', undefined],
  ] as const)('%s', async ([, method, more, body]) => {
    const id = await account({ scopes: ['read'] });
    expect(await auth.call(limited, method, `/api/v1/service-accounts/${id}${more}`, { body })).toMatchObject(
      forbidden,
    );
  });

  test('keeps its secrets', async () => {
    const id = await account({ scopes: ['read'] });
    const url = `/api/v1/service-accounts/${id}/secrets`;
    const secret = await auth.call(admin, 'POST', url, { body: {} });
    expect(await auth.call(limited, 'DELETE', `${url}/${secret.body.id}`)).toMatchObject(forbidden);
  });
});

test('one of their own cluster is theirs to change', async () => {
  const id = await account({ scopes: ['read'], cluster_ids: [mine] });
  const body = { scopes: ['read', 'deploy'] };
  expect((await auth.call(limited, 'PATCH', `/api/v1/service-accounts/${id}`, { body })).status).toBe(200);
  const every = { cluster_ids: null };
  expect(await auth.call(limited, 'PATCH', `/api/v1/service-accounts/${id}`, { body: every })).toMatchObject(forbidden);
});

describe('a user who reaches every cluster', () => {
  test.for([
    ['is not demoted', 'PATCH', '', true],
    ['is not suspended', 'POST', '/suspend', false],
    ['is not deleted', 'DELETE', '', false],
    ['gets no new password', 'POST', '/reset-link', false],
  ] as const)('%s', async ([, method, more, takesRole]) => {
    const { id } = await tenant.user('viewer');
    const given = takesRole ? { body: { name: 'Renamed' } } : {};
    expect(await auth.call(limited, method, `/api/v1/users/${id}${more}`, given)).toMatchObject(forbidden);
    expect((await auth.call(admin, method, `/api/v1/users/${id}${more}`, given)).status).toBeLessThan(300);
  });
});

test('a role that reaches every cluster is not changed', async () => {
  const { body } = await auth.call(admin, 'POST', '/api/v1/roles', { body: { name: randomUUID(), scopes: ['read'] } });
  const change = { body: { cluster_ids: [mine] } };
  expect(await auth.call(limited, 'PATCH', `/api/v1/roles/${body.id}`, change)).toMatchObject(forbidden);
});

test.for([
  ['PATCH', '/api/v1/tenant', { require_totp: true }],
  ['GET', '/api/v1/audit', undefined],
  ['GET', '/api/v1/audit/export', undefined],
  ['GET', '/api/v1/audit/head', undefined],
] as const)('%s %s is of the whole tenant, and refused', async ([method, path, body]) => {
  expect(await auth.call(limited, method, path, { body })).toMatchObject(forbidden);
});

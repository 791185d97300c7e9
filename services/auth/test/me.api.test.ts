import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;

beforeAll(async () => {
  auth = await startAuth();
  tenant = await auth.tenant();
});
afterAll(() => auth.stop());

test('tells a person, a session and a service account what they are', async () => {
  const { id, email } = await tenant.user('operator');
  for (const kind of ['user', 'session'] as const) {
    const { body } = await auth.call(await tenant.callerOf(id, 'operator', kind), 'GET', '/api/v1/me');
    expect(body).toEqual({
      kind: 'user',
      id,
      name: email,
      email,
      role: { id: tenant.roles.operator, name: 'operator', builtin: 'operator' },
      scopes: ['read', 'actions', 'agents'],
      cluster_ids: null,
      cloudspace_ids: null,
      tenant: { id: tenant.id, slug: tenant.slug, name: tenant.slug },
    });
  }
  const robot = randomUUID();
  await auth.db.tenant(tenant.id, (db) =>
    db.query(
      `INSERT INTO auth.service_accounts (tenant_id, id, name, state, scopes, created_by, created_at, updated_at)
       VALUES ($1, $2, 'robot', 'active', '{read}', $2, now(), now())`,
      [tenant.id, robot],
    ),
  );
  const cluster = randomUUID();
  const claims = {
    kind: 'service',
    sub: robot,
    tenant: tenant.id,
    scopes: ['read'],
    cluster_ids: [cluster],
  } as const;
  expect((await auth.call(await caller(claims), 'GET', '/api/v1/me')).body).toMatchObject({
    kind: 'service_account',
    name: 'robot',
    email: null,
    role: null,
    cluster_ids: [cluster],
  });
});

test('who is no more is told so, as long as their token is taken', async () => {
  const gone = await caller({ tenant: tenant.id, scopes: ['read'] });
  expect(await auth.call(gone, 'GET', '/api/v1/me')).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found' } },
  });
});

import { randomUUID } from 'node:crypto';
import type { Scope } from '@wheelhouse/contracts';
import { type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
let admin: Caller;

beforeAll(async () => {
  auth = await startAuth();
  tenant = await auth.tenant();
  admin = await tenant.callerOf((await tenant.user('admin')).id);
});
afterAll(() => auth.stop());

const make = (who: Caller, body: object) => auth.call(who, 'POST', '/api/v1/roles', { body });
const change = (who: Caller, id: string, body: object) => auth.call(who, 'PATCH', `/api/v1/roles/${id}`, { body });

/** Somebody with a role made for the test, and a token with these scopes. */
async function holder(of: TestTenant, roleId: string, scopes: readonly Scope[]) {
  const { id } = await of.user('viewer');
  await auth.db.tenant(of.id, (db) => db.query('UPDATE auth.users SET role_id = $2 WHERE id = $1', [id, roleId]));
  return { id, caller: await caller({ sub: id, tenant: of.id, scopes }) };
}

describe('the five every tenant has', () => {
  test('are listed with what they allow', async () => {
    const { body } = await auth.call(await tenant.callerOf((await tenant.user()).id), 'GET', '/api/v1/roles?limit=200');
    const builtin = body.data.filter((role: { builtin: string | null }) => role.builtin !== null);
    expect(
      Object.fromEntries(builtin.map((role: { name: string; scopes: string[] }) => [role.name, role.scopes])),
    ).toEqual({
      owner: ['read', 'deploy', 'actions', 'agents', 'admin'],
      admin: ['read', 'deploy', 'actions', 'agents', 'admin'],
      operator: ['read', 'actions', 'agents'],
      developer: ['read', 'deploy'],
      viewer: ['read'],
    });
  });

  test('cannot be changed or deleted, not even by an owner', async () => {
    const owner = await tenant.callerOf((await tenant.user('owner')).id, 'owner');
    const refused = { status: 409, body: { error: { code: 'invalid_state' } } };
    expect(await change(owner, tenant.roles.viewer, { scopes: ['read', 'admin'] })).toMatchObject(refused);
    expect(await auth.call(owner, 'DELETE', `/api/v1/roles/${tenant.roles.viewer}`)).toMatchObject(refused);
    expect((await make(owner, { name: 'Viewer', scopes: ['read'] })).body.error.code).toBe('already_exists');
  });
});

describe("a tenant's own roles", () => {
  test('are made, read, changed and deleted', async () => {
    const cluster = randomUUID();
    const made = await make(admin, {
      name: ' Night shift ',
      scopes: ['actions', 'read'],
      cluster_ids: [cluster.toUpperCase()],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Night shift', description: '', builtin: null, cluster_ids: [cluster], cloudspace_ids: null },
    });
    const path = `/api/v1/roles/${made.body.id}`;
    expect(made.headers.get('location')).toBe(path);
    const read = await auth.call(admin, 'GET', path);
    expect(read.body).toEqual(made.body);
    const changed = await change(admin, made.body.id, { cluster_ids: null, description: 'at night' });
    expect(changed.body).toMatchObject({ name: 'Night shift', description: 'at night', cluster_ids: null });
    const stale = { headers: { 'if-match': read.headers.get('etag') ?? '' } };
    expect((await auth.call(admin, 'DELETE', path, stale)).status).toBe(412);
    expect((await auth.call(admin, 'DELETE', path)).status).toBe(204);
    expect((await auth.call(admin, 'GET', path)).status).toBe(404);
  });

  test('have names of their own, whatever the case', async () => {
    const first = await make(admin, { name: 'Release', scopes: ['read'] });
    expect((await make(admin, { name: 'RELEASE', scopes: ['read'] })).body.error.code).toBe('already_exists');
    const second = await make(admin, { name: 'Release 2', scopes: ['read'] });
    expect((await change(admin, second.body.id, { name: 'release' })).body.error.code).toBe('already_exists');
    expect((await change(admin, first.body.id, { name: 'release' })).status).toBe(200);
  });

  test.for([
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['root'] }],
    [{ name: 'x', scopes: ['read', 'read'] }],
    [{ name: '  ', scopes: ['read'] }],
    [{ name: 'a\u0000b', scopes: ['read'] }],
    [{ name: 'x', scopes: ['read'], cluster_ids: ['all'] }],
    [{ name: 'x', scopes: ['read'], builtin: 'owner' }],
  ])('%j is refused', async ([body]) => {
    expect(await make(admin, body ?? {})).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed' } },
    });
  });

  test('are not deleted while somebody holds them', async () => {
    const { body: role } = await make(admin, { name: 'held', scopes: ['read'] });
    const { id } = await holder(tenant, role.id, ['read']);
    expect(await auth.call(admin, 'DELETE', `/api/v1/roles/${role.id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    await auth.call(admin, 'PATCH', `/api/v1/users/${id}`, { body: { role_id: tenant.roles.viewer } });
    expect((await auth.call(admin, 'DELETE', `/api/v1/roles/${role.id}`)).status).toBe(204);
  });
});

describe('nobody grants what they lack', () => {
  test('neither scopes nor clusters nor all of them', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const { body: role } = await make(admin, { name: 'limited admin', scopes: ['read', 'admin'], cluster_ids: [mine] });
    const limited = (await holder(tenant, role.id, ['read', 'admin'])).caller;
    const lacking = async (body: object) => {
      const answer = await make(limited, body);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
      return answer.body.error.message;
    };
    expect(await lacking({ name: 'a', scopes: ['deploy'], cluster_ids: [mine] })).toContain('the scope deploy');
    expect(await lacking({ name: 'b', scopes: ['read'], cluster_ids: [mine, other] })).toContain(other);
    expect(await lacking({ name: 'c', scopes: ['read'] })).toContain('every cluster');
    const own = await make(limited, { name: 'd', scopes: ['read'], cluster_ids: [mine] });
    expect(own.status).toBe(201);
    expect((await change(limited, own.body.id, { cluster_ids: null })).status).toBe(403);
    expect((await change(limited, role.id, { cluster_ids: null })).status).toBe(403);
    expect((await change(limited, role.id, { description: 'mine' })).status).toBe(200);
  });

  test('a token grants no more than its own scopes, whatever its user may', async () => {
    const { id } = await tenant.user('owner');
    const token = await caller({ sub: id, tenant: tenant.id, scopes: ['admin'] });
    expect((await make(token, { name: 'by a token', scopes: ['read'] })).status).toBe(403);
    expect((await make(token, { name: 'by a token', scopes: ['admin'] })).status).toBe(201);
  });

  test('a service account has what its token says; a suspended user has nothing', async () => {
    const robot = await caller({ kind: 'service', tenant: tenant.id, scopes: ['admin', 'read'] });
    expect((await make(robot, { name: 'robots', scopes: ['read'] })).status).toBe(201);
    expect((await make(robot, { name: 'deployers', scopes: ['deploy'] })).status).toBe(403);
    const { id } = await tenant.user('admin');
    await auth.db.tenant(tenant.id, (db) => db.query(`UPDATE auth.users SET state = 'suspended' WHERE id = $1`, [id]));
    expect((await make(await tenant.callerOf(id), { name: 'no', scopes: ['read'] })).status).toBe(403);
  });
});

describe('a role that lessens', () => {
  test('takes effect on those who hold it, and on nobody else', async () => {
    const { body: role } = await make(admin, { name: 'shrinking', scopes: ['read', 'deploy'] });
    const held = await holder(tenant, role.id, ['read', 'deploy']);
    await change(admin, role.id, { scopes: ['read', 'deploy', 'agents'] });
    expect((await auth.call(held.caller, 'GET', '/api/v1/me')).status).toBe(200);
    await change(admin, role.id, { scopes: ['read'] });
    await eventually(async () =>
      expect((await auth.call(held.caller, 'GET', '/api/v1/me')).body.error?.code).toBe('token_revoked'),
    );
    expect((await auth.call(admin, 'GET', '/api/v1/me')).status).toBe(200);
  });

  test('and is held by more than a thousand revokes the tenant', async () => {
    const large = await auth.tenant();
    const boss = await large.callerOf((await large.user('admin')).id);
    const { body: role } = await make(boss, { name: 'everybody', scopes: ['read', 'deploy'] });
    await auth.db.tenant(large.id, (db) =>
      db.query(
        `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'u' || n, 'u', 'active', $2, now(), now() FROM generate_series(1, 1001) AS n`,
        [large.id, role.id],
      ),
    );
    expect((await change(boss, role.id, { scopes: ['read'] })).status).toBe(200);
    const rows = await auth.db.system((db) =>
      db.query('SELECT subject_id, credential_id FROM auth.revocations WHERE tenant_id = $1', [large.id]),
    );
    expect(rows).toEqual([{ subject_id: null, credential_id: null }]);
  });
});

describe('who may', () => {
  test('only the scope admin opens roles', async () => {
    const viewer = await tenant.callerOf((await tenant.user('viewer')).id, 'viewer');
    expect((await auth.call(viewer, 'GET', '/api/v1/roles')).body.error.code).toBe('insufficient_scope');
    expect((await make(viewer, { name: 'x', scopes: ['read'] })).body.error.code).toBe('insufficient_scope');
    expect((await auth.call(undefined, 'GET', '/api/v1/roles')).status).toBe(401);
  });

  test("another tenant's role is as if it had never existed", async () => {
    const { body: role } = await make(admin, { name: 'ours', scopes: ['read'] });
    const other = await auth.tenant();
    const stranger = await other.callerOf((await other.user('owner')).id, 'owner');
    const path = `/api/v1/roles/${role.id}`;
    const foreign = await auth.call(stranger, 'GET', path);
    const never = await auth.call(stranger, 'GET', `/api/v1/roles/${randomUUID()}`);
    expect([foreign.status, { ...foreign.body.error, request_id: '' }]).toEqual([
      404,
      { ...never.body.error, request_id: '' },
    ]);
    expect((await change(stranger, role.id, { name: 'theirs' })).status).toBe(404);
    expect((await auth.call(stranger, 'DELETE', path)).status).toBe(404);
    const list = await auth.call(stranger, 'GET', '/api/v1/roles');
    expect(list.body.total).toBe(5);
  });
});

import { randomUUID } from 'node:crypto';
import { type Caller, caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type UserState, userStates, userMachine } from '../src/users/state.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
let owner: Caller;
let admin: Caller;

beforeAll(async () => {
  auth = await startAuth();
  tenant = await auth.tenant();
  owner = await tenant.callerOf((await tenant.user('owner')).id, 'owner');
  admin = await tenant.callerOf((await tenant.user('admin')).id);
});
afterAll(() => auth.stop());

let count = 0;
const invite = (who: Caller, of: TestTenant, given: object = {}, headers = {}) => {
  count += 1;
  const body = { email: `new${count}@example.test`, name: 'New', role_id: of.roles.viewer, ...given };
  return auth.call(who, 'POST', '/api/v1/users', { body, headers });
};
const step = (who: Caller, id: string, name: string) => auth.call(who, 'POST', `/api/v1/users/${id}/${name}`);
const change = (who: Caller, id: string, body: object, headers = {}) =>
  auth.call(who, 'PATCH', `/api/v1/users/${id}`, { body, headers });
const remove = (who: Caller, id: string) => auth.call(who, 'DELETE', `/api/v1/users/${id}`);
const codeOf = ({ status, body }: { status: number; body?: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
];
const revoked = (who: Caller) =>
  eventually(async () => expect(codeOf(await auth.call(who, 'GET', '/api/v1/me'))).toEqual([401, 'token_revoked']));

describe('inviting', () => {
  test('makes an invited user and shows the link to come in, once', async () => {
    const made = await invite(
      admin,
      tenant,
      { email: '  Anna.Smith@Example.TEST ', name: ' Anna ' },
      { 'idempotency-key': 'i1' },
    );
    expect(made).toMatchObject({
      status: 201,
      body: {
        email: 'anna.smith@example.test',
        name: 'Anna',
        state: 'invited',
        role_id: tenant.roles.viewer,
        role_name: 'viewer',
        has_password: false,
        link: { mailed: false, reason: 'SMTP_URL is not set' },
      },
    });
    expect(made.body.link.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/invite#whl_[0-9A-Za-z]{36}$/);
    expect(made.body.link.curl).toContain('/api/auth/api/v1/links/claim');
    count -= 1;
    const again = await invite(
      admin,
      tenant,
      { email: '  Anna.Smith@Example.TEST ', name: ' Anna ' },
      { 'idempotency-key': 'i1' },
    );
    expect(codeOf(again)).toEqual([409, 'already_exists']);
    const read = await auth.call(admin, 'GET', `/api/v1/users/${made.body.id}`);
    expect(JSON.stringify(read.body)).not.toContain('whl_');
    const kept = await auth.db.tenant(tenant.id, (db) =>
      db.query('SELECT * FROM auth.links WHERE user_id = $1', [made.body.id]),
    );
    expect(JSON.stringify(kept)).not.toContain(made.body.link.url.split('#')[1]);
  });

  test('takes an email once in a tenant, and the same one in another', async () => {
    await invite(admin, tenant, { email: 'once@example.test' });
    expect(codeOf(await invite(admin, tenant, { email: 'ONCE@example.test' }))).toEqual([409, 'already_exists']);
    const other = await auth.tenant();
    const theirs = await other.callerOf((await other.user()).id);
    expect((await invite(theirs, other, { email: 'once@example.test' })).status).toBe(201);
  });

  test('ten at once make one user', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => invite(admin, tenant, { email: 'race@example.test' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test.for([
    [{ email: 'nobody' }],
    [{ email: 'a@b@c' }],
    [{ email: 'a b@c.test' }],
    [{ email: 'a@c.test>' }],
    [{ email: 'a@c.test,b@d.test' }],
    [{ name: 'a\r\nBcc: x' }],
    [{ name: '' }],
    [{ role_id: randomUUID() }],
    [{ state: 'active' }],
    [{ password: 'x' }],
  ])('%j is refused', async ([given]) => {
    expect(codeOf(await invite(admin, tenant, given))).toEqual([422, 'validation_failed']);
  });

  test('grants nothing that the caller lacks, and only owners make owners', async () => {
    const refused = await invite(admin, tenant, { role_id: tenant.roles.owner });
    expect(refused.body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Only owners') });
    expect((await invite(owner, tenant, { role_id: tenant.roles.owner })).status).toBe(201);
    const robot = await caller({ kind: 'service', tenant: tenant.id, scopes: ['admin', 'read'] });
    const lacking = await invite(robot, tenant, { role_id: tenant.roles.developer });
    expect(lacking.body.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('the scope deploy'),
    });
    expect((await invite(robot, tenant)).status).toBe(201);
    const other = await auth.tenant();
    expect(codeOf(await invite(admin, tenant, { role_id: other.roles.viewer }))).toEqual([422, 'validation_failed']);
  });
});

describe('the list', () => {
  test('is filtered by state, role and text, with exact totals', async () => {
    const own = await auth.tenant();
    const boss = await own.callerOf((await own.user('owner', 'boss@example.test')).id, 'owner');
    for (const name of ['Ada_1', 'Ada%2', 'Bob']) await invite(boss, own, { name });
    const list = async (query: string) => {
      const { body } = await auth.call(boss, 'GET', `/api/v1/users?${query}`);
      return [body.total, body.data.map(({ name }: { name: string }) => name)];
    };
    expect(await list('limit=2')).toEqual([4, ['Bob', 'Ada%2']]);
    expect(await list('state=invited&limit=1')).toEqual([3, ['Bob']]);
    expect(await list('state=active,suspended')).toEqual([1, ['boss@example.test']]);
    expect(await list(`role_id=${own.roles.owner}`)).toEqual([1, ['boss@example.test']]);
    expect(await list(`role_id=${own.roles.owner},${own.roles.viewer}&state=invited`)).toEqual([
      3,
      ['Bob', 'Ada%2', 'Ada_1'],
    ]);
    expect(await list('q=ada')).toEqual([2, ['Ada%2', 'Ada_1']]);
    expect(await list('q=a%25')).toEqual([1, ['Ada%2']]);
    expect(await list('q=a_')).toEqual([1, ['Ada_1']]);
    expect(await list('q=BOSS@')).toEqual([1, ['boss@example.test']]);
    expect((await auth.call(boss, 'GET', '/api/v1/users?role_id=owner')).status).toBe(400);
    expect((await auth.call(boss, 'GET', '/api/v1/users?q=%00')).status).toBe(400);
    const { next_cursor } = (await auth.call(boss, 'GET', '/api/v1/users?q=ada&limit=1')).body;
    expect(await list(`q=ada&limit=1&cursor=${next_cursor}`)).toEqual([2, ['Ada_1']]);
    expect((await auth.call(boss, 'GET', `/api/v1/users?q=bob&cursor=${next_cursor}`)).body.error.code).toBe(
      'invalid_cursor',
    );
  });
});

describe('changing', () => {
  test('a name keeps tokens, another role ends them', async () => {
    const { id } = await tenant.user('developer');
    const theirs = await tenant.callerOf(id, 'developer');
    const read = await auth.call(admin, 'GET', `/api/v1/users/${id}`);
    expect((await change(admin, id, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      role_name: 'developer',
    });
    expect((await auth.call(theirs, 'GET', '/api/v1/me')).body).toMatchObject({ name: 'Renamed' });
    const stale = { 'if-match': read.headers.get('etag') ?? '' };
    expect(codeOf(await change(admin, id, { name: 'Again' }, stale))).toEqual([412, 'precondition_failed']);
    expect((await change(admin, id, { role_id: tenant.roles.viewer })).body.role_name).toBe('viewer');
    await revoked(theirs);
  });

  test('only owners can change owners', async () => {
    const { id } = await tenant.user('owner');
    for (const refused of [
      await change(admin, id, { name: 'x' }),
      await change(admin, id, { role_id: tenant.roles.viewer }),
      await step(admin, id, 'suspend'),
      await step(admin, id, 'reset-link'),
      await remove(admin, id),
      await change(admin, (await tenant.user()).id, { role_id: tenant.roles.owner }),
    ])
      expect(codeOf(refused)).toEqual([403, 'forbidden']);
    expect((await change(owner, id, { role_id: tenant.roles.admin })).status).toBe(200);
    expect((await step(admin, id, 'suspend')).status).toBe(200);
  });

  test('a token of a former admin, not yet revoked everywhere, grants nothing', async () => {
    const { id } = await tenant.user('admin');
    const theirs = await tenant.callerOf(id);
    await auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET role_id = $2 WHERE id = $1', [id, tenant.roles.viewer]),
    );
    expect(codeOf(await invite(theirs, tenant, { role_id: tenant.roles.admin }))).toEqual([403, 'forbidden']);
  });
});

describe('suspending and activating', () => {
  test('shuts a user out at once and lets them in again', async () => {
    const { id } = await tenant.user('developer');
    const theirs = await tenant.callerOf(id, 'developer');
    await auth.db.tenant(tenant.id, (db) =>
      db.query(
        `INSERT INTO auth.sessions (tenant_id, id, user_id, method, created_at, authenticated_at, last_seen_at, expires_at, address, user_agent)
         VALUES ($1, $2, $2, 'password', now(), now(), now(), now() + interval '1 day', '', '')`,
        [tenant.id, id],
      ),
    );
    expect((await step(admin, id, 'suspend')).body.state).toBe('suspended');
    await revoked(theirs);
    const sessions = await auth.db.tenant(tenant.id, (db) =>
      db.query<{ ended: boolean }>('SELECT ended_at IS NOT NULL AS ended FROM auth.sessions WHERE user_id = $1', [id]),
    );
    expect(sessions).toEqual([{ ended: true }]);
    expect(codeOf(await step(admin, id, 'suspend'))).toEqual([409, 'invalid_state']);
    expect(codeOf(await step(admin, id, 'reset-link'))).toEqual([409, 'invalid_state']);
    expect((await step(admin, id, 'activate')).body.state).toBe('active');
    const again = await step(admin, id, 'activate');
    expect(again.body.error).toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(/is active: cannot activate.*suspend/),
    });
  });

  test('nobody gives back what they lack, or takes the password of somebody stronger', async () => {
    const { body: role } = await auth.call(admin, 'POST', '/api/v1/roles', {
      body: { name: 'help desk', scopes: ['admin', 'read'] },
    });
    const { id } = await tenant.user('viewer');
    await change(admin, id, { role_id: role.id });
    const rev = await auth.db.system((db) => db.query<{ seq: number }>('SELECT max(seq) AS seq FROM auth.revocations'));
    const desk = await caller({ sub: id, tenant: tenant.id, scopes: ['admin', 'read'], rev: rev[0]?.seq ?? 0 });
    const strong = await tenant.user('admin');
    expect(codeOf(await step(desk, strong.id, 'reset-link'))).toEqual([403, 'forbidden']);
    await step(admin, strong.id, 'suspend');
    expect(codeOf(await step(desk, strong.id, 'activate'))).toEqual([403, 'forbidden']);
    const weak = await tenant.user('viewer');
    expect((await step(desk, weak.id, 'reset-link')).status).toBe(201);
  });

  const states: readonly UserState[] = userStates;
  test.for(
    Object.keys(userMachine.steps).flatMap((name) =>
      states.map((state) => [name as keyof typeof userMachine.steps, state] as const),
    ),
  )('the table says whether %s takes one who is %s', ([name, state]) => {
    const { from, to } = userMachine.steps[name];
    const allowed = (from as readonly string[]).includes(state);
    expect(wordsOf(() => userMachine.next(state, name))).toContain(allowed ? to : `is ${state}: cannot ${name}`);
  });
});

describe('deleting', () => {
  test('takes a user with their tokens, sessions and links', async () => {
    const { id } = await tenant.user('developer');
    const theirs = await tenant.callerOf(id, 'developer');
    await step(admin, id, 'reset-link');
    await auth.db.tenant(tenant.id, (db) =>
      db.query(
        `INSERT INTO auth.credentials (tenant_id, id, kind, owner_id, name, scopes, prefix, last_four, created_at, expires_at)
         VALUES ($1, $2, 'personal', $2, 'mine', '{read}', 'whp_', 'abcd', now(), now() + interval '1 day')`,
        [tenant.id, id],
      ),
    );
    expect((await remove(admin, id)).status).toBe(204);
    expect((await auth.call(admin, 'GET', `/api/v1/users/${id}`)).status).toBe(404);
    await revoked(theirs);
    const left = await auth.db.tenant(tenant.id, (db) =>
      db.query(
        'SELECT 1 FROM auth.credentials WHERE owner_id = $1 UNION ALL SELECT 1 FROM auth.links WHERE user_id = $1',
        [id],
      ),
    );
    expect(left).toEqual([]);
  });

  test('nobody suspends or deletes themselves', async () => {
    const own = await auth.tenant();
    await own.user('owner');
    const { id } = await own.user('owner');
    const self = await own.callerOf(id, 'owner');
    expect(codeOf(await step(self, id, 'suspend'))).toEqual([403, 'forbidden']);
    expect(codeOf(await remove(self, id))).toEqual([403, 'forbidden']);
  });
});

describe('the last owner', () => {
  test('stays one, and invited or suspended owners do not count', async () => {
    const own = await auth.tenant();
    const { id, email } = await own.user('owner');
    const self = await own.callerOf(id, 'owner');
    await invite(self, own, { role_id: own.roles.owner });
    const refused = await change(self, id, { role_id: own.roles.admin });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining(email) } },
    });
    await own.user('owner');
    expect((await change(self, id, { role_id: own.roles.admin })).status).toBe(200);
  });

  test('is left when all owners step back or suspend each other at once', async () => {
    const own = await auth.tenant();
    const owners = await Promise.all(Array.from({ length: 6 }, () => own.user('owner')));
    const callers = await Promise.all(owners.map(({ id }) => own.callerOf(id, 'owner')));
    const answers = await Promise.all(
      callers.flatMap((who, index) => [
        step(who, owners[(index + 1) % 6]?.id ?? '', 'suspend'),
        change(who, owners[index]?.id ?? '', { role_id: own.roles.viewer }),
        remove(who, owners[(index + 2) % 6]?.id ?? ''),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const [left] = await auth.db.tenant(own.id, (db) =>
      db.query<{ n: number }>(`SELECT count(*) AS n FROM auth.users WHERE role_id = $1 AND state = 'active'`, [
        own.roles.owner,
      ]),
    );
    expect(left?.n).toBeGreaterThanOrEqual(1);
  });
});

describe('who may', () => {
  test('only the scope admin opens users', async () => {
    const viewer = await tenant.callerOf((await tenant.user('viewer')).id, 'viewer');
    expect(codeOf(await auth.call(viewer, 'GET', '/api/v1/users'))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await invite(viewer, tenant))).toEqual([403, 'insufficient_scope']);
  });

  test("another tenant's user is as if they had never existed", async () => {
    const { id } = await tenant.user('viewer');
    const other = await auth.tenant();
    const stranger = await other.callerOf((await other.user('owner')).id, 'owner');
    const foreign = await auth.call(stranger, 'GET', `/api/v1/users/${id}`);
    const never = await auth.call(stranger, 'GET', `/api/v1/users/${randomUUID()}`);
    expect([foreign.status, { ...foreign.body.error, request_id: '' }]).toEqual([
      404,
      { ...never.body.error, request_id: '' },
    ]);
    for (const answer of [
      await change(stranger, id, { name: 'x' }),
      await remove(stranger, id),
      ...(await Promise.all(
        ['suspend', 'activate', 'reset-link', 'invite-link'].map((name) => step(stranger, id, name)),
      )),
    ])
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    expect((await auth.call(stranger, 'GET', '/api/v1/users')).body.total).toBe(1);
  });
});

function wordsOf(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

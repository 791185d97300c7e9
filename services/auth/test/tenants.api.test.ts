import { randomUUID } from 'node:crypto';
import { makeIds, makeLog, outbox } from '@wheelhouse/kit';
import { asOwner, type Caller, caller, eventually, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyOf } from '../src/tenants/policy.ts';
import { purgeDeletedTenants } from '../src/tenants/purge.ts';
import { tenantStates, type TenantStep, tenantMachine } from '../src/tenants/state.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const clock = movableClock(new Date());
const day = 24 * 60 * 60_000;
let auth: AuthProcess;
let operator: TestTenant;
let staff: { readonly id: string };

beforeAll(async () => {
  auth = await startAuth({ clock });
  operator = await auth.tenant('operator-of-it', { operator: true });
  staff = await operator.user('admin');
});
afterAll(() => auth.stop());

/** Time moves in these tests, and tokens end. */
const asStaff = () => operator.callerOf(staff.id);
const call = async (method: string, path: string, body?: object, headers = {}) =>
  auth.call(await asStaff(), method, `/api/v1/tenants${path}`, body === undefined ? { headers } : { body, headers });
const make = (given: object = {}, headers = {}) =>
  call(
    'POST',
    '',
    {
      slug: `s-${randomUUID().slice(0, 8)}`,
      name: 'Some',
      owner: { email: 'own@example.test', name: 'Olga' },
      ...given,
    },
    headers,
  );
const codeOf = ({ status, body }: { status: number; body?: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
];
const claim = (token: string) =>
  auth.call(undefined, 'POST', '/api/v1/links/claim', { body: { token, password: 'seven green bottles on the wall' } });
const purge = () =>
  purgeDeletedTenants(
    {
      database: auth.db,
      schema: 'auth',
      clock,
      emit: outbox('auth', makeIds(clock), clock),
      log: makeLog({ level: 'fatal' }),
    },
    new AbortController().signal,
  );

describe('a new tenant', () => {
  test('has five roles and an invited owner, whose link is shown once and lets them in', async () => {
    const slug = `new-${randomUUID().slice(0, 8)}`;
    const made = await make(
      { slug, name: ' New Ltd ', owner: { email: 'Olga@Example.test', name: 'Olga' } },
      { 'idempotency-key': 'n1' },
    );
    expect(made).toMatchObject({
      status: 201,
      body: {
        slug,
        name: 'New Ltd',
        state: 'active',
        operator: false,
        delete_after: null,
        owner: { email: 'olga@example.test' },
      },
    });
    expect(made.headers.get('location')).toBe(`/api/v1/tenants/${made.body.id}`);
    const again = await make(
      { slug, name: ' New Ltd ', owner: { email: 'Olga@Example.test', name: 'Olga' } },
      { 'idempotency-key': 'n1' },
    );
    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: 'already_exists', message: expect.stringContaining(made.body.id) } },
    });
    expect((await claim(made.body.link.url.split('#')[1])).body).toEqual({
      email: 'olga@example.test',
      tenant: { slug, name: 'New Ltd' },
    });
    const owner = await caller({ sub: made.body.owner.id, tenant: made.body.id }, clock);
    expect((await auth.call(owner, 'GET', '/api/v1/roles')).body.total).toBe(5);
    expect((await auth.call(owner, 'GET', '/api/v1/me')).body).toMatchObject({
      role: { builtin: 'owner' },
      tenant: { slug },
    });
  });

  test('is told in both trails', async () => {
    const { body } = await make();
    const told = await auth.db.system((db) =>
      db.query<{ tenant_id: string; body: string }>(
        `SELECT tenant_id, body FROM auth.outbox WHERE type = 'internal.audit' AND body LIKE '%' || $1 || '%' ORDER BY tenant_id::text = $1`,
        [body.id],
      ),
    );
    const facts = told.map(({ tenant_id, body: text }) => [
      tenant_id,
      JSON.parse(text).data.actor.kind,
      JSON.parse(text).data.object_id,
    ]);
    expect(facts).toEqual([
      [operator.id, 'user', body.id],
      [body.id, 'operator', body.id],
    ]);
    expect(JSON.stringify(told)).not.toContain('whl_');
  });

  test.for([
    'api',
    'docs',
    'login',
    'setup',
    'assets',
    'admin',
    'ab',
    'Upper',
    '-a-b',
    'a-b-',
    'a_b',
    'a.b',
    'x'.repeat(41),
  ])('cannot be called %s', async (slug) => {
    expect(codeOf(await make({ slug }))).toEqual([422, 'validation_failed']);
  });

  test('has a slug of its own', async () => {
    const slug = `twice-${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all([make({ slug }), make({ slug }), make({ slug })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  test('gets a new link for its owner until somebody has come in', async () => {
    const { body } = await make();
    const first = body.link.url.split('#')[1];
    const shown = await call('POST', `/${body.id}/owner-link`);
    expect(shown).toMatchObject({ status: 201, body: { owner: { email: 'own@example.test' } } });
    expect(codeOf(await claim(first))).toEqual([410, 'gone']);
    expect((await claim(shown.body.link.url.split('#')[1])).status).toBe(200);
    expect(codeOf(await call('POST', `/${body.id}/owner-link`))).toEqual([409, 'invalid_state']);
  });
});

describe('the list', () => {
  test('is read in pages, by state, and one is renamed', async () => {
    // Ids of one millisecond from two makers come in any order.
    clock.advance(1);
    const { body: one } = await make({ name: 'One' });
    const page = await call('GET', '?limit=1');
    expect(page.body).toMatchObject({ data: [{ id: one.id }], next_cursor: expect.any(String) });
    const next = await call('GET', `?limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body.data[0].id < one.id).toBe(true);
    expect((await call('GET', '?state=active')).body.total).toBe(page.body.total);
    const read = await call('GET', `/${one.id}`);
    const match = { 'if-match': read.headers.get('etag') ?? '' };
    expect((await call('PATCH', `/${one.id}`, { name: 'Two' }, match)).body).toMatchObject({
      name: 'Two',
      slug: one.slug,
    });
    expect(codeOf(await call('PATCH', `/${one.id}`, { name: 'Three' }, match))).toEqual([412, 'precondition_failed']);
    expect(codeOf(await call('PATCH', `/${one.id}`, { slug: 'other' }))).toEqual([422, 'validation_failed']);
    expect(codeOf(await call('GET', `/${randomUUID()}`))).toEqual([404, 'not_found']);
  });
});

describe('stopping a tenant', () => {
  test('ends all its tokens at once, and nobody else’s', async () => {
    const tenant = await auth.tenant();
    const theirs = await tenant.callerOf((await tenant.user('owner')).id, 'owner');
    const other = await auth.tenant();
    const others = await other.callerOf((await other.user('owner')).id, 'owner');
    expect((await call('POST', `/${tenant.id}/suspend`)).body.state).toBe('suspended');
    await eventually(async () =>
      expect(codeOf(await auth.call(theirs, 'GET', '/api/v1/me'))).toEqual([401, 'token_revoked']),
    );
    expect((await auth.call(others, 'GET', '/api/v1/me')).status).toBe(200);
    expect(codeOf(await call('POST', `/${tenant.id}/suspend`))).toEqual([409, 'invalid_state']);
    expect((await call('POST', `/${tenant.id}/activate`)).body.state).toBe('active');
  });

  test("never stops the operator's own", async () => {
    for (const answer of [await call('POST', `/${operator.id}/suspend`), await call('DELETE', `/${operator.id}`)])
      expect(codeOf(answer)).toEqual([409, 'conflict']);
  });

  test.for(
    Object.keys(tenantMachine.steps).flatMap((name) =>
      tenantStates.map((state) => [name as TenantStep, state] as const),
    ),
  )('the table says whether %s takes one that is %s', ([name, state]) => {
    const { from, to } = tenantMachine.steps[name];
    const allowed = (from as readonly string[]).includes(state);
    expect(wordsOf(() => tenantMachine.next(state, name))).toContain(allowed ? to : `is ${state}: cannot ${name}`);
  });
});

describe('deleting a tenant', () => {
  test('can be undone for thirty days', async () => {
    const tenant = await auth.tenant();
    const { id } = await tenant.user('owner');
    const deleted = await call('DELETE', `/${tenant.id}`);
    expect(deleted).toMatchObject({ status: 202, body: { state: 'deleting' } });
    expect(Date.parse(deleted.body.delete_after) - clock.now().getTime()).toBe(30 * day);
    clock.advance(29 * day);
    await purge();
    expect((await call('POST', `/${tenant.id}/restore`)).body).toMatchObject({ state: 'active', delete_after: null });
    clock.advance(2 * day);
    await purge();
    const rev = await auth.db.system((db) => db.query<{ seq: number }>('SELECT max(seq) AS seq FROM auth.revocations'));
    const back = await caller({ sub: id, tenant: tenant.id, rev: rev[0]?.seq ?? 0 }, clock);
    expect((await auth.call(back, 'GET', '/api/v1/me')).status).toBe(200);
  });

  test('takes all its rows then, in every table, and nobody else’s', async () => {
    const { body: tenant } = await make();
    await claim(tenant.link.url.split('#')[1]);
    const boss = await caller({ sub: tenant.owner.id, tenant: tenant.id, kind: 'session' }, clock);
    await auth.call(boss, 'PATCH', '/api/v1/tenant', { body: { require_totp: true } });
    await auth.call(boss, 'POST', '/api/v1/roles', {
      body: { name: 'mine', scopes: ['read'] },
      headers: { 'idempotency-key': 'k' },
    });
    await fill(tenant.id, tenant.owner.id);
    const neighbour = await auth.tenant();
    await fill(neighbour.id, (await neighbour.user('owner')).id);
    const before = await rowsOf(neighbour.id);

    await call('DELETE', `/${tenant.id}`);
    clock.advance(30 * day);
    expect(codeOf(await call('POST', `/${tenant.id}/restore`))).toEqual([410, 'gone']);
    await purge();
    expect(codeOf(await call('GET', `/${tenant.id}`))).toEqual([404, 'not_found']);
    expect(await rowsOf(tenant.id)).toEqual({});
    expect(await rowsOf(neighbour.id)).toEqual(before);
    expect(before).toMatchObject({ credentials: 2500, users: 1, secret_hashes: 1 });
    const told = await auth.db.system((db) =>
      db.query(
        `SELECT body::jsonb->'data' AS data FROM auth.outbox WHERE type = 'internal.tenant_deleted' AND tenant_id = $1`,
        [tenant.id],
      ),
    );
    expect(told).toEqual([{ data: { tenant_id: tenant.id } }]);
    expect((await make({ slug: tenant.slug })).status).toBe(201);
  });

  test('once begun, cannot be undone by a process whose clock is behind', async () => {
    const tenant = await auth.tenant();
    await call('DELETE', `/${tenant.id}`);
    await auth.db.system((db) =>
      db.query('UPDATE auth.tenants SET purging_since = $2 WHERE id = $1', [tenant.id, clock.now()]),
    );
    expect(codeOf(await call('POST', `/${tenant.id}/restore`))).toEqual([410, 'gone']);
  });

  async function fill(tenantId: string, userId: string): Promise<void> {
    await auth.db.tenant(tenantId, async (db) => {
      await db.query(
        `INSERT INTO auth.credentials (tenant_id, id, kind, owner_id, name, scopes, prefix, last_four, created_at, expires_at)
         SELECT $1, gen_random_uuid(), 'personal', $2, 'mine', '{read}', 'whp_', 'abcd', now(), now() FROM generate_series(1, 2500)`,
        [tenantId, userId],
      );
      await db.query(
        `INSERT INTO auth.sessions (tenant_id, id, user_id, method, created_at, authenticated_at, last_seen_at, expires_at, address, user_agent)
         VALUES ($1, $2, $2, 'password', now(), now(), now(), now(), '', '')`,
        [tenantId, userId],
      );
      await db.query(
        `INSERT INTO auth.secret_hashes (hash, kind, tenant_id, id) VALUES (sha256($2::text::bytea), 'session', $1, $2::text::uuid)`,
        [tenantId, userId],
      );
    });
  }

  /** By the owner, who sees all: what a table holds of a tenant, where it holds anything. */
  async function rowsOf(tenantId: string): Promise<Record<string, number>> {
    // Numbers, the trail and what is on its way go with their own age.
    const apart = ['counters', 'outbox', 'revocations', 'audit_entries', 'audit_heads', 'audit_pending', 'audit_due'];
    return asOwner(auth.database.ownerUrl, async (client) => {
      const { rows: tables } = await client.query(
        `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
         WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL($1)`,
        [apart],
      );
      const found: Record<string, number> = {};
      for (const { name } of tables as readonly { name: string }[]) {
        const { rows } = await client.query(`SELECT count(*)::int AS n FROM auth.${name} WHERE tenant_id = $1`, [
          tenantId,
        ]);
        if (rows[0].n > 0) found[name] = rows[0].n;
      }
      return found;
    });
  }
});

describe('who may', () => {
  test("only the operator's admins; to an owner of any other tenant nothing is there", async () => {
    const tenant = await auth.tenant();
    const owner = await tenant.callerOf((await tenant.user('owner')).id, 'owner');
    const body = { slug: 'mine-too', name: 'x', owner: { email: 'a@b.test', name: 'x' } };
    const path = `/api/v1/tenants/${tenant.id}`;
    for (const answer of [
      await auth.call(owner, 'GET', '/api/v1/tenants'),
      await auth.call(owner, 'POST', '/api/v1/tenants', { body }),
      await auth.call(owner, 'GET', path),
      await auth.call(owner, 'PATCH', path, { body: { name: 'x' } }),
      await auth.call(owner, 'DELETE', path),
      ...(await Promise.all(
        ['suspend', 'activate', 'restore', 'owner-link'].map((name) => auth.call(owner, 'POST', `${path}/${name}`)),
      )),
    ])
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    const viewer = await operator.callerOf((await operator.user('viewer')).id, 'viewer');
    expect(codeOf(await auth.call(viewer, 'GET', '/api/v1/tenants'))).toEqual([403, 'insufficient_scope']);
  });

  test("the operator sees none of a tenant's people", async () => {
    const tenant = await auth.tenant();
    const { id } = await tenant.user('owner');
    expect((await auth.call(await asStaff(), 'GET', `/api/v1/users/${id}`)).status).toBe(404);
  });
});

describe("a tenant's own settings", () => {
  let own: TestTenant;
  let admin: Caller;
  const change = (who: Caller, body: object, headers = {}) =>
    auth.call(who, 'PATCH', '/api/v1/tenant', { body, headers });
  beforeAll(async () => {
    own = await auth.tenant();
    admin = await own.callerOf((await own.user('admin')).id);
  });

  test('are read by anybody who reads, and changed by admins', async () => {
    const viewer = await own.callerOf((await own.user('viewer')).id, 'viewer');
    const read = await auth.call(viewer, 'GET', '/api/v1/tenant');
    expect(read.body).toEqual({ id: own.id, slug: own.slug, name: own.slug, require_totp: false, require_sso: false });
    expect(codeOf(await change(viewer, { name: 'x' }))).toEqual([403, 'insufficient_scope']);
    expect((await change(admin, { require_totp: true })).body).toMatchObject({ name: own.slug, require_totp: true });
    expect(await auth.db.tenant(own.id, policyOf)).toEqual({ require_totp: true, require_sso: false });
    expect((await change(admin, { name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', require_totp: true });
    expect(codeOf(await change(admin, { name: 'x' }, { 'if-match': read.headers.get('etag') ?? '' }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect(codeOf(await change(admin, { operator: true }))).toEqual([422, 'validation_failed']);
  });

  test('are nobody else’s', async () => {
    const other = await auth.tenant();
    expect(await auth.db.tenant(other.id, policyOf)).toEqual({ require_totp: false, require_sso: false });
  });

  test('cannot require single sign-on that is not set up', async () => {
    expect(codeOf(await change(admin, { require_sso: true }))).toEqual([409, 'conflict']);
  });
});

function wordsOf(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

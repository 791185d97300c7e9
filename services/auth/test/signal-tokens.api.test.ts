import { randomUUID } from 'node:crypto';
import { scopes } from '@wheelhouse/contracts';
import { type Caller, caller, eventually, movableClock, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeExpiring } from '../src/tokens/expiring-store.ts';
import { claimsOf, moduleCaller, type SignedIn, signedIn, typoOf } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const url = '/api/v1/signal-tokens';
const day = 24 * 60 * 60_000;
let auth: AuthProcess;
let clock: MovableClock;
let gateway: Caller;
let tenant: TestTenant;
let person: SignedIn;
let admin: Caller;
beforeAll(async () => {
  clock = movableClock(new Date());
  auth = await startAuth({ clock });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  gateway = await moduleCaller('gateway', undefined, clock);
  tenant = await auth.tenant();
  person = await signedIn(auth, tenant, 'admin', clock);
  admin = person.who;
});

const post = (body: object, who = admin, headers: Readonly<Record<string, string>> = {}) =>
  auth.call(who, 'POST', url, { body, headers });
const created = async (more: object = {}, who = admin) => {
  const { status, body } = await post({ name: 'alertmanager', ...more }, who);
  expect(status).toBe(201);
  return body as { id: string; token: string; expires_at: string };
};
const exchange = (credential: string) =>
  auth.call(gateway, 'POST', '/internal/v1/exchange', { body: { credential, address: '203.0.113.9' } });
const code = async (credential: string) => {
  const { status, body } = await exchange(credential);
  return [status, body.error?.code];
};
/** An administrator of these clusters only. */
const limited = (...cluster_ids: readonly string[]) =>
  caller({ tenant: tenant.id, scopes: [...scopes], cluster_ids }, clock);

describe('a signal token', () => {
  test('is made, shown once, read, listed and revoked', async () => {
    const made = await post({ name: 'alertmanager of prod' });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.headers.get('location')).toBe(`${url}/${made.body.id}`);
    const { token, ...shown } = made.body;
    expect(token).toMatch(/^whi_/);
    expect(shown).toMatchObject({
      name: 'alertmanager of prod',
      cluster_id: null,
      prefix: token.slice(0, 8),
      last_four: token.slice(-4),
      last_used_at: null,
      revoked_at: null,
    });
    const read = await auth.call(admin, 'GET', `${url}/${shown.id}`);
    expect(read.body).toEqual(shown);
    expect(read.headers.get('etag')).not.toBeNull();
    const known = { headers: { 'if-none-match': read.headers.get('etag') ?? '' } };
    expect((await auth.call(admin, 'GET', `${url}/${shown.id}`, known)).status).toBe(304);
    await created();
    const first = await auth.call(admin, 'GET', `${url}?limit=1`);
    expect(first.body).toMatchObject({ total: 2, data: [{ name: 'alertmanager' }] });
    const rest = await auth.call(admin, 'GET', `${url}?limit=1&cursor=${first.body.next_cursor}`);
    expect(rest.body).toEqual({ data: [shown], next_cursor: null, total: 2 });
    expect((await auth.call(admin, 'DELETE', `${url}/${shown.id}`)).status).toBe(204);
    expect((await auth.call(admin, 'DELETE', `${url}/${shown.id}`)).status).toBe(204);
    expect((await auth.call(admin, 'GET', `${url}/${shown.id}`)).body.revoked_at).not.toBeNull();
    expect(await code(token)).toEqual([401, 'token_revoked']);
  });

  test('is exchanged for a minute of nothing but its purpose', async () => {
    const { id, token } = await created();
    const { status, body } = await exchange(token);
    expect(status).toBe(200);
    const principal = { kind: 'ingest', id, credential_id: id, tenant_id: tenant.id, scopes: [], purpose: 'signals' };
    expect(body.principal).toEqual({ ...principal, cluster_ids: null, cloudspace_ids: null });
    expect(claimsOf(body.access_token)).toMatchObject({ sub: id, kind: 'ingest', purpose: 'signals', scopes: [] });
    const own = { tenantId: tenant.id, token: body.access_token };
    for (const path of ['/api/v1/tenant', '/api/v1/me', '/api/v1/tokens', url])
      expect([path, (await auth.call(own, 'GET', path)).body.error?.code]).toEqual([path, 'insufficient_scope']);
    expect(await code(typoOf(token))).toEqual([401, 'unauthenticated']);
  });

  test('of one cluster has that as its limit', async () => {
    const cluster = randomUUID();
    const { token } = await created({ cluster_id: cluster.toUpperCase() });
    const { body } = await exchange(token);
    expect(body.principal).toMatchObject({ cluster_ids: [cluster], cloudspace_ids: null });
    expect(claimsOf(body.access_token)).toMatchObject({ cluster_ids: [cluster] });
  });

  test('shows when and from where it was last used, soon after', async () => {
    const { id, token } = await created();
    await exchange(token);
    await eventually(async () => {
      const { body } = await auth.call(admin, 'GET', `${url}/${id}`);
      expect([body.last_used_at, body.last_used_ip]).toEqual([clock.now().toISOString(), '203.0.113.9']);
    });
  });

  test('asked for again under the same Idempotency-Key is not shown again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post({ name: 'once' }, admin, headers);
    const again = await post({ name: 'once' }, admin, headers);
    expect([again.status, again.body.error.code]).toEqual([409, 'already_exists']);
    expect(again.body.error.message).toContain(first.body.id);
    expect((await auth.call(admin, 'GET', url)).body.total).toBe(1);
  });

  test('is one of fifty at most', async () => {
    const { id } = await created();
    for (let more = 1; more < 50; more += 1) await created();
    const refused = await post({ name: 'one too many' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    await auth.call(admin, 'DELETE', `${url}/${id}`);
    await created();
  });
});

describe('its end', () => {
  const inDays = (days: number) => new Date(clock.now().getTime() + days * day).toISOString();

  test('is a year away, or sooner', async () => {
    expect((await created()).expires_at).toBe(inDays(365));
    const { token, expires_at } = await created({ expires_at: inDays(1) });
    expect(expires_at).toBe(inDays(1));
    clock.advance(day);
    gateway = await moduleCaller('gateway', undefined, clock);
    expect(await code(token)).toEqual([401, 'token_expired']);
  });

  test.for([
    ['has been', -1],
    ['is further away', 366],
  ] as const)('is refused when it %s', async ([, days]) => {
    const { status, body } = await post({ name: 'x', expires_at: inDays(days) });
    expect([status, body.error.code]).toEqual([422, 'validation_failed']);
    expect(body.error.details).toMatchObject([{ field: 'expires_at' }]);
  });

  test('is told 14 days before, as for every credential', async () => {
    const { id } = await created({ expires_at: inDays(20) });
    clock.advance(7 * day);
    const told = await auth.db.tenant(tenant.id, (db) => takeExpiring(db, clock.now(), [14, 7, 1]));
    expect(told).toMatchObject([{ id, kind: 'ingest', owner_id: tenant.id, days: 14, email: null }]);
  });
});

describe('who may', () => {
  test('only administrators, and nobody gives what they lack', async () => {
    const { id } = await created();
    const reader = await caller({ tenant: tenant.id, scopes: ['read', 'deploy', 'actions', 'agents'] }, clock);
    const calls = [
      ['GET', url],
      ['POST', url, { name: 'x' }],
      ['GET', `${url}/${id}`],
      ['DELETE', `${url}/${id}`],
    ] as const;
    for (const [method, path, body] of calls) {
      const refused = await auth.call(reader, method, path, body === undefined ? {} : { body });
      expect([path, refused.body.error.code]).toEqual([path, 'insufficient_scope']);
    }
    const inactive = await caller({ tenant: tenant.id, scopes: ['read', 'admin'] }, clock);
    const refused = await post({ name: 'x' }, inactive);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect(refused.body.error.message).toContain('the scope actions');
  });

  test("another tenant's administrator finds none of it", async () => {
    const { id, token } = await created();
    const stranger = await caller({ tenant: (await auth.tenant()).id }, clock);
    const never = await auth.call(stranger, 'GET', `${url}/${randomUUID()}`);
    for (const method of ['GET', 'DELETE'] as const) {
      const refused = await auth.call(stranger, method, `${url}/${id}`);
      expect(refused.status).toBe(404);
      expect({ ...refused.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    }
    expect((await auth.call(stranger, 'GET', url)).body).toMatchObject({ total: 0, data: [] });
    expect((await exchange(token)).status).toBe(200);
  });

  test('an administrator of some clusters makes, sees and revokes those of their clusters only', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const who = await limited(mine);
    for (const [wanted, lacking] of [
      [{}, 'every cluster'],
      [{ cluster_id: theirs }, `the cluster ${theirs}`],
    ] as const) {
      const refused = await post({ name: 'x', ...wanted }, who);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
      expect(refused.body.error.message).toContain(lacking);
    }
    const own = await created({ cluster_id: mine }, who);
    const others = [await created(), await created({ cluster_id: theirs })];
    const list = await auth.call(who, 'GET', url);
    expect(list.body).toMatchObject({ total: 1, data: [{ id: own.id }] });
    for (const { id, token } of others) {
      expect((await auth.call(who, 'GET', `${url}/${id}`)).status).toBe(404);
      expect((await auth.call(who, 'DELETE', `${url}/${id}`)).status).toBe(404);
      expect((await exchange(token)).status).toBe(200);
    }
    expect((await auth.call(who, 'DELETE', `${url}/${own.id}`)).status).toBe(204);
    expect(await code(own.token)).toEqual([401, 'token_revoked']);
  });

  test('a personal or reporting token of that id is none', async () => {
    const made = await auth.call(admin, 'POST', '/api/v1/tokens', { body: { name: 'x', scopes: ['read'] } });
    for (const method of ['GET', 'DELETE'] as const)
      expect((await auth.call(admin, method, `${url}/${made.body.id}`)).status).toBe(404);
    const { id } = await created();
    expect((await auth.call(admin, 'DELETE', `/api/v1/tokens/${id}`)).status).toBe(404);
    const tokens = await auth.call(admin, 'GET', '/api/v1/tokens');
    expect(tokens.body.data.map((one: { id: string }) => one.id)).not.toContain(id);
  });
});

test('what takes it away is told to every process: a revocation, once; the end of its tenant', async () => {
  const { id, token } = await created();
  const { token: other } = await created();
  for (const _ of [1, 2]) await auth.call(admin, 'DELETE', `${url}/${id}`);
  const rows = await auth.db.system((db) => db.query('SELECT 1 FROM auth.revocations WHERE credential_id = $1', [id]));
  expect(rows).toHaveLength(1);
  expect(await code(token)).toEqual([401, 'token_revoked']);
  expect((await exchange(other)).status).toBe(200);
  await auth.db.tenant(tenant.id, (db) =>
    db.query(`UPDATE auth.tenants SET state = 'suspended' WHERE id = $1`, [tenant.id]),
  );
  expect(await code(other)).toEqual([401, 'token_revoked']);
});

test('who made and who revoked it stands in the audit trail, and the token does not', async () => {
  const cluster = randomUUID();
  const { id, token } = await created({ name: 'paging', cluster_id: cluster });
  await auth.call(admin, 'DELETE', `${url}/${id}`);
  await eventually(async () => {
    const { body } = await auth.call(admin, 'GET', '/api/v1/audit');
    const entries = (body.data as { object_id: string }[]).filter(({ object_id }) => object_id === id);
    expect(entries).toMatchObject([
      { action: 'signal_token.revoke', actor: { id: person.userId }, details: { name: 'paging' } },
      { action: 'signal_token.create', details: { name: 'paging', cluster_id: cluster } },
    ]);
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

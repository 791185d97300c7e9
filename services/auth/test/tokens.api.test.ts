import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRevoked } from '../src/credentials/store.ts';
import { moduleCaller, type SignedIn, signedIn } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const tokens = '/api/v1/tokens';
let auth: AuthProcess;
let tenant: TestTenant;
let person: SignedIn;
beforeAll(async () => {
  auth = await startAuth();
  tenant = await auth.tenant();
  person = await signedIn(auth, tenant, 'developer');
});
afterAll(() => auth.stop());

const create = (who: SignedIn, body: object) => auth.call(who.who, 'POST', tokens, { body });
const inTenant = (sql: string, values: readonly unknown[]) =>
  auth.db.tenant(tenant.id, (db) => db.query<Record<string, unknown>>(sql, values));

describe('creating a personal token', () => {
  test('shows it once, with what is kept of it', async () => {
    const made = await create(person, { name: 'laptop', scopes: ['read', 'deploy'] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'laptop',
      scopes: ['read', 'deploy'],
      last_used_at: null,
      revoked_at: null,
    });
    expect(made.body.token).toMatch(/^whp_[0-9A-Za-z]{36}$/);
    expect(made.body.token.startsWith(made.body.prefix)).toBe(true);
    expect(made.body.token.endsWith(made.body.last_four)).toBe(true);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const days = (Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)) / 86_400_000;
    expect(days).toBe(90);
    const list = await auth.call(person.who, 'GET', tokens);
    expect(list.body.data[0]).toEqual({ ...made.body, token: undefined });
    expect(JSON.stringify(list.body)).not.toContain(made.body.token);
  });

  test('leaves an entry without the secret', async () => {
    const made = await create(person, { name: 'noted', scopes: ['read'] });
    const [entry] = await inTenant(
      `SELECT body FROM auth.outbox WHERE tenant_id = $1 AND body LIKE '%token.create%' ORDER BY id DESC LIMIT 1`,
      [tenant.id],
    );
    const { data } = JSON.parse(String(entry?.['body']));
    expect(data).toMatchObject({
      action: 'token.create',
      object_id: made.body.id,
      details: { name: 'noted', scopes: ['read'] },
    });
    expect(String(entry?.['body'])).not.toContain(made.body.token);
  });

  test('takes an end of up to a year, and scopes that exist', async () => {
    expect((await create(person, { name: 'a', scopes: ['read'], expires_in_days: 365 })).status).toBe(201);
    for (const body of [
      { name: 'a', scopes: ['read'], expires_in_days: 366 },
      { name: 'a', scopes: ['read'], expires_in_days: 0 },
      { name: 'a', scopes: [] },
      { name: 'a', scopes: ['read', 'read'] },
      { name: 'a', scopes: ['everything'] },
      { name: '', scopes: ['read'] },
      { name: 'a', scopes: ['read'], owner_id: person.userId },
    ])
      expect((await create(person, body)).status).toBe(422);
  });

  test('cannot go beyond the role, and says in what', async () => {
    const refused = await create(person, { name: 'a', scopes: ['read', 'admin', 'actions'] });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('admin, actions');
    expect(refused.body.error.details).toHaveLength(2);
  });

  test('wants a signed-in person who has proved lately who they are', async () => {
    const withToken = await tenant.callerOf(person.userId, 'developer');
    expect((await auth.call(withToken, 'POST', tokens, { body: { name: 'a', scopes: ['read'] } })).status).toBe(403);
    const stale = await signedIn(auth, tenant, 'developer');
    await inTenant(`UPDATE auth.sessions SET authenticated_at = now() - interval '16 minutes' WHERE id = $1`, [
      stale.sessionId,
    ]);
    const refused = await create(stale, { name: 'a', scopes: ['read'] });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('/api/v1/session/reauthenticate');
  });

  test('a repeat with the same key names the token and does not show it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'once', scopes: ['read'] };
    const made = await auth.call(person.who, 'POST', tokens, { body, headers: key });
    const again = await auth.call(person.who, 'POST', tokens, { body, headers: key });
    expect(made.status).toBe(201);
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain(made.body.id);
  });
});

test('a person has fifty live tokens at most', async () => {
  const collector = await signedIn(auth, await auth.tenant());
  const statuses: number[] = [];
  for (let made = 0; made < 51; made += 1)
    statuses.push((await create(collector, { name: `token ${made}`, scopes: ['read'] })).status);
  expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([50, 409]);
});

describe('the list', () => {
  test('holds the own tokens only, page by page', async () => {
    const one = await signedIn(auth, tenant);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await create(one, { name, scopes: ['read'] })).body.id);
    const first = await auth.call(one.who, 'GET', `${tokens}?limit=2`);
    expect(first.body).toMatchObject({ total: 3, data: [{ id: ids[2] }, { id: ids[1] }] });
    const rest = await auth.call(one.who, 'GET', `${tokens}?limit=2&cursor=${first.body.next_cursor}`);
    expect(rest.body).toMatchObject({ total: 3, next_cursor: null, data: [{ id: ids[0] }] });
    const other = await signedIn(auth, tenant);
    expect((await auth.call(other.who, 'GET', tokens)).body).toMatchObject({ total: 0, data: [] });
  });

  test('needs read', async () => {
    const who = await caller({ tenant: tenant.id, sub: person.userId, scopes: ['deploy'] });
    const refused = await auth.call(who, 'GET', tokens);
    expect(refused.body.error.code).toBe('insufficient_scope');
  });
});

describe('revoking', () => {
  test('is possible with any credential of the person, whatever its scopes, and twice', async () => {
    const { body } = await create(person, { name: 'gone', scopes: ['read'] });
    const who = await caller({ tenant: tenant.id, sub: person.userId, scopes: [] });
    expect((await auth.call(who, 'DELETE', `${tokens}/${body.id}`)).status).toBe(204);
    expect((await auth.call(who, 'DELETE', `${tokens}/${body.id}`)).status).toBe(204);
    const list = await auth.call(person.who, 'GET', tokens);
    expect(list.body.data.find(({ id }: { id: string }) => id === body.id).revoked_at).not.toBeNull();
    const rows = await auth.db.system((db) =>
      db.query('SELECT 1 FROM auth.revocations WHERE credential_id = $1', [body.id]),
    );
    expect(rows).toHaveLength(1);
  });

  test('is not for service accounts, pipelines or modules', async () => {
    const { body } = await create(person, { name: 'kept', scopes: ['read'] });
    for (const kind of ['service', 'pipeline'] as const) {
      const who = await caller({ tenant: tenant.id, sub: person.userId, kind });
      expect((await auth.call(who, 'DELETE', `${tokens}/${body.id}`)).status).toBe(403);
    }
    const module = await moduleCaller('cicd', tenant.id);
    expect((await auth.call(module, 'DELETE', `${tokens}/${body.id}`)).status).toBe(403);
  });

  test("another person's token is not there, nor another tenant's, nor one of another kind", async () => {
    const { body } = await create(person, { name: 'mine', scopes: ['read'] });
    const never = await auth.call(person.who, 'DELETE', `${tokens}/${randomUUID()}`);
    const elsewhere = await auth.tenant();
    const colleague = await signedIn(auth, tenant);
    const stranger = await caller({ tenant: elsewhere.id, sub: person.userId });
    for (const who of [colleague.who, stranger]) {
      const refused = await auth.call(who, 'DELETE', `${tokens}/${body.id}`);
      expect(refused.status).toBe(404);
      expect({ ...refused.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    }
    await auth.db.tenant(elsewhere.id, (db) => setRevoked(db, body.id, null, new Date()));
    const list = await auth.call(person.who, 'GET', tokens);
    expect(list.body.data.find(({ id }: { id: string }) => id === body.id).revoked_at).toBeNull();
  });
});

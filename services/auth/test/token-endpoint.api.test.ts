import { asOwner, type Caller, caller, eventually, movableClock, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueSecret } from '../src/secrets/format.ts';
import { claimsOf, typoOf } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const accounts = '/api/v1/service-accounts';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const grant_type = 'client_credentials';
let auth: AuthProcess;
let clock: MovableClock;
let tenant: TestTenant;
let admin: Caller;
let client: { readonly client_id: string; readonly client_secret: string; readonly id: string };
beforeAll(async () => {
  clock = movableClock(new Date());
  auth = await startAuth({ clock });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  tenant = await auth.tenant();
  admin = await caller({ tenant: tenant.id }, clock);
  const account = { name: 'robot', scopes: ['read', 'deploy'] };
  const { body } = await auth.call(admin, 'POST', accounts, { body: account });
  const made = await auth.call(admin, 'POST', `${accounts}/${body.id}/secrets`, { body: { expires_in_days: 1 } });
  client = made.body;
});

const ask = (fields: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}) =>
  auth.call(undefined, 'POST', '/oauth/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { ...form, ...headers },
  });
const asClient = (more: Readonly<Record<string, string>> = {}) =>
  ask({ grant_type, client_id: client.client_id, client_secret: client.client_secret, ...more });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const codeOf = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

describe('client credentials', () => {
  test('are exchanged for a quarter of an hour of what the account has', async () => {
    const { status, body, headers } = await asClient();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'read deploy',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ kind: 'service', sub: client.client_id, tenant: tenant.id, cid: client.id });
    expect(claims.exp - claims.iat).toBe(900);
    const own = { tenantId: tenant.id, token: body.access_token };
    expect((await auth.call(own, 'GET', '/api/v1/tokens')).status).toBe(200);
  });

  test('come in the form or by HTTP Basic, never both', async () => {
    const header = basic(client.client_id, client.client_secret);
    expect((await ask({ grant_type }, header)).status).toBe(200);
    expect((await ask({ grant_type, client_id: client.client_id }, header)).status).toBe(200);
    const both = { grant_type, client_id: client.client_id, client_secret: client.client_secret };
    expect(await codeOf(ask(both, header))).toEqual([400, 'invalid_request']);
    expect(await codeOf(ask({ grant_type, client_id: 'another' }, header))).toEqual([400, 'invalid_request']);
  });

  test('give the scopes asked for, out of those there are', async () => {
    const one = await asClient({ scope: 'deploy' });
    expect(one.body.scope).toBe('deploy');
    expect(claimsOf(one.body.access_token).scopes).toEqual(['deploy']);
    for (const scope of ['admin', 'read admin', 'nonsense', 'read  deploy'])
      expect(await codeOf(asClient({ scope }))).toEqual([400, 'invalid_scope']);
    expect((await asClient({ scope: '' })).body.scope).toBe('read deploy');
  });

  test('carry the limits of the account', async () => {
    const cluster_ids = ['0193f9a0-0000-7000-8000-000000000001'];
    await auth.call(admin, 'PATCH', `${accounts}/${client.client_id}`, { body: { cluster_ids } });
    const { body } = await asClient();
    expect(claimsOf(body.access_token).cluster_ids).toEqual(cluster_ids);
  });

  test('give no token that outlives the secret', async () => {
    clock.advance(24 * 60 * 60_000 - 60_000);
    expect((await asClient()).body.expires_in).toBe(60);
    clock.advance(60_000);
    const { body } = await asClient();
    expect(body.error).toMatchObject({ code: 'invalid_client', message: expect.stringContaining('expired') });
  });

  test('count as used', async () => {
    await asClient();
    await eventually(async () => {
      const list = await auth.call(admin, 'GET', `${accounts}/${client.client_id}/secrets`);
      expect(list.body.data[0].last_used_at).not.toBeNull();
    }, 15_000);
  });
});

describe('what is refused', () => {
  test('as the RFC says, with nothing for caches to keep', async () => {
    const { client_id, client_secret } = client;
    const cases = [
      [{}, 400, 'invalid_request'],
      [{ client_id, client_secret }, 400, 'invalid_request'],
      [{ grant_type: '', client_id, client_secret }, 400, 'invalid_request'],
      [{ grant_type: 'password', client_id, client_secret }, 400, 'unsupported_grant_type'],
      [{ grant_type }, 401, 'invalid_client'],
      [{ grant_type, client_id }, 401, 'invalid_client'],
      [{ grant_type, client_secret }, 400, 'invalid_request'],
      [{ grant_type, client_id, client_secret: 'guess' }, 401, 'invalid_client'],
      [{ grant_type, client_id, client_secret: typoOf(client_secret) }, 401, 'invalid_client'],
      [{ grant_type, client_id, client_secret: issueSecret('service').secret }, 401, 'invalid_client'],
      [{ grant_type, client_id: tenant.id, client_secret }, 401, 'invalid_client'],
      [{ grant_type, client_id: 'no id', client_secret }, 401, 'invalid_client'],
    ] as const;
    for (const [fields, status, code] of cases) {
      const answer = await ask(fields);
      expect([fields, answer.status, answer.body.error.code]).toEqual([fields, status, code]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('pragma')).toBe('no-cache');
      expect(answer.headers.get('www-authenticate')?.startsWith('Basic realm=') ?? false).toBe(status === 401);
    }
  });

  test('a field sent twice, another type of body, no body, and a stranger way to say who one is', async () => {
    const { client_id, client_secret } = client;
    const twice = new URLSearchParams({ grant_type, client_id, client_secret });
    twice.append('scope', 'read');
    twice.append('scope', 'deploy');
    expect(await codeOf(ask(twice.toString()))).toEqual([400, 'invalid_request']);
    const json = auth.call(undefined, 'POST', '/oauth/token', { body: { grant_type, client_id, client_secret } });
    expect(await codeOf(json)).toEqual([415, 'unsupported_media_type']);
    expect(await codeOf(auth.call(undefined, 'POST', '/oauth/token'))).toEqual([400, 'invalid_request']);
    for (const authorization of ['Bearer x', 'Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Basic JTpi'])
      expect(await codeOf(ask({ grant_type }, { authorization }))).toEqual([401, 'invalid_client']);
  });

  test('a field nobody knows is not looked at', async () => {
    expect((await asClient({ audience: 'x', resource: 'y' })).status).toBe(200);
  });

  test('a suspended account or tenant, a revoked secret', async () => {
    await auth.call(admin, 'POST', `${accounts}/${client.client_id}/suspend`);
    expect(await codeOf(asClient())).toEqual([400, 'invalid_grant']);
    await auth.call(admin, 'POST', `${accounts}/${client.client_id}/activate`);
    expect((await asClient()).status).toBe(200);
    await auth.call(admin, 'DELETE', `${accounts}/${client.client_id}/secrets/${client.id}`);
    expect(await codeOf(asClient())).toEqual([401, 'invalid_client']);
  });

  test('an account of a stopped tenant', async () => {
    await auth.db.system((db) => db.query(`UPDATE auth.tenants SET state = 'suspended' WHERE id = $1`, [tenant.id]));
    expect(await codeOf(asClient())).toEqual([400, 'invalid_grant']);
  });

  test('a typo, without a statement', async () => {
    const lookups = () =>
      asOwner(auth.database.ownerUrl, async (owner) => {
        const { rows } = await owner.query<{ calls: string }>(
          `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = s.dbid
           WHERE d.datname = current_database() AND query LIKE '%FROM auth.secret_hashes WHERE%'`,
        );
        return Number(rows[0]?.calls);
      });
    const before = await lookups();
    for (let turn = 0; turn < 10; turn += 1) await asClient({ client_secret: typoOf(client.client_secret) });
    // Not equal: the server forgets what is asked seldom.
    expect(await lookups()).toBeLessThanOrEqual(before);
  });
});

test('a token of before a change is refused within a second, one of after it is good', async () => {
  const { body } = await asClient();
  const own = (token: string) => auth.call({ tenantId: tenant.id, token }, 'GET', '/api/v1/tokens');
  expect((await own(body.access_token)).status).toBe(200);
  await auth.call(admin, 'PATCH', `${accounts}/${client.client_id}`, { body: { scopes: ['read'] } });
  await eventually(async () => expect((await own(body.access_token)).status).toBe(401), 1_000);
  const after = await asClient();
  expect(after.body.scope).toBe('read');
  expect((await own(after.body.access_token)).status).toBe(200);
});

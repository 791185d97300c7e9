import { randomUUID } from 'node:crypto';
import { asOwner, caller, type Caller, eventually, movableClock, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueSecret } from '../src/secrets/format.ts';
import { stopSession } from '../src/sessions/service.ts';
import { claimsOf, moduleCaller, type SignedIn, signedIn, typoOf } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const day = 24 * 60 * 60_000;
let auth: AuthProcess;
let clock: MovableClock;
let gateway: Caller;
let tenant: TestTenant;
let person: SignedIn;
beforeAll(async () => {
  clock = movableClock(new Date());
  auth = await startAuth({ clock });
});
afterAll(() => auth.stop());
beforeEach(async () => {
  gateway = await moduleCaller('gateway', undefined, clock);
  tenant = await auth.tenant();
  person = await signedIn(auth, tenant, 'operator', clock);
});

const exchange = (credential: string) =>
  auth.call(gateway, 'POST', '/internal/v1/exchange', { body: { credential, address: '203.0.113.7' } });
const inTenant = (sql: string, values: readonly unknown[] = []) =>
  auth.db.tenant(tenant.id, (db) => db.query<Record<string, unknown>>(sql, values));
const personalToken = async (scopes: readonly string[] = ['read', 'actions'], expires_in_days = 30) => {
  const { body } = await auth.call(person.who, 'POST', '/api/v1/tokens', {
    body: { name: 'x', scopes, expires_in_days },
  });
  return body as { id: string; token: string };
};
/** Gives everybody a role that reaches one cluster and one cloudspace. */
const limitRole = async () => {
  const role = randomUUID();
  const limits = { cluster_ids: [randomUUID()], cloudspace_ids: [randomUUID()] };
  await inTenant(
    `INSERT INTO auth.roles (tenant_id, id, name, scopes, cluster_ids, cloudspace_ids, created_at, updated_at)
     VALUES ($1, $2, 'x', '{read,deploy}', $3, $4, now(), now())`,
    [tenant.id, role, limits.cluster_ids, limits.cloudspace_ids],
  );
  await inTenant('UPDATE auth.users SET role_id = $1', [role]);
  return limits;
};
const code = async (credential: string) => {
  const { status, body } = await exchange(credential);
  return [status, body.error?.code];
};

describe('a personal token', () => {
  test('is exchanged for a minute of what it may do', async () => {
    const { id, token } = await personalToken();
    const { status, body, headers } = await exchange(token);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      expires_in: 60,
      principal: {
        kind: 'user',
        id: person.userId,
        tenant_id: tenant.id,
        credential_id: id,
        scopes: ['read', 'actions'],
        cluster_ids: null,
        cloudspace_ids: null,
      },
    });
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ sub: person.userId, tenant: tenant.id, cid: id, aud: 'wheelhouse' });
    expect(claims.exp - claims.iat).toBe(60);
    const own = { tenantId: tenant.id, token: body.access_token };
    expect((await auth.call(own, 'GET', '/api/v1/tokens')).status).toBe(200);
  });

  test('has no more than the role has now, and its limits', async () => {
    const { token } = await personalToken(['read', 'actions']);
    const limits = await limitRole();
    const { body } = await exchange(token);
    expect(body.principal).toMatchObject({ scopes: ['read'], ...limits });
    expect(claimsOf(body.access_token)).toMatchObject(limits);
  });

  test('says which way it ended', async () => {
    const revoked = await personalToken();
    await auth.call(person.who, 'DELETE', `/api/v1/tokens/${revoked.id}`);
    expect(await code(revoked.token)).toEqual([401, 'token_revoked']);
    const expired = await personalToken(['read'], 1);
    clock.advance(day);
    gateway = await moduleCaller('gateway', undefined, clock);
    expect(await code(expired.token)).toEqual([401, 'token_expired']);
  });

  test.for([
    ['a suspended user', `UPDATE auth.users SET state = 'suspended' WHERE id = $1`],
    ['a deleted user', 'DELETE FROM auth.users WHERE id = $1'],
    [
      'a suspended tenant',
      `UPDATE auth.tenants SET state = 'suspended' WHERE $1::uuid IS NOT NULL AND id = kit.tenant()`,
    ],
    [
      'a tenant that is being deleted',
      `UPDATE auth.tenants SET state = 'deleting' WHERE $1::uuid IS NOT NULL AND id = kit.tenant()`,
    ],
  ] as const)('is worth nothing in the hand of %s', async ([, sql]) => {
    const { token } = await personalToken();
    await inTenant(sql, [person.userId]);
    expect(await code(token)).toEqual([401, 'token_revoked']);
    const again = await exchange(person.secret);
    expect(again.status).toBe(401);
  });

  test('shows when and from where it was last used, soon after', async () => {
    const { id, token } = await personalToken();
    await exchange(token);
    const shown = async () =>
      (await inTenant('SELECT last_used_at, last_used_ip FROM auth.credentials WHERE id = $1', [id]))[0];
    expect((await shown())?.['last_used_at']).toBeNull();
    await eventually(async () => expect((await shown())?.['last_used_ip']).toBe('203.0.113.7'));
    expect((await shown())?.['last_used_at']).toEqual(clock.now());
  });
});

describe('a session', () => {
  test('is exchanged for all its role has', async () => {
    const { body } = await exchange(person.secret);
    expect(body.principal).toMatchObject({ kind: 'session', id: person.userId, credential_id: person.sessionId });
    expect(body.principal.scopes).toEqual(['read', 'actions', 'agents']);
  });

  test('has what the role has now, and its limits', async () => {
    const limits = await limitRole();
    const { body } = await exchange(person.secret);
    expect(body.principal).toMatchObject({ scopes: ['read', 'deploy'], ...limits });
    expect(claimsOf(body.access_token)).toMatchObject(limits);
  });

  test('is seen at most once a minute', async () => {
    const seen = async () =>
      (await inTenant('SELECT last_seen_at FROM auth.sessions WHERE id = $1', [person.sessionId]))[0]?.['last_seen_at'];
    const began = await seen();
    clock.advance(30_000);
    await exchange(person.secret);
    expect(await seen()).toEqual(began);
    clock.advance(31_000);
    gateway = await moduleCaller('gateway', undefined, clock);
    await exchange(person.secret);
    expect(await seen()).toEqual(clock.now());
  });

  test('ends when it is ended, and after half a day without use', async () => {
    const other = await signedIn(auth, tenant, 'viewer', clock);
    await auth.db.tenant(tenant.id, (db) => stopSession(db, clock, other.sessionId));
    expect((await code(other.secret))[0]).toBe(401);
    clock.advance(day / 2 + 1);
    gateway = await moduleCaller('gateway', undefined, clock);
    expect(await code(person.secret)).toEqual([401, 'token_expired']);
  });
});

describe('a reporting token', () => {
  const pipeline_id = randomUUID();
  const url = '/internal/v1/reporting-tokens';
  let cicd: Caller;
  beforeEach(async () => {
    cicd = await moduleCaller('cicd', tenant.id, clock);
  });

  test('is made for a pipeline, exchanged, listed and revoked', async () => {
    const made = await auth.call(cicd, 'POST', url, { body: { pipeline_id, name: 'ci' } });
    expect(made.status).toBe(201);
    expect(made.body.token).toMatch(/^whr_/);
    const { body } = await exchange(made.body.token);
    expect(body.principal).toMatchObject({ kind: 'pipeline', id: pipeline_id, scopes: [], tenant_id: tenant.id });
    const list = await auth.call(cicd, 'GET', `${url}?pipeline_id=${pipeline_id}`);
    expect(list.body).toMatchObject({ total: 1, data: [{ id: made.body.id, pipeline_id }] });
    expect((await auth.call(cicd, 'GET', `${url}?pipeline_id=${randomUUID()}`)).body.total).toBe(0);
    expect((await auth.call(cicd, 'DELETE', `${url}/${made.body.id}`)).status).toBe(204);
    expect(await code(made.body.token)).toEqual([401, 'token_revoked']);
  });

  test('is of one tenant', async () => {
    const made = await auth.call(cicd, 'POST', url, { body: { pipeline_id, name: 'ci' } });
    const elsewhere = await moduleCaller('cicd', (await auth.tenant()).id, clock);
    expect((await auth.call(elsewhere, 'GET', `${url}?pipeline_id=${pipeline_id}`)).body.total).toBe(0);
    expect((await auth.call(elsewhere, 'DELETE', `${url}/${made.body.id}`)).status).toBe(404);
    expect((await exchange(made.body.token)).status).toBe(200);
  });

  test('is made by modules only, and for a tenant', async () => {
    const body = { pipeline_id, name: 'ci' };
    expect((await auth.call(person.who, 'POST', url, { body })).status).toBe(404);
    expect((await auth.call(gateway, 'POST', url, { body })).status).toBe(403);
  });
});

describe('what is none of ours', () => {
  test('is refused, all in the same words', async () => {
    const { token } = await personalToken();
    for (const credential of ['', 'x', typoOf(token), issueSecret('personal').secret, issueSecret('session').secret])
      expect(await code(credential)).toEqual([401, 'unauthenticated']);
  });

  test('A client secret is not a token, and the answer says where it goes', async () => {
    const { body } = await exchange(issueSecret('service').secret);
    expect(body.error).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('/auth/oauth/token'),
    });
  });

  test('a typo costs no statement', async () => {
    const { token } = await personalToken();
    const statements = () =>
      asOwner(auth.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ calls: string }>(
          `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = s.dbid
           WHERE d.datname = current_database() AND query LIKE '%FROM auth.secret_hashes WHERE%'`,
        );
        return Number(rows[0]?.calls);
      });
    const before = await statements();
    for (let turn = 0; turn < 20; turn += 1) await exchange(typoOf(token));
    // Not equal: the server forgets what is asked seldom.
    expect(await statements()).toBeLessThanOrEqual(before);
    await exchange(token);
    expect(await statements()).toBeGreaterThan(0);
  });

  test('is exchanged for modules only', async () => {
    const { token } = await personalToken();
    const body = { credential: token, address: '::1' };
    expect((await auth.call(person.who, 'POST', '/internal/v1/exchange', { body })).status).toBe(404);
    const elsewhere = await caller({ kind: 'module', sub: 'gateway', cid: 'gateway', audience: 'platform' }, clock);
    expect((await auth.call(elsewhere, 'POST', '/internal/v1/exchange', { body })).status).toBe(401);
  });
});

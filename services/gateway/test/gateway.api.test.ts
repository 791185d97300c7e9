import { randomUUID } from 'node:crypto';
import { accessSecrets, makeLog, moduleCaller, signAccessToken, systemClock } from '@wheelhouse/kit';
import { eventually, testSecret } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestTenant } from '../../auth/test/start.ts';
import { refusalsTo } from '../src/refusals.ts';
import { type GatewayHouse, someAddress, startGatewayHouse } from './house.ts';

let house: GatewayHouse;
let tenant: TestTenant;
beforeAll(async () => {
  house = await startGatewayHouse();
  tenant = await house.tenant();
});
afterAll(() => house.stop());

const own = 'http://127.0.0.1:8080';
const notes = '/api/example/api/v1/notes';
const note = { title: 'a note', body: 'of some words' };
const nobody = {
  cell: 'default',
  scopes: new Set<never>(),
  purpose: undefined,
  clusterIds: undefined,
  cloudspaceIds: undefined,
  revocationsSeen: 0,
  longLived: false,
};

async function serviceToken(scopes: readonly string[] = ['read']): Promise<string> {
  const owner = await house.token(tenant, ['admin', 'read']);
  const account = await house.through(owner, 'POST', '/api/auth/api/v1/service-accounts', {
    body: { name: randomUUID(), scopes },
  });
  const secret = await house.through(owner, 'POST', `/api/auth/api/v1/service-accounts/${account.body.id}/secrets`, {
    body: {},
  });
  const { client_id, client_secret } = secret.body;
  const { body } = await house.through(undefined, 'POST', '/api/auth/oauth/token', {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return String(body.access_token);
}

describe('who is let through', () => {
  test('a personal token, with its scopes and its budget told', async () => {
    const token = await house.token(tenant, ['read']);
    const { status, headers } = await house.through(token, 'GET', notes);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-oauth-scopes': 'read',
      'x-accepted-oauth-scopes': 'read',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
    });
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset % 60).toBe(0);
    expect(reset - Date.now() / 1_000).toBeLessThanOrEqual(60);
  });

  test("a service account's access token", async () => {
    const { status, headers } = await house.through(await serviceToken(), 'GET', notes);
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('1200');
  });

  test('a session by its cookie, which Authorization wins over', async () => {
    const { secret } = await house.signedIn(tenant);
    const headers = { cookie: `theme=dark; wh_session=${secret}` };
    const { status, body } = await house.through(undefined, 'GET', '/api/auth/api/v1/me', { headers });
    expect([status, body.kind]).toEqual([200, 'user']);
    expect((await house.through(undefined, 'GET', '/api/auth/api/v1/session', { headers })).status).toBe(200);
    expect((await house.through('whp_nothing', 'GET', '/api/auth/api/v1/me', { headers })).status).toBe(401);
  });

  test('nobody with a token of the house, whatever it says', async () => {
    for (const kind of ['user', 'session', 'pipeline', 'ingest', 'module'] as const) {
      const claims = { kind, sub: randomUUID(), cid: randomUUID(), tenant: tenant.id, scopes: ['read', 'admin'] };
      const audience = kind === 'module' ? 'gateway' : 'wheelhouse';
      const options = { secrets: accessSecrets(testSecret), audience, seconds: 60, clock: systemClock };
      const token = await signAccessToken(claims, options);
      expect((await house.through(token, 'GET', notes)).status).toBe(401);
    }
  });

  test('nobody whose token has ended, though it was good a moment ago', async () => {
    const token = await house.token(tenant, ['read']);
    // As if it had been made long ago: it has two seconds left.
    await house.db.tenant(tenant.id, (db) =>
      db.query(`UPDATE auth.credentials SET expires_at = now() + interval '2 seconds' WHERE last_four = $1`, [
        token.slice(-4),
      ]),
    );
    expect((await house.through(token, 'GET', notes)).status).toBe(200);
    const { body } = await eventually(async () => {
      const answer = await house.through(token, 'GET', notes);
      expect(answer.status).toBe(401);
      return answer;
    });
    expect(body.error.code).toBe('token_expired');
  });

  test('nobody whose token was revoked a moment ago', async () => {
    const { who } = await house.signedIn(tenant);
    const made = await house.call(who, 'POST', '/api/v1/tokens', {
      module: 'auth',
      body: { name: 'short', scopes: ['read'] },
    });
    expect((await house.through(made.body.token, 'GET', notes)).status).toBe(200);
    await house.call(who, 'DELETE', `/api/v1/tokens/${made.body.id}`, { module: 'auth' });
    const { body } = await eventually(async () => {
      const answer = await house.through(made.body.token, 'GET', notes);
      expect(answer.status).toBe(401);
      return answer;
    });
    expect(body.error.code).toBe('token_revoked');
  });
});

describe('what is refused, in this order', () => {
  test('a path or a method that is not there, before anybody is asked who they are', async () => {
    const missing = await house.through(undefined, 'GET', '/api/auth/api/v1/nothing');
    expect([missing.status, missing.body.error.code]).toEqual([404, 'not_found']);
    const wrong = await house.through(undefined, 'PUT', notes);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await house.through(undefined, 'GET', '/nowhere')).body.error.message).toContain('/api');
  });

  test('internal routes, which for callers are not there', async () => {
    const token = await house.token(tenant);
    for (const path of [
      '/api/auth/internal/routes',
      '/api/auth/internal/v1/revocations',
      '/api/auth/readyz',
      '/api/auth/metrics',
    ])
      expect((await house.through(token, 'GET', path)).status).toBe(404);
    expect((await house.through(undefined, 'GET', '/api/auth/healthz')).status).toBe(200);
  });

  test('no credential, or a bad one: 401, with the request id that the header says', async () => {
    for (const credential of [undefined, 'whp_typo', 'a.b.c', 'x'.repeat(5_000)]) {
      const { status, headers, body } = await house.through(credential, 'GET', notes);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('Bearer');
      expect(body.error.request_id).toBe(headers.get('x-request-id'));
    }
  });

  test('a spent budget before a missing scope', async () => {
    const small = await startGatewayHouse({ BUDGET_PERSONAL: '3' });
    try {
      const token = await small.token(await small.tenant(), ['read']);
      const statuses: number[] = [];
      for (let call = 0; call < 5; call += 1)
        statuses.push((await small.through(token, 'POST', notes, { body: note })).status);
      expect(statuses).toEqual([403, 403, 403, 429, 429]);
      const { headers, body } = await small.through(token, 'GET', notes);
      expect(body.error.code).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    } finally {
      await small.stop();
    }
  });

  test('a missing scope, named, before the body is looked at', async () => {
    const token = await house.token(tenant, ['read']);
    const { status, headers, body } = await house.through(token, 'POST', notes, { body: '{' });
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('x-accepted-oauth-scopes')).toBe('deploy');
    expect(headers.get('x-oauth-scopes')).toBe('read');
  });

  test('a body larger than a route takes, with and without its length', async () => {
    const token = await house.token(tenant);
    const large = JSON.stringify({ title: 'x'.repeat(1_100_000) });
    expect((await house.through(token, 'POST', notes, { body: large })).body.error.code).toBe('payload_too_large');
    const chunked = await fetch(house.base.replace('/api', notes), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(413);
  });

  test('addresses of strangers that have spent their budget: 429 takes the place of 404 and 401', async () => {
    const small = await startGatewayHouse({ BUDGET_ANONYMOUS: '4' });
    try {
      const headers = { 'x-forwarded-for': someAddress() };
      const asked = ['/api/nothing', notes, '/api/auth/healthz', '/api/nothing', '/api/nothing', notes];
      const statuses: number[] = [];
      for (const path of asked) statuses.push((await small.through(undefined, 'GET', path, { headers })).status);
      expect(statuses).toEqual([404, 401, 200, 404, 429, 429]);
      const known = await small.token(await small.tenant());
      expect((await small.through(known, 'GET', notes, { headers })).status).toBe(200);
      const elsewhere = { 'x-forwarded-for': someAddress() };
      expect((await small.through(undefined, 'GET', notes, { headers: elsewhere })).status).toBe(401);
    } finally {
      await small.stop();
    }
  });

  test('requests for a token, counted by client and address', async () => {
    const small = await startGatewayHouse({ BUDGET_TOKEN_ENDPOINT: '2', BUDGET_ANONYMOUS: '1000' });
    try {
      const ask = async (client_id: string) => {
        const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: 'whs_x' });
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return (await small.through(undefined, 'POST', '/api/auth/oauth/token', { body: form.toString(), headers }))
          .status;
      };
      const [one, other] = [randomUUID(), randomUUID()];
      expect([await ask(one), await ask(one), await ask(one), await ask(other)]).toEqual([401, 401, 429, 401]);
    } finally {
      await small.stop();
    }
  });
});

describe('a session cookie', () => {
  test('changes something only from our own pages and with the header', async () => {
    const { secret } = await house.signedIn(tenant);
    const post = async (headers: Readonly<Record<string, string>>) =>
      (
        await house.through(undefined, 'POST', notes, {
          body: note,
          headers: { cookie: `wh_session=${secret}`, ...headers },
        })
      ).status;
    const csrf = { 'x-wheelhouse-csrf': '1' };
    expect(await post({ ...csrf, origin: own })).toBe(201);
    expect(await post({ ...csrf, origin: own, 'sec-fetch-site': 'same-origin' })).toBe(201);
    expect(await post({ ...csrf, 'sec-fetch-site': 'same-origin' })).toBe(201);
    for (const headers of [
      { origin: own },
      csrf,
      { ...csrf, origin: 'https://evil.example' },
      { ...csrf, origin: 'null' },
      { ...csrf, 'sec-fetch-site': 'same-site' },
      { ...csrf, origin: own, 'sec-fetch-site': 'cross-site' },
      { ...csrf, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ])
      expect(await post(headers)).toBe(403);
  });

  test('named twice is nobody', async () => {
    const { secret } = await house.signedIn(tenant);
    const headers = { cookie: `wh_session=${secret}; wh_session=${secret}` };
    expect((await house.through(undefined, 'GET', notes, { headers })).status).toBe(401);
  });
});

describe('what reaches a module', () => {
  test("its own path, the caller's address and id, and several cookies back", async () => {
    const answer = await house.through(undefined, 'GET', '/api/auth/api/v1/sign-in-options?tenant=nobody', {
      headers: { 'x-request-id': 'a-request-of-mine' },
    });
    expect(answer.headers.get('x-request-id')).toBe('a-request-of-mine');
    expect(answer.status).toBe(200);
  });

  test('a HEAD where there is a GET, and a 304', async () => {
    const token = await house.token(tenant);
    const made = await house.through(token, 'POST', notes, { body: note });
    const path = `${notes}/${made.body.id}`;
    // Its changes are counted a moment later, and then it is another one.
    await eventually(async () => {
      const head = await house.through(token, 'HEAD', path);
      expect([head.status, head.body]).toEqual([200, undefined]);
      const etag = head.headers.get('etag') ?? '';
      expect((await house.through(token, 'GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    });
  });

  test('refusals of known callers stand in the audit trail', async () => {
    const { userId, sessionId } = await house.signedIn(tenant);
    const addressesOf = () => [house.addresses['auth'] ?? ''];
    const secrets = accessSecrets(testSecret);
    const ledger = refusalsTo({
      call: moduleCaller({ module: 'gateway', secrets, clock: systemClock, addressesOf }),
      clock: systemClock,
      log: makeLog({ level: 'silent' }),
    });
    const principal = { ...nobody, kind: 'session', id: userId, tenantId: tenant.id, credentialId: sessionId } as const;
    for (let call = 0; call < 3; call += 1)
      ledger.add(principal, `POST ${notes}`, 'forbidden', '192.0.2.1', 'request-1');
    await ledger.end();
    const admin = await house.token(tenant, ['admin']);
    await eventually(async () => {
      const { body } = await house.through(admin, 'GET', `/api/auth/api/v1/audit?actor_id=${userId}`);
      expect(body.data).toMatchObject([{ module: 'gateway', action: 'refused', result: 'forbidden', count: 3 }]);
    });
  });
});

describe('other origins', () => {
  test('are told nothing unless they are on the list, and never get the session', async () => {
    const open = await startGatewayHouse({ CORS_ORIGINS: 'https://tools.example' });
    try {
      const ask = (origin: string) =>
        open.through(undefined, 'OPTIONS', notes, { headers: { origin, 'access-control-request-method': 'POST' } });
      const allowed = await ask('https://tools.example');
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://tools.example');
      expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
      const foreign = await ask('https://evil.example');
      expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    } finally {
      await open.stop();
    }
  });
});

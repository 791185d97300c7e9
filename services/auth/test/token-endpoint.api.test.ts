import { asOwner, type Caller, caller, eventually, movableClock, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueSecret } from '../src/secrets/format.ts';
import { claimsOf, typoOf } from './credentials.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const accounts = '/api/v1/service-accounts';
const json = { 'content-type': 'application/json' };
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

const encoded = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const ask = (fields: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}) =>
  auth.call(undefined, 'POST', '/oauth/token', {
    body: typeof fields === 'string' ? fields : encoded(fields),
    headers: { ...form, ...headers },
  });
const asClient = (more: Readonly<Record<string, string>> = {}) =>
  ask({ grant_type, client_id: client.client_id, client_secret: client.client_secret, ...more });
const plainBasic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const basic = ({ client_id, client_secret }: Client) => plainBasic(`${client_id}:${client_secret}`);
const codeOf = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};

type Client = Pick<typeof client, 'client_id' | 'client_secret'>;
type Request = readonly [fields: Readonly<Record<string, string>> | string, headers?: Readonly<Record<string, string>>];

/** What is asked, and what section 5 of RFC 6749 has it answered with: the scope of a token, or a code. */
type Case = readonly [name: string, asked: (its: Client) => Request, status: number, said: string];

const cases: readonly Case[] = [
  ['the secret in the form', (its) => [{ grant_type, ...its }], 200, 'read deploy'],
  ['the secret by Basic', (its) => [{ grant_type }, basic(its)], 200, 'read deploy'],
  [
    'Basic in lower case',
    (its) => [{ grant_type }, { authorization: basic(its).authorization.replace('Basic', 'basic') }],
    200,
    'read deploy',
  ],
  [
    'Basic, form-encoded in its halves',
    ({ client_id, client_secret }) => [
      { grant_type },
      plainBasic(`${client_id.replaceAll('-', '%2D')}:${client_secret.replace('_', '%5F')}`),
    ],
    200,
    'read deploy',
  ],
  [
    'Basic, and the same client_id in the form',
    (its) => [{ grant_type, client_id: its.client_id }, basic(its)],
    200,
    'read deploy',
  ],
  ['one scope', (its) => [{ grant_type, ...its, scope: 'deploy' }], 200, 'deploy'],
  ['both scopes', (its) => [{ grant_type, ...its, scope: 'deploy read' }], 200, 'deploy read'],
  ['an empty scope', (its) => [{ grant_type, ...its, scope: '' }], 200, 'read deploy'],
  ['fields nobody knows', (its) => [{ grant_type, ...its, audience: 'x', resource: 'y' }], 200, 'read deploy'],
  ['an empty body', () => [''], 400, 'invalid_request'],
  ['no grant_type', (its) => [{ ...its }], 400, 'invalid_request'],
  ['an empty grant_type', (its) => [{ grant_type: '', ...its }], 400, 'invalid_request'],
  ...['grant_type', 'client_secret', 'scope'].map(
    (field): Case => [
      `${field} twice`,
      (its) => [`${encoded({ grant_type, ...its, scope: 'read' })}&${field}=x`],
      400,
      'invalid_request',
    ],
  ),
  ['Basic and a secret in the form', (its) => [{ grant_type, ...its }, basic(its)], 400, 'invalid_request'],
  ['Basic and another client_id', (its) => [{ grant_type, client_id: 'other' }, basic(its)], 400, 'invalid_request'],
  ['a secret without client_id', ({ client_secret }) => [{ grant_type, client_secret }], 400, 'invalid_request'],
  ...['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS'].map(
    (other): Case => [`grant_type ${other}`, (its) => [{ ...its, grant_type: other }], 400, 'unsupported_grant_type'],
  ),
  ['no client', () => [{ grant_type }], 401, 'invalid_client'],
  ['no secret', ({ client_id }) => [{ grant_type, client_id }], 401, 'invalid_client'],
  ['a client_id that is no id', (its) => [{ grant_type, ...its, client_id: 'no id' }], 401, 'invalid_client'],
  ["another's client_id", (its) => [{ grant_type, ...its, client_id: tenant.id }], 401, 'invalid_client'],
  ['a guess', (its) => [{ grant_type, ...its, client_secret: 'guess' }], 401, 'invalid_client'],
  ['a guess by Basic', (its) => [{ grant_type }, basic({ ...its, client_secret: 'guess' })], 401, 'invalid_client'],
  ['a typo', (its) => [{ grant_type, ...its, client_secret: typoOf(its.client_secret) }], 401, 'invalid_client'],
  ...(['service', 'personal'] as const).map(
    (kind): Case => [
      `a ${kind} secret that never was`,
      (its) => [{ grant_type, ...its, client_secret: issueSecret(kind).secret }],
      401,
      'invalid_client',
    ],
  ),
  ...['Bearer x', 'Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Basic JTpi'].map(
    (authorization): Case => [authorization, () => [{ grant_type }, { authorization }], 401, 'invalid_client'],
  ),
  ...['admin', 'read admin', 'nonsense', 'read  deploy', 'read,deploy', 'READ'].map(
    (scope): Case => [`the scope "${scope}"`, (its) => [{ grant_type, ...its, scope }], 400, 'invalid_scope'],
  ),
  ['JSON', (its) => [JSON.stringify({ grant_type, ...its }), json], 415, 'unsupported_media_type'],
];

async function answerTo([fields, more]: Request) {
  const { status, body, headers } = await ask(fields, more);
  const [cache, pragma] = [headers.get('cache-control'), headers.get('pragma')];
  const type = headers.get('content-type')?.split(';')[0];
  const basicRealm = headers.get('www-authenticate')?.startsWith('Basic realm=') ?? false;
  return { status, body, cache, pragma, type, basicRealm, requestId: headers.get('x-request-id') };
}

/** With nothing for caches to keep. */
function asTheRfcSays(status: number, said: string) {
  const token = { access_token: expect.any(String), token_type: 'Bearer', expires_in: 900, scope: said };
  const error = expect.objectContaining({ code: said, message: expect.any(String), request_id: expect.any(String) });
  return {
    status,
    body: status === 200 ? token : { error },
    cache: 'no-store',
    pragma: 'no-cache',
    type: 'application/json',
    basicRealm: status === 401,
    requestId: expect.any(String),
  };
}

test.each(cases)('%s is answered as RFC 6749 says', async (_name, asked, status, said) => {
  const { client_id, client_secret } = client;
  const answer = await answerTo(asked({ client_id, client_secret }));
  expect(answer).toEqual(asTheRfcSays(status, said));
  expect(answer.body.error?.request_id ?? answer.requestId).toBe(answer.requestId);
});

describe('client credentials', () => {
  test('are exchanged for a quarter of an hour of what the account has', async () => {
    const { body } = await asClient();
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ kind: 'service', sub: client.client_id, tenant: tenant.id, cid: client.id });
    expect(claims.exp - claims.iat).toBe(900);
    const own = { tenantId: tenant.id, token: body.access_token };
    expect((await auth.call(own, 'GET', '/api/v1/tokens')).status).toBe(200);
  });

  test('give the scopes asked for', async () => {
    const { body } = await asClient({ scope: 'deploy' });
    expect(claimsOf(body.access_token).scopes).toEqual(['deploy']);
  });

  test('carry the limits of the account', async () => {
    const limits = {
      cluster_ids: ['0193f9a0-0000-7000-8000-000000000001'],
      cloudspace_ids: ['0193f9a0-0000-7000-8000-000000000002'],
    };
    await auth.call(admin, 'PATCH', `${accounts}/${client.client_id}`, { body: limits });
    const { body } = await asClient();
    expect(claimsOf(body.access_token)).toMatchObject(limits);
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
    });
  });
});

describe('what is refused', () => {
  test('a request without a body', async () => {
    expect(await codeOf(auth.call(undefined, 'POST', '/oauth/token'))).toEqual([400, 'invalid_request']);
  });

  test('a suspended account, a revoked secret, the secret of another account', async () => {
    const { client_id, client_secret } = client;
    const fields = { grant_type, client_id, client_secret };
    await auth.call(admin, 'POST', `${accounts}/${client_id}/suspend`);
    expect(await answerTo([fields])).toEqual(asTheRfcSays(400, 'invalid_grant'));
    await auth.call(admin, 'POST', `${accounts}/${client_id}/activate`);
    expect(await answerTo([fields])).toEqual(asTheRfcSays(200, 'read deploy'));
    const other = await auth.call(admin, 'POST', accounts, { body: { name: 'other', scopes: ['read'] } });
    expect(await answerTo([{ ...fields, client_id: other.body.id }])).toEqual(asTheRfcSays(401, 'invalid_client'));
    await auth.call(admin, 'DELETE', `${accounts}/${client_id}/secrets/${client.id}`);
    expect(await answerTo([fields])).toEqual(asTheRfcSays(401, 'invalid_client'));
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

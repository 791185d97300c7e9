import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiError, type Client, createClient, isApiError } from '../src/index.ts';
import { type Door, openDoor } from './door.ts';

const accounts = '/auth/api/v1/service-accounts';
const account = '/auth/api/v1/service-accounts/{id}';

let door: Door;
let client: Client;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());
beforeEach(async () => {
  client = await administrator();
});

/** Of an administrator of a new tenant, who signs in and makes it by the API. */
async function newToken(): Promise<string> {
  const { secret } = await door.house.signedIn(await door.house.tenant());
  const headers = { cookie: `wh_session=${secret}`, 'x-wheelhouse-csrf': '1', 'sec-fetch-site': 'same-origin' };
  const browser = createClient({ baseUrl: door.baseUrl, headers });
  const { data } = await browser.post('/auth/api/v1/tokens', {
    body: { name: 'sdk', scopes: ['read', 'deploy', 'admin'] },
  });
  return data.token;
}
const administrator = async () => createClient({ baseUrl: door.baseUrl, token: await newToken() });

async function made(name = `a${randomUUID().slice(0, 8)}`) {
  const { data } = await client.post(accounts, { body: { name, scopes: ['read', 'deploy'] } });
  return data;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** What it refuses with. */
async function refusal(asking: Promise<unknown>): Promise<ApiError> {
  const error = await asking.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (isApiError(error)) return error;
  throw error;
}

describe('a call', () => {
  test('answers data, and what the headers say', async () => {
    const { name, id } = await made();
    const { data, status, etag, requestId, rate } = await client.get(account, { params: { id } });
    expect([status, data.name, data.scopes]).toEqual([200, name, ['read', 'deploy']]);
    expect(etag).toMatch(/^"/);
    expect(requestId).toBeTruthy();
    expect(rate?.limit).toBe(600);
    // The second call of this token, unless a minute has just ended.
    expect([598, 599]).toContain(rate?.remaining);
    expect(rate?.reset.getTime()).toBeGreaterThan(Date.now() - 5_000);
  });

  test('that answers nothing has no data', async () => {
    const { id } = await made();
    const { status, data } = await client.delete(account, { params: { id } });
    expect([status, data]).toEqual([204, undefined]);
  });

  test('changes only what its caller saw', async () => {
    const { id } = await made();
    const { etag = '' } = await client.get(account, { params: { id } });
    const change = (description: string) =>
      client.patch(account, { params: { id }, body: { description }, ifMatch: etag });
    expect((await change('first')).data.description).toBe('first');
    expect((await refusal(change('second'))).code).toBe('precondition_failed');
  });

  test('may answer text', async () => {
    await made();
    const { data } = await client.get('/auth/api/v1/audit/export');
    expect(data).toContain('"head"');
  });

  test("sees nothing of another tenant's", async () => {
    const { id } = await made();
    const stranger = await administrator();
    const error = await refusal(stranger.get(account, { params: { id } }));
    expect([error.status, error.code]).toEqual([404, 'not_found']);
    expect(await all(stranger.list(accounts))).toEqual([]);
  });
});

describe('a refusal', () => {
  test('tells code, status, and the id to quote', async () => {
    const error = await refusal(client.get(account, { params: { id: randomUUID() } }));
    expect(error).toMatchObject({ name: 'ApiError', status: 404, code: 'not_found', details: [] });
    expect(error.message).toBeTruthy();
    expect(error.requestId).toBeTruthy();
    expect(isApiError(error, 'conflict', 'not_found')).toBe(true);
    expect(isApiError(error, 'conflict')).toBe(false);
  });

  test('names the faulty fields', async () => {
    const error = await refusal(client.post(accounts, { body: { name: '', scopes: ['read'] } }));
    expect([error.code, error.details.map(({ field }) => field)]).toEqual(['validation_failed', ['name']]);
  });

  test('a value in a path stays a value', async () => {
    for (const id of ['a/b', 'x?limit=1', 'x#y', '%2e%2e', '../roles'])
      expect([400, 404, 422]).toContain((await refusal(client.get(account, { params: { id } }))).status);
    for (const id of ['', '.', '..'])
      await expect(client.get(account, { params: { id } })).rejects.toThrow(/needs a value for id/);
  });
});

describe('a list', () => {
  test('gives every item of every page, newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await made()).id);
    const seen: string[] = [];
    for await (const { id } of client.list(accounts, { query: { limit: 2 } })) seen.push(id);
    expect(seen).toEqual(ids);
    const pages = await all(client.list(accounts, { query: { limit: 2 } }).pages);
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
  });

  test('asks for no page that nobody reads', async () => {
    for (let count = 0; count < 3; count += 1) await made();
    const before = door.came.length;
    for await (const { id } of client.list(accounts, { query: { limit: 1 } })) if (id !== '') break;
    expect(door.came.slice(before)).toEqual([`GET /api${accounts}?limit=1`]);
  });

  test('of nothing is empty', async () => {
    expect(await all(client.list(accounts))).toEqual([]);
  });
});

describe('a POST', () => {
  test('whose answer is lost is repeated, and done once', async () => {
    const before = door.came.length;
    door.loseNextAnswer();
    const { status, headers } = await client.post(accounts, { body: { name: 'once', scopes: ['read'] } });
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(door.came.slice(before)).toHaveLength(2);
    expect(await all(client.list(accounts))).toHaveLength(1);
  });

  test('with a key of its own can be repeated by the caller, with the same body only', async () => {
    const idempotencyKey = randomUUID();
    const post = (name: string) => client.post(accounts, { body: { name, scopes: ['read'] }, idempotencyKey });
    const first = await post('mine');
    expect((await post('mine')).data.id).toBe(first.data.id);
    expect((await refusal(post('other'))).code).toBe('idempotency_key_reused');
  });
});

describe('client credentials', () => {
  async function machineOf(id: string, scopes?: readonly 'read'[]) {
    const { data } = await client.post('/auth/api/v1/service-accounts/{id}/secrets', { params: { id }, body: {} });
    const clientCredentials = { clientId: data.client_id, clientSecret: data.client_secret, ...(scopes && { scopes }) };
    return createClient({ baseUrl: door.baseUrl, clientCredentials });
  }
  const tokensAsked = (since: number) => door.came.slice(since).filter((line) => line.endsWith('/oauth/token')).length;

  test('get one token for all calls, with the scopes asked for', async () => {
    const machine = await machineOf((await made()).id, ['read']);
    const before = door.came.length;
    await Promise.all(Array.from({ length: 10 }, () => machine.get('/auth/api/v1/tenant')));
    expect(tokensAsked(before)).toBe(1);
    expect((await refusal(machine.get(accounts))).code).toBe('insufficient_scope');
  });

  test('go on with a new token when the account was changed', async () => {
    const { id } = await made();
    const machine = await machineOf(id);
    await machine.get('/auth/api/v1/tenant');
    await client.patch(account, { params: { id }, body: { scopes: ['read'] } });
    const before = door.came.length;
    await eventually(async () => {
      await machine.get('/auth/api/v1/tenant');
      expect(tokensAsked(before)).toBe(1);
    });
  });

  test('that are wrong are refused as the token endpoint says', async () => {
    const { id } = await made();
    const clientCredentials = { clientId: id, clientSecret: 'whs_wrong' };
    const error = await refusal(createClient({ baseUrl: door.baseUrl, clientCredentials }).get('/auth/api/v1/tenant'));
    expect([error.status, error.code]).toEqual([401, 'invalid_client']);
  });
});

test('the example of the README does what it says', async () => {
  const folder = join(import.meta.dirname, '..');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? [];
  const token = await newToken();
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], {
    cwd: folder,
    env: { ...process.env, WHEELHOUSE_URL: door.baseUrl.replace(/\/api$/, ''), WHEELHOUSE_TOKEN: token },
  });
  expect(stdout).toMatch(/^sdk ends at \d{4}-\d{2}-\d{2}T/);
  const { data } = await createClient({ baseUrl: door.baseUrl, token }).get('/auth/api/v1/tenant');
  expect(data.name).toMatch(/ Ltd$/);
});

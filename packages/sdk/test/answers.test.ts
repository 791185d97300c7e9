import { eventually } from '@wheelhouse/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, isApiError } from '../src/index.ts';
import { type Handler, json, type RawServer, rawServer, refused } from './raw-server.ts';

interface Table {
  readonly '/things': { readonly GET: { readonly answers: { readonly 200: { readonly ok: boolean } } } };
}

const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serving(...handlers: readonly [Handler, ...Handler[]]): Promise<RawServer> {
  const server = await rawServer(...handlers);
  open.push(server);
  return server;
}

const good = json(200, { ok: true });
const failureOf = (asking: Promise<unknown>): Promise<unknown> => asking.then(() => 'it succeeded').catch((e) => e);

describe('an answer', () => {
  test('tells the budget, and when it is new', async () => {
    const rate = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '1800000000' };
    const { baseUrl } = await serving(json(200, { ok: true }, rate), good);
    const client = createClient<Table>({ baseUrl });
    const reset = new Date('2027-01-15T08:00:00Z');
    expect((await client.get('/things')).rate).toEqual({ limit: 600, remaining: 599, reset });
    expect((await client.get('/things')).rate).toBeUndefined();
  });

  test.each([
    ['a page for people', 200, 'text/html; charset=utf-8', '<html>'],
    ['what only says it is JSON', 200, 'application/json', '<html>'],
    ['a refusal of a proxy', 403, 'text/html', '<h1>Forbidden</h1>'],
    ['JSON of somebody else', 404, 'application/json', '{"message":"no such place"}'],
  ])('that is %s is not taken for one of ours', async (_, status, type, text) => {
    const { baseUrl } = await serving((outgoing) => outgoing.writeHead(status, { 'content-type': type }).end(text));
    const error = await failureOf(createClient<Table>({ baseUrl }).get('/things'));
    expect(isApiError(error, 'foreign_answer')).toBe(true);
    expect(error).toMatchObject({ status });
    expect(String(error)).toContain('Check baseUrl');
  });

  test('that sends elsewhere is not followed', async () => {
    const { baseUrl, came } = await serving((outgoing) =>
      outgoing.writeHead(302, { location: 'https://elsewhere.example' }).end(),
    );
    const error = await failureOf(createClient<Table>({ baseUrl }).get('/things'));
    expect(String(error)).toContain('a redirect to https://elsewhere.example');
    expect(came).toHaveLength(1);
  });

  test('of a proxy that says "not now" is waited for like one of ours', async () => {
    const { baseUrl } = await serving((outgoing) => outgoing.writeHead(502, { 'retry-after': '0' }).end('bad'), good);
    expect((await createClient<Table>({ baseUrl }).get('/things')).status).toBe(200);
  });
});

describe('what is shown', () => {
  test('is the token, and who asks', async () => {
    const { baseUrl, came } = await serving(good);
    await createClient<Table>({ baseUrl, token: 'whp_1\n' }).get('/things');
    await createClient<Table>({ baseUrl: `${baseUrl}/`, userAgent: 'mine/1', headers: { 'x-more': 'y' } }).get(
      '/things',
    );
    expect(came[0]?.headers).toMatchObject({ authorization: 'Bearer whp_1', 'user-agent': 'wheelhouse-sdk' });
    expect(came[1]?.headers).toMatchObject({ 'user-agent': 'mine/1', 'x-more': 'y' });
    expect(came[1]?.headers.authorization).toBeUndefined();
    expect(came[1]?.url).toBe('/api/things');
  });

  test.each(['', 'whp_1\nx', 'whp 1', 'whp_ü'])(
    'a token like %j is refused, and not repeated in the message',
    (token) => {
      expect(() => createClient({ baseUrl: 'http://127.0.0.1/api', token })).toThrow(/^token is empty or contains/);
    },
  );

  test.each(['', 'wheelhouse.example.com', 'ftp://x/api', '//x/api', 'https://x/api?y', 'https://'])(
    'an address like %j is refused at once',
    (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow(/^baseUrl must look like/);
    },
  );
});

describe('access tokens of client credentials', () => {
  const clientCredentials = { clientId: 'c', clientSecret: 's' };
  const isForToken = (url: string | undefined) => url === '/api/auth/oauth/token';
  const granting =
    (seconds: number, otherwise: Handler): Handler =>
    (outgoing, incoming) => {
      const granted = { access_token: `t${performance.now()}`, token_type: 'Bearer', expires_in: seconds, scope: '' };
      (isForToken(incoming.url) ? json(200, granted) : otherwise)(outgoing, incoming);
    };
  const asked = ({ came }: RawServer) => came.filter(({ url }) => isForToken(url)).length;

  test('are renewed before they end', async () => {
    const server = await serving(granting(1, good));
    const client = createClient<Table>({ baseUrl: server.baseUrl, clientCredentials });
    await client.get('/things');
    await client.get('/things');
    expect(asked(server)).toBe(1);
    await eventually(async () => {
      await client.get('/things');
      expect(asked(server)).toBe(2);
    });
  });

  test('serve to their end while no new one is to be had', async () => {
    let granted = 0;
    const server = await serving((outgoing, incoming) => {
      const late = isForToken(incoming.url) && ++granted > 1;
      (late ? refused(400, 'invalid_grant') : granting(1, good))(outgoing, incoming);
    });
    const client = createClient<Table>({ baseUrl: server.baseUrl, clientCredentials });
    const statuses: number[] = [];
    // The second asking comes when a fifth of the second is left, and is refused.
    while (granted < 2) statuses.push((await client.get('/things')).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await eventually(async () => {
      expect(isApiError(await failureOf(client.get('/things')), 'invalid_grant')).toBe(true);
    });
  });

  test('that are refused are renewed once, and then the refusal is told', async () => {
    const server = await serving(granting(900, refused(401, 'token_expired')));
    const client = createClient<Table>({ baseUrl: server.baseUrl, clientCredentials });
    expect(isApiError(await failureOf(client.get('/things')), 'token_expired')).toBe(true);
    expect(server.came.map(({ url }) => isForToken(url))).toEqual([true, false, true, false]);
  });

  test('are asked for with a form, without a key, and again when the answer is lost', async () => {
    const server = await serving((outgoing) => outgoing.destroy(), granting(900, good));
    const scopes = ['read', 'deploy'] as const;
    await createClient<Table>({ baseUrl: server.baseUrl, clientCredentials: { ...clientCredentials, scopes } }).get(
      '/things',
    );
    expect(asked(server)).toBe(2);
    expect(server.came[1]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(server.came[1]?.headers['idempotency-key']).toBeUndefined();
  });

  test('a personal token that is refused is not asked for again', async () => {
    const server = await serving(refused(401, 'token_expired'));
    const client = createClient<Table>({ baseUrl: server.baseUrl, token: 'whp_1' });
    expect(isApiError(await failureOf(client.get('/things')), 'token_expired')).toBe(true);
    expect(server.came).toHaveLength(1);
  });
});

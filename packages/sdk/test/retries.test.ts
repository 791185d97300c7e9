import { afterEach, describe, expect, test } from 'vitest';
import { type ClientOptions, ConnectionError, createClient, isApiError } from '../src/index.ts';
import { cut, cutInside, type Handler, json, type RawServer, rawServer, refused, silent } from './raw-server.ts';

interface Thing {
  readonly answers: { readonly 200: { readonly ok: boolean } };
}
interface Table {
  readonly '/things': {
    readonly GET: Thing;
    readonly POST: Thing & { readonly body: object };
    readonly PUT: Thing & { readonly body: object };
    readonly PATCH: Thing & { readonly body: object };
    readonly DELETE: Thing;
  };
}

const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function meeting(handlers: readonly [Handler, ...Handler[]], options: Partial<ClientOptions> = {}) {
  const server = await rawServer(...handlers);
  open.push(server);
  const client = createClient<Table>({ baseUrl: server.baseUrl, token: 'whp_1', ...options } as ClientOptions);
  const methods = {
    GET: () => client.get('/things'),
    POST: () => client.post('/things', { body: {} }),
    PUT: () => client.put('/things', { body: {} }),
    PATCH: () => client.patch('/things', { body: {} }),
    DELETE: () => client.delete('/things'),
  };
  return { client, methods, came: server.came, baseUrl: server.baseUrl };
}

const good = json(200, { ok: true });
const failureOf = (asking: Promise<unknown>): Promise<unknown> => asking.then(() => 'it succeeded').catch((e) => e);
/** The data, the code of a refusal, or what else went wrong in words. */
const outcomeOf = (asking: Promise<{ readonly data: unknown }>): Promise<unknown> =>
  asking.then(({ data }) => data).catch((e: unknown) => (isApiError(e) ? e.code : String(e)));
const every = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const passing = [429, 502, 503, 504] as const;
const at = { 429: 'rate_limited', 502: 'upstream_error', 503: 'unavailable', 504: 'upstream_timeout' } as const;

describe.each(every)('%s', (method) => {
  test.each(passing)('is repeated after %i where that cannot do harm', async (status) => {
    const { methods, came } = await meeting([refused(status, at[status], { 'retry-after': '0' }), good]);
    const again = method !== 'PATCH' || status === 429;
    expect(await outcomeOf(methods[method]())).toEqual(again ? { ok: true } : at[status]);
    expect(came).toHaveLength(again ? 2 : 1);
  });

  test.each([
    [400, 'invalid_request'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [412, 'precondition_failed'],
    [422, 'validation_failed'],
    [500, 'internal'],
  ] as const)('is not repeated after %i', async (status, code) => {
    const { methods, came } = await meeting([refused(status, code, { 'retry-after': '0' }), good]);
    expect(await failureOf(methods[method]())).toMatchObject({ status, code, requestId: 'r1', retryAfter: 0 });
    expect(came).toHaveLength(1);
  });

  test('is repeated after a cut, unless it may have changed something twice', async () => {
    for (const handler of [cut, cutInside]) {
      const { methods, came } = await meeting([handler, good]);
      const lost = expect.stringContaining('read the object before you retry');
      expect(await outcomeOf(methods[method]())).toEqual(method === 'PATCH' ? lost : { ok: true });
      expect(came).toHaveLength(method === 'PATCH' ? 1 : 2);
    }
  });
});

describe('retries', () => {
  test('end after as many as were asked for', async () => {
    const { client, came } = await meeting([refused(503, 'unavailable', { 'retry-after': '0' })], { retries: 2 });
    expect(isApiError(await failureOf(client.get('/things')), 'unavailable')).toBe(true);
    expect(came).toHaveLength(3);
    await failureOf(client.get('/things', { retries: 0 }));
    expect(came).toHaveLength(4);
  });

  test('wait as long as Retry-After says, in seconds or as a date', async () => {
    // A date has no parts of seconds: two ahead are more than one.
    for (const told of [() => '1', () => new Date(Date.now() + 2_000).toUTCString()]) {
      const { client } = await meeting([refused(429, 'rate_limited', { 'retry-after': told() }), good]);
      const began = performance.now();
      await client.get('/things');
      expect(performance.now() - began).toBeGreaterThan(900);
    }
  });

  test('do not wait longer than they may, and say how long it would have been', async () => {
    const { client, came } = await meeting([refused(429, 'rate_limited', { 'retry-after': '61' }), good]);
    expect(await failureOf(client.get('/things'))).toMatchObject({ code: 'rate_limited', retryAfter: 61 });
    expect(came).toHaveLength(1);
  });

  test('of one POST carry one key, and another POST another', async () => {
    const { client, came } = await meeting([refused(503, 'unavailable', { 'retry-after': '0' }), cut, good]);
    await client.post('/things', { body: {} });
    await client.post('/things', { body: {} });
    await client.post('/things', { body: {}, idempotencyKey: 'mine' });
    const keys = came.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[4]).toBe('mine');
  });

  test('wait for a try of their own that is still running', async () => {
    const { client, came } = await meeting([
      cut,
      refused(409, 'idempotency_in_progress', { 'retry-after': '0' }),
      good,
    ]);
    expect((await client.post('/things', { body: {} })).status).toBe(200);
    expect(came).toHaveLength(3);
  });
});

describe('no answer', () => {
  test('keeps its cause and says what to do', async () => {
    const { client, baseUrl } = await meeting([good], { retries: 1 });
    await open.pop()?.close();
    const read = await failureOf(client.get('/things'));
    expect(read).toBeInstanceOf(ConnectionError);
    expect(read).toMatchObject({ tries: 2, asked: { method: 'GET', path: '/things' } });
    expect(String(read)).toContain(
      `GET ${baseUrl}/things got no complete response in 2 attempts: connect ECONNREFUSED`,
    );
    expect((read as ConnectionError).cause).toBeInstanceOf(Error);
    const posted = await failureOf(client.post('/things', { body: {}, idempotencyKey: 'k', retries: 0 }));
    expect(posted).toMatchObject({ asked: { idempotencyKey: 'k' } });
    expect(String(posted)).toContain('retry with the idempotencyKey');
  });

  test('from a silent server ends the try', async () => {
    const { client } = await meeting([silent, good], { timeoutMs: 100 });
    expect((await client.get('/things')).data).toEqual({ ok: true });
    const { client: other } = await meeting([silent], { timeoutMs: 100, retries: 0 });
    expect(String(await failureOf(other.get('/things')))).toContain('the server was silent for 100 ms');
  });
});

describe('a caller who gives up', () => {
  const reason = new Error('enough');
  test.each([
    ['before', good],
    ['while nothing comes', silent],
    ['while waiting for the next try', refused(503, 'unavailable', { 'retry-after': '30' })],
  ] as const)('%s is told so at once, with their own reason', async (when, handler) => {
    const { client } = await meeting([handler]);
    const giving = new AbortController();
    if (when === 'before') giving.abort(reason);
    else setTimeout(() => giving.abort(reason), 100);
    const began = performance.now();
    expect(await failureOf(client.get('/things', { signal: giving.signal }))).toBe(reason);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('in the middle of a body, too', async () => {
    const giving = new AbortController();
    const { client, came } = await meeting([
      (outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.write('{', () => giving.abort(reason));
      },
    ]);
    expect(await failureOf(client.get('/things', { signal: giving.signal }))).toBe(reason);
    expect(came).toHaveLength(1);
  });
});

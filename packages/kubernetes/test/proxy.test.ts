import { constants } from 'node:http2';
import { afterEach, describe, expect, test } from 'vitest';
import { ClusterUnreachable, KubernetesError } from '../src/index.ts';
import { Clients, failureOf } from './kube.ts';
import { type Handler, json, rawServer } from './raw-server.ts';

/** What no application on the real node can be brought to do; what it can is in real-node.test.ts. */

const clients = new Clients();
const after: (() => Promise<void>)[] = [];
afterEach(async () => {
  await clients.close();
  for (const end of after.splice(0).toReversed()) await end();
});

async function serving(...handlers: readonly [Handler, ...Handler[]]) {
  const server = await rawServer(...handlers);
  after.push(server.close);
  return { server, client: clients.open(server.access) };
}
const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'ServiceUnavailable', code: 503 };

describe('an application that is asked through the API server', () => {
  test.for([
    ['/', '/'],
    ['/healthz?full=yes&x=%20', '/healthz?full=yes&x=%20'],
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/../../../../secrets', '/secrets'],
    ['/a/%2e%2E/..\\..\\secrets#x', '/secrets'],
    ['//elsewhere.example/x', '//elsewhere.example/x'],
  ] as const)('is asked for %s as %s', async ([path, sent]) => {
    const { server, client } = await serving(json(200, {}));
    await client.proxyGet('shop', 'web', 80, path);
    expect(server.came[0]?.url).toBe(`/api/v1/namespaces/shop/services/web:80/proxy${sent}`);
    expect(server.came[0]?.headers.accept).toBe('*/*');
  });

  test('is asked for paths only', async () => {
    const { server, client } = await serving(json(200, {}));
    expect(await failureOf(client.proxyGet('shop', 'web', 80, 'healthz'))).toBeInstanceOf(Error);
    expect(server.came).toEqual([]);
  });

  test('has answered, whatever the status', async () => {
    const { server, client } = await serving(
      json(404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500 }),
      json(500, { ...status, code: 500, apiVersion: 'v2' }),
      json(200, { ...status, code: 200 }),
      json(503, undefined),
      (answer) => {
        answer.writeHead(302, { location: '/elsewhere' });
        answer.end();
      },
      (answer) => {
        answer.writeHead(503, { 'content-type': 'text/plain' });
        answer.end(JSON.stringify(status));
      },
    );
    const answers: number[] = [];
    for (let index = 0; index < 6; index += 1) answers.push((await client.proxyGet('shop', 'web', 'http', '/')).status);
    expect(answers).toEqual([404, 500, 200, 503, 302, 503]);
    expect(server.came).toHaveLength(6);
  });

  test('has not, where the API server says so; also if it is the application that speaks like one', async () => {
    const { client } = await serving(
      json(503, { ...status, message: 'no endpoints available', more: 'x'.repeat(9_000) }),
    );
    const error = await failureOf(client.proxyGet('shop', 'web', 80, '/'));
    expect(error).toBeInstanceOf(KubernetesError);
    expect(error).toMatchObject({ status: 503, reason: 'ServiceUnavailable' });
    expect(String(error)).toContain('no endpoints available');
  });

  test('is shown by the first 4 KiB of its answer, and the rest is not read', async () => {
    let isCancelled = false;
    const { client } = await serving((answer) => {
      answer.writeHead(200, { 'content-type': 'text/html' });
      answer.on('close', () => (isCancelled = true));
      answer.on('error', () => undefined);
      answer.write('€'.repeat(100_000));
    });
    const { body, contentType } = await client.proxyGet('shop', 'web', 80, '/');
    expect(body).toBe('€'.repeat(Math.floor(4_096 / 3)));
    expect(contentType).toBe('text/html');
    await expect.poll(() => isCancelled).toBe(true);
  });

  test('has answered even if its answer never ends', async () => {
    const { client } = await serving((answer) => {
      answer.writeHead(200);
      answer.write('event: one');
    });
    const answer = await client.proxyGet('shop', 'web', 80, '/', { timeoutMs: 300 });
    expect(answer).toEqual({ status: 200, contentType: undefined, body: 'event: one' });
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(client.proxyGet('shop', 'web', 80, '/', { signal }))).toBe(reason);
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(reason), 100);
    expect(await failureOf(client.proxyGet('shop', 'web', 80, '/', { signal: leaving.signal }))).toBe(reason);
  });

  test('has not answered when its time is up, or when it breaks off', async () => {
    const { client } = await serving(
      () => undefined,
      (answer) => {
        answer.writeHead(200, { 'content-length': 100 });
        answer.write('half');
        setTimeout(() => answer.stream.close(constants.NGHTTP2_INTERNAL_ERROR), 50);
      },
    );
    const late = await failureOf(client.proxyGet('shop', 'web', 80, '/', { timeoutMs: 200 }));
    expect(late).toBeInstanceOf(ClusterUnreachable);
    expect(late).toMatchObject({ code: 'timeout' });
    expect(String(late)).toContain('within 0.2 s');
    expect(await failureOf(client.proxyGet('shop', 'web', 80, '/'))).toMatchObject({ code: 'connection_lost' });
  });

  test('may refuse what it is shown itself: the credential is read again, and its 401 is an answer', async () => {
    const { server } = await serving(json(401, { error: 'log in' }));
    let reads = 0;
    const token = () => {
      reads += 1;
      return Promise.resolve(`token ${reads}`);
    };
    const client = clients.open({ ...server.access, token });
    expect(await client.proxyGet('shop', 'web', 80, '/')).toMatchObject({ status: 401, body: '{"error":"log in"}\n' });
    expect(server.came.map(({ headers }) => headers.authorization)).toEqual(['Bearer token 1', 'Bearer token 2']);
  });
});

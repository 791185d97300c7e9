import { adminAccess, eventually, freePort, relayBefore } from '@wheelhouse/testkit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterAccess, ClusterUnreachable, KubernetesError } from '../src/index.ts';
import { allOf, Clients, failureOf } from './kube.ts';
import { type Handler, json, rawServer, tlsServer } from './raw-server.ts';

const clients = new Clients();
const after: (() => Promise<void>)[] = [];
let access: ClusterAccess;

beforeAll(() => {
  access = adminAccess();
});
afterEach(async () => {
  await clients.close();
  for (const end of after.splice(0).toReversed()) await end();
});

async function relay() {
  const made = await relayBefore(access);
  after.push(made.close);
  return made;
}
async function serving(...handlers: readonly [Handler, ...Handler[]]) {
  const server = await rawServer(...handlers);
  after.push(server.close);
  return { server, client: clients.open(server.access, { requestTimeoutMs: 2_000 }) };
}
async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await failureOf(promise);
  if (!(error instanceof ClusterUnreachable)) throw new Error(`not unreachable but ${String(error)}`, { cause: error });
  expect(error.message).toMatch(/Next step: /);
  return error.code;
}

describe('a cluster that cannot be reached', () => {
  test('at a port where nobody listens', async () => {
    const client = clients.open({ ...access, server: `https://127.0.0.1:${await freePort()}` });
    expect(await codeOf(client.version())).toBe('connection_refused');
  });

  test('under a name that does not exist', async () => {
    const client = clients.open({ ...access, server: 'https://nowhere.invalid' });
    expect(await codeOf(client.version())).toBe('name_not_found');
  });

  test('because its certificate is signed by another authority, or is for another name', async () => {
    const { certificateAuthority = '' } = adminAccess('KUBE2_KUBECONFIG');
    expect(await codeOf(clients.open({ ...access, certificateAuthority }).version())).toBe('tls_failed');
    const { certificateAuthority: _, ...byRoots } = access;
    expect(await codeOf(clients.open(byRoots).version())).toBe('tls_failed');
    expect(await codeOf(clients.open({ ...access, tlsServerName: 'elsewhere.example' }).version())).toBe('tls_failed');
    expect((await clients.open({ ...access, tlsServerName: 'localhost' }).version()).gitVersion).toMatch(/^v1\./);
  });

  test('because its address is not one to connect to', async () => {
    const wire = await relay();
    const literal = clients.open(wire.access, { whyNotHost: (host) => `${host} is private` });
    expect(await codeOf(literal.version())).toBe('address_refused');
    const named = clients.open(
      { ...access, server: wire.access.server.replace('127.0.0.1', 'localhost') },
      {
        lookup: (_name, _options, answer) =>
          answer(Object.assign(new Error('it leads inside'), { code: 'EADDRREFUSED' }), ''),
      },
    );
    expect(await codeOf(named.version())).toBe('address_refused');
    expect(wire.taken()).toBe(0);
  });

  test('because it takes the call and says nothing', async () => {
    const wire = await relay();
    wire.freeze();
    const began = performance.now();
    const client = clients.open(wire.access, { connectTimeoutMs: 300 });
    expect(await codeOf(client.version())).toBe('timeout');
    expect(performance.now() - began).toBeLessThan(1_500);
    wire.thaw();
    expect((await client.version()).gitVersion).toMatch(/^v1\./);
  });

  test.for(['http/1.1', undefined])('because it speaks %s', async (protocol) => {
    const server = await tlsServer(protocol);
    after.push(server.close);
    expect(await codeOf(clients.open(server.access).version())).toBe('protocol');
  });

  test('because its client was closed', async () => {
    const client = clients.open(access);
    await client.version();
    const watch = client.watch('/api/v1/namespaces', { resourceVersion: '' });
    await watch.next();
    const waiting = codeOf(allOf(watch));
    await client.close();
    expect(await waiting).toBe('closed');
    expect(await codeOf(client.version())).toBe('closed');
  });
});

describe('a connection', () => {
  test('that falls silent is given up, and what hangs on it is told so', async () => {
    const wire = await relay();
    const client = clients.open(wire.access, { pingEveryMs: 100, pingTimeoutMs: 400 });
    const watch = client.watch('/api/v1/namespaces', { resourceVersion: '' });
    await watch.next();
    wire.freeze();
    const frozenAt = performance.now();
    const heardAt = client.lastHeardAt();
    expect(await codeOf(allOf(watch))).toBe('timeout');
    expect(performance.now() - frozenAt).toBeLessThan(1_500);
    expect(heardAt).toBeGreaterThan(0);
    expect(client.lastHeardAt()).toBeUndefined();
    wire.thaw();
    expect((await client.version()).gitVersion).toMatch(/^v1\./);
  });

  test('is not given up because our own process stood still', async () => {
    // A busy API server takes a second or more for a ping.
    const client = clients.open(access, { pingEveryMs: 20, pingTimeoutMs: 5_000 });
    const watch = client.watch('/api/v1/namespaces', { resourceVersion: '' });
    await watch.next();
    let failed: unknown;
    const watching = failureOf(allOf(watch)).then((error) => (failed = error));
    for (let round = 0; round < 2; round += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000);
      const since = Date.now();
      await eventually(() => expect(client.lastHeardAt()).toBeGreaterThan(since));
    }
    expect(failed).toBeUndefined();
    await client.close();
    await watching;
  });

  test('that is cut is told, and made anew for the next call', async () => {
    const wire = await relay();
    const client = clients.open(wire.access);
    const watch = client.watch('/api/v1/namespaces', { resourceVersion: '' });
    await watch.next();
    const lost = codeOf(allOf(watch));
    wire.cut();
    expect(await lost).toBe('connection_lost');
    await client.version();
    expect(wire.taken()).toBe(2);
  });

  test('that the server wants to end carries what it has to its end, while new calls take another', async () => {
    let finish = () => undefined as void;
    const slow: Handler = (answer) => {
      answer.writeHead(200);
      answer.write('{"gitVersion":');
      finish = () => void answer.end('"slow"}');
    };
    const { server, client } = await serving(slow, json(200, { gitVersion: 'quick' }));
    const first = client.version();
    await eventually(() => expect(server.came).toHaveLength(1));
    server.sessions[0]?.goaway();
    await eventually(async () => {
      expect((await client.version()).gitVersion).toBe('quick');
      expect(server.sessions).toHaveLength(2);
    });
    finish();
    expect((await first).gitVersion).toBe('slow');
  });
});

describe('an answer', () => {
  test('that leads elsewhere is not followed', async () => {
    const { server, client } = await serving((answer) => {
      answer.writeHead(302, { location: '/elsewhere' });
      answer.end();
    });
    const error = await failureOf(client.version());
    expect(error).toBeInstanceOf(KubernetesError);
    expect(error).toMatchObject({ status: 302, reason: undefined, causes: [] });
    expect(server.came).toHaveLength(1);
  });

  test('says when to ask again, by header or body', async () => {
    const details = { retryAfterSeconds: 7, causes: [{ reason: 'Odd', extra: 1 }, null] };
    const body = { kind: 'Status', reason: 'TooManyRequests', message: 'slow down', details };
    const { client } = await serving(json(429, body, { 'retry-after': '3' }), json(429, body));
    expect(await failureOf(client.version())).toMatchObject({ retryAfterSeconds: 3, reason: 'TooManyRequests' });
    expect(await failureOf(client.version())).toMatchObject({ retryAfterSeconds: 7, causes: [{ reason: 'Odd' }, {}] });
  });

  test('that is not from Kubernetes is told by its number', async () => {
    const page: Handler = (answer) => {
      answer.writeHead(502);
      answer.end('<html>'.repeat(50_000));
    };
    const { client } = await serving(page, json(200, undefined));
    expect(await failureOf(client.version())).toMatchObject({ status: 502, retryAfterSeconds: undefined });
    expect(await codeOf(client.version())).toBe('protocol');
  });

  test('that breaks off is not taken for a whole one', async () => {
    const { client } = await serving((answer) => {
      answer.writeHead(200);
      answer.write('{"gitVersion":"v1"}');
      setTimeout(() => answer.stream.session?.destroy(), 50);
    });
    expect(await codeOf(client.version())).toBe('connection_lost');
  });

  test('that does not come is not waited for, nor one that whoever asked has given up', async () => {
    const { client } = await serving(() => undefined);
    expect(await codeOf(client.version())).toBe('timeout');
    const reason = new Error('enough');
    const giving = new AbortController();
    setTimeout(() => giving.abort(reason), 50);
    expect(await failureOf(client.version(giving.signal))).toBe(reason);
    expect(await failureOf(client.version(AbortSignal.abort(reason)))).toBe(reason);
  });
});

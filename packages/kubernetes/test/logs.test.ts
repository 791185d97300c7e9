import { adminAccess, eventually, makeNamespace, relayBefore } from '@wheelhouse/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { LogLines } from '../src/client/log-lines.ts';
import type { LogOptions } from '../src/index.ts';
import { allOf, Clients, configMap, failureOf, type Made } from './kube.ts';
import { type Handler, json, rawServer } from './raw-server.ts';

const clients = new Clients();
const after: (() => Promise<void>)[] = [];
afterEach(async () => {
  await clients.close();
  for (const end of after.splice(0).toReversed()) await end();
});

async function serving(...handlers: readonly [Handler, ...Handler[]]) {
  const server = await rawServer(...handlers);
  after.push(server.close);
  return { server, client: clients.open(server.access, { connectTimeoutMs: 60_000 }) };
}

const said =
  (...pieces: readonly (string | Buffer)[]): Handler =>
  (answer) => {
    answer.writeHead(200, { 'content-type': 'text/plain' });
    for (const piece of pieces) answer.write(piece);
    answer.end();
  };

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

describe('lines that come in pieces', () => {
  const linesOf = (text: string, size: number, longest: number) => {
    const bytes = Buffer.from(text);
    const lines = new LogLines(longest);
    const told: string[] = [];
    for (let from = 0; from < bytes.length; from += size)
      told.push(...lines.linesIn(bytes.subarray(from, from + size)));
    return [...told, ...lines.rest()];
  };

  test.for([1, 2, 3, 5, 7, 100])('are put together, whatever their pieces: of %s bytes', (size) => {
    expect(linesOf('one\n\nthree €uro\nlast', size, 20)).toEqual(['one', '', 'three €uro', 'last']);
    expect(linesOf('one\n', size, 20)).toEqual(['one']);
    expect(linesOf(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nz`, size, 10)).toEqual(['x'.repeat(10), 'y'.repeat(10), 'z']);
    expect(linesOf(`${'y'.repeat(50)}\n\n${'z'.repeat(50)}`, size, 10)).toEqual(['y'.repeat(10), '', 'z'.repeat(10)]);
    // Each is three bytes long.
    expect(linesOf('€€€€\n', size, 10)).toEqual(['€€€']);
    expect(linesOf('€€€€\n', size, 11)).toEqual(['€€€']);
    expect(linesOf('€€€€\n', size, 12)).toEqual(['€€€€']);
    expect(linesOf('😀😀\n', size, 7)).toEqual(['😀']);
  });
});

describe('a log', () => {
  test('is asked for as told', async () => {
    const { server, client } = await serving(said());
    const options: LogOptions = {
      container: 'web',
      previous: true,
      sinceTime: '2026-01-01T00:00:00Z',
      tailLines: 20,
      limitBytes: 1_000,
      timestamps: true,
    };
    expect(await allOf(client.logs('shop', 'web-1', options))).toEqual([]);
    const { pathname, searchParams } = new URL(server.came[0]?.url ?? '', 'https://server');
    expect(pathname).toBe('/api/v1/namespaces/shop/pods/web-1/log');
    expect(Object.fromEntries(searchParams)).toEqual({
      container: 'web',
      previous: 'true',
      sinceTime: '2026-01-01T00:00:00Z',
      tailLines: '20',
      limitBytes: '1000',
      timestamps: 'true',
      follow: 'false',
    });
  });

  test('that has a very long line is told the beginning of it, and the next', async () => {
    const long = Buffer.alloc(20 * mebibyte, 'x');
    const { client } = await serving(said('first\n', long, '\nnext\nno end'));
    const lines = await allOf(client.logs('shop', 'web-1'));
    expect(lines.map(({ length }) => length)).toEqual([5, 64 * kibibyte, 4, 6]);
  });

  test('that is followed tells no line that was cut off', async () => {
    const { client } = await serving(said('first\nsec'));
    expect(await allOf(client.logs('shop', 'web-1', { follow: true }))).toEqual(['first']);
  });

  test('that breaks off is not taken for a whole one', async () => {
    const { client } = await serving((answer) => {
      answer.writeHead(200);
      answer.write('first\nsec');
      setTimeout(() => answer.stream.session?.destroy(), 50);
    });
    const lines = client.logs('shop', 'web-1');
    expect(await lines.next()).toMatchObject({ value: 'first' });
    expect(await failureOf(lines.next())).toMatchObject({ code: 'connection_lost' });
  });

  test('has to begin in time, and to end in time unless it is followed', async () => {
    const begun: Handler = (answer) => {
      answer.writeHead(200);
      answer.write('first\n');
    };
    const { server } = await serving(() => undefined, begun, begun);
    const client = clients.open(server.access, { requestTimeoutMs: 1_000 });
    expect(await failureOf(allOf(client.logs('shop', 'web-1', { follow: true })))).toMatchObject({ code: 'timeout' });
    expect(await failureOf(allOf(client.logs('shop', 'web-1')))).toMatchObject({ code: 'timeout' });
    const leaving = new AbortController();
    let isOpen = false;
    const options = { follow: true, signal: leaving.signal, onOpen: () => (isOpen = true) };
    const lines = client.logs('shop', 'web-1', options);
    expect(await lines.next()).toMatchObject({ value: 'first' });
    expect(isOpen).toBe(true);
    const next = failureOf(lines.next());
    const reason = new Error('seen enough');
    // Later than any call may take.
    setTimeout(() => leaving.abort(reason), 1_500);
    expect(await next).toBe(reason);
  });

  test('that nobody may read is refused', async () => {
    const { client } = await serving(json(403, { kind: 'Status', reason: 'Forbidden', message: 'not you' }));
    expect(await failureOf(allOf(client.logs('shop', 'web-1')))).toMatchObject({ status: 403, reason: 'Forbidden' });
  });
});

describe('a flood that is not read', () => {
  /** Writes numbered lines for as long as they are taken. */
  const flood =
    (sent: { bytes: number }): Handler =>
    async (answer) => {
      answer.on('error', () => undefined);
      answer.writeHead(200);
      for (let line = 1; !answer.destroyed; line += 1) {
        const text = `line ${line} ${'x'.repeat(100)}\n`;
        sent.bytes += text.length;
        if (!answer.write(text)) await new Promise((resolve) => answer.once('drain', resolve));
      }
    };

  test('stops, and goes on without a gap', async () => {
    const sent = { bytes: 0 };
    const { client } = await serving(flood(sent));
    const lines = client.logs('shop', 'web-1', { follow: true });
    await lines.next();
    const standsAt = await eventually(async () => {
      const before = sent.bytes;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(sent.bytes).toBe(before);
      return before;
    });
    expect(standsAt).toBeLessThan(mebibyte);
    for (let line = 2; line <= 50_000; line += 1) {
      const { value } = await lines.next();
      if (!String(value).startsWith(`line ${line} `)) throw new Error(`line ${line} is ${value}`);
    }
    expect(sent.bytes).toBeGreaterThan(5 * mebibyte);
    await lines.return(undefined);
  });

  test('holds up nobody else, however many there are', async () => {
    const sent = { bytes: 0 };
    const handler: Handler = (answer, request) => {
      const isLog = request.url.includes('/log');
      return (isLog ? flood(sent) : json(200, { gitVersion: 'v1', long: 'x'.repeat(50_000) }))(answer, request);
    };
    const { server, client } = await serving(handler);
    const many = Array.from({ length: 150 }, (_, index) => client.logs('shop', `web-${index}`, { follow: true }));
    await Promise.all(many.map((lines) => lines.next()));
    for (let index = 0; index < 20; index += 1) expect((await client.version()).gitVersion).toBe('v1');
    // Sixty on each.
    expect(server.sessions).toHaveLength(3);
    expect(sent.bytes).toBeLessThan(150 * mebibyte);
    await Promise.all(many.map((lines) => lines.return(undefined)));
  });
});

test('more watches than a connection takes leave room for calls, on the real API server', async () => {
  const relay = await relayBefore(adminAccess());
  after.push(relay.close);
  const client = clients.open(relay.access, { requestTimeoutMs: 5_000 });
  const namespace = await makeNamespace(client);
  const maps = `${namespace.path}/configmaps`;
  const leaving = new AbortController();
  let open = 0;
  let told = 0;
  const { metadata } = await client.get<Made>(namespace.path);
  const watching = Array.from({ length: 130 }, async () => {
    const options = { resourceVersion: metadata.resourceVersion, signal: leaving.signal, onOpen: () => (open += 1) };
    for await (const { object } of client.watch<Made>(maps, options)) told += object.metadata.name === 'seen' ? 1 : 0;
  });
  const ended = Promise.allSettled(watching);
  await eventually(() => expect(open).toBe(130));
  await client.create(maps, configMap('seen', 'a'));
  await eventually(() => expect(told).toBe(130));
  expect(relay.taken()).toBe(3);
  leaving.abort();
  await ended;
  await namespace.remove();
});

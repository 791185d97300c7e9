import { afterEach, describe, expect, test } from 'vitest';
import { type ClusterClient, isTooLarge, KeptLimit, openCluster, Reflector } from '../src/index.ts';
import { type Handler, json, rawServer, type RawServer } from './raw-server.ts';

const mebibyte = 1024 * 1024;
const metadata = { resourceVersion: '1' };

let server: RawServer | undefined;
let client: ClusterClient | undefined;
afterEach(async () => {
  await client?.close();
  await server?.close();
  [client, server] = [undefined, undefined];
});

async function opened(...handlers: readonly [Handler, ...Handler[]]): Promise<ClusterClient> {
  server = await rawServer(...handlers);
  client = openCluster(server.access, { userAgent: 'test' });
  return client;
}

const text =
  (body: string): Handler =>
  (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.on('error', () => undefined);
    answer.end(body);
  };

const named = (name: string, more: object = {}) => ({ metadata: { ...metadata, name }, ...more });

describe('an answer that is larger than any API server gives', () => {
  test.each([
    ['who it is', 100_000, (one: ClusterClient) => one.version()],
    ['an object', 2 * mebibyte, (one: ClusterClient) => one.get('/api/v1/nodes/a')],
    ['all of a list without pages', 17 * mebibyte, (one: ClusterClient) => one.getAll('/apis/metrics.k8s.io')],
  ] as const)('%s is not read to its end', async (_, bytes, ask) => {
    const fault: unknown = await ask(await opened(text(`"${'x'.repeat(bytes)}"`))).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'too_large' });
  });

  test('of very many small values is not parsed', async () => {
    const body = `{"metadata":{"resourceVersion":"1"},"items":[${'{},'.repeat(600_000)}{}]}`;
    const pages = (await opened(text(body))).list('/api/v1/pods', { limit: 1 });
    const fault: unknown = await pages.next().catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'too_large' });
  });
});

test('a page that is too large is asked for again in smaller ones, and nothing is missed', async () => {
  const large = 'x'.repeat(1.4 * mebibyte);
  const all = Array.from({ length: 20 }, (_, index) => named(`pod-${index}`, { large }));
  const page: Handler = (answer, request) => {
    const { searchParams } = new URL(request.url, 'https://server');
    const from = Number(searchParams.get('continue') ?? 0);
    const to = Math.min(all.length, from + Number(searchParams.get('limit')));
    const next = to < all.length ? { continue: String(to) } : {};
    json(200, { metadata: { ...metadata, ...next }, items: all.slice(from, to) })(answer, request);
  };
  const names: string[] = [];
  for await (const { items } of (await opened(page)).list<ReturnType<typeof named>>('/api/v1/pods', { limit: 20 }))
    names.push(...items.map(({ metadata: { name } }) => name));
  expect(names).toEqual(all.map(({ metadata: { name } }) => name));
});

test('a list without an end is given up', async () => {
  const endless = json(200, { metadata: { ...metadata, continue: 'more' }, items: [] });
  const pages = (await opened(endless)).list('/api/v1/pods', { mostPages: 50 });
  const read = async () => {
    for await (const page of pages) expect(page.items).toEqual([]);
  };
  const fault: unknown = await read().catch((error: unknown) => error);
  expect([isTooLarge(fault), server?.came.length]).toEqual([true, 50]);
});

describe('what is kept of a cluster', () => {
  test.each([
    ['objects', { objects: 10, bytes: mebibyte }, {}],
    ['bytes', { objects: 1_000, bytes: 10_000 }, { message: 'x'.repeat(1_000) }],
  ])('is bounded by %s: the reflector ends, and says why', async (_, limits, more) => {
    const items = Array.from({ length: 20 }, (__, index) => named(`pod-${index}`, more));
    const reflector = new Reflector({
      client: await opened(json(200, { metadata, items })),
      path: '/api/v1/pods',
      keep: (object: object) => object,
      keptLimit: new KeptLimit(limits),
    });
    const fault: unknown = await reflector.run(new AbortController().signal).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'too_large' });
  });

  test('gives back what is gone', () => {
    const limit = new KeptLimit({ objects: 1, bytes: 1_000 });
    for (let round = 0; round < 5; round += 1) {
      limit.replace(undefined, { name: 'a' }, 'a');
      limit.replace({ name: 'a' }, { name: 'b' }, 'a');
      limit.replace({ name: 'b' }, undefined, 'a');
    }
    limit.replace(undefined, {}, 'a');
    expect(() => limit.replace(undefined, {}, 'b')).toThrow(/more than 1 objects/);
  });
});

import { eventually } from '@wheelhouse/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { type ClusterClient, isTooLarge, KeptLimit, KeptShare, openCluster, Reading, Reflector } from '../src/index.ts';
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
    ['all of a list without pages', 5 * mebibyte, (one: ClusterClient) => one.getAll('/apis/metrics.k8s.io')],
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

  test('is bounded for all clusters of a tenant together, and given back by one that is let go', () => {
    const share = new KeptShare(2_000);
    const [one, other] = [share, share].map((of) => new KeptLimit({ objects: 100, bytes: mebibyte }, of));
    const fill = (limit: KeptLimit | undefined) => () => {
      for (let index = 0; index < 6; index += 1) limit?.replace(undefined, { name: 'a' }, `key-${index}`);
    };
    fill(one)();
    expect(fill(other)).toThrow(/clusters of this tenant together .* TENANT_MAX_MEBIBYTES/);
    one?.release();
    other?.release();
    expect([share.bytes, fill(other)()]).toEqual([0, undefined]);
  });

  test('counts for the tenant while a list is read anew, and no longer when it broke off', async () => {
    const share = new KeptShare(mebibyte);
    const items = Array.from({ length: 20 }, (_, index) => named(`pod-${index}`));
    const listed = json(200, { metadata, items });
    const newer = { metadata: { resourceVersion: '2', continue: 'more' }, items: items.map((one) => ({ ...one })) };
    for (const one of newer.items) one.metadata = { ...one.metadata, resourceVersion: '2' };
    const forgotten = json(410, { code: 410, reason: 'Expired', message: 'too old' });
    const reflector = new Reflector({
      client: await opened(listed, forgotten, json(200, newer), json(500, {})),
      path: '/api/v1/pods',
      keep: (object: object) => object,
      keptLimit: new KeptLimit({ objects: 100, bytes: mebibyte }, share),
    });
    const over = new AbortController();
    const running = reflector.run(over.signal);
    await eventually(() => expect(server?.came.length).toBeGreaterThanOrEqual(4));
    await eventually(() => expect(reflector.fault?.message).toContain('500'));
    const kept = new KeptShare(mebibyte);
    const limit = new KeptLimit({ objects: 100, bytes: mebibyte }, kept);
    for (const one of items) limit.replace(undefined, one, one.metadata.name);
    expect(share.bytes).toBe(kept.bytes);
    over.abort();
    await running;
  });
});

describe('answers that are read at the same time', () => {
  function answer(reading: Reading) {
    const told: string[] = [];
    const stream = { pause: () => told.push('waits'), resume: () => told.push('goes on') };
    return { ...reading.begin(stream), told };
  }

  test('hold so much together: past that the oldest goes on, and the others when there is room', () => {
    const reading = new Reading(100);
    const [first, second, third] = [answer(reading), answer(reading), answer(reading)];
    first.took(60);
    second.took(60);
    third.took(60);
    first.took(60);
    expect([first.told, second.told, third.told]).toEqual([[], ['waits'], ['waits']]);
    first.end();
    expect([second.told, third.told]).toEqual([['waits', 'goes on'], ['waits']]);
    second.end();
    expect(third.told).toEqual(['waits', 'goes on']);
  });

  test('are all read in the end', async () => {
    const large = { metadata, items: [{ ...named('a'), large: 'x'.repeat(mebibyte) }] };
    server = await rawServer(json(200, large));
    client = openCluster(server.access, { userAgent: 'test', reading: new Reading(mebibyte / 2) });
    const one = client;
    const pages = await Promise.all(Array.from({ length: 20 }, () => one.list('/api/v1/pods').next()));
    expect(pages.map(({ value }) => value?.items.length)).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

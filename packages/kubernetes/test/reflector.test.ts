import {
  adminAccess,
  type ClusterRelay,
  eventually,
  makeNamespace,
  type Namespace,
  relayBefore,
} from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClusterAccess,
  type ClusterClient,
  type ClusterClientOptions,
  KubernetesError,
  Reflector,
  type ReflectorOptions,
} from '../src/index.ts';
import { Clients, configMap, type Made } from './kube.ts';
import { json, rawServer } from './raw-server.ts';

interface Raw extends Made {
  readonly data?: { readonly value?: string };
}

const clients = new Clients();
const standing = new Clients();
const after: (() => Promise<void>)[] = [];
let access: ClusterAccess;
let direct: ClusterClient;
let namespace: Namespace;
let maps: string;

beforeAll(async () => {
  access = adminAccess();
  direct = standing.open(access);
});
afterAll(() => standing.close());
afterEach(async () => {
  for (const end of after.splice(0).toReversed()) await end();
  await clients.close();
});

/** A namespace with three maps, and a wire to the cluster. */
async function begun(
  options: Partial<ClusterClientOptions> = {},
): Promise<{ wire: ClusterRelay; client: ClusterClient }> {
  namespace = await makeNamespace(direct);
  maps = `${namespace.path}/configmaps`;
  for (const name of ['a', 'b', 'c']) await direct.create(maps, configMap(name, '1'));
  const wire = await relayBefore(access);
  after.push(namespace.remove, wire.close);
  return { wire, client: clients.open(wire.access, { pingEveryMs: 100, pingTimeoutMs: 400, ...options }) };
}

function follow(client: ClusterClient, more: Partial<ReflectorOptions<Raw, string>> = {}) {
  const told: string[] = [];
  const stopping = new AbortController();
  const reflector = new Reflector<Raw, string>({
    client,
    path: maps,
    pageSize: 2,
    keep: ({ metadata: { name }, data }) => (name === 'kube-root-ca.crt' ? undefined : (data?.value ?? '')),
    onChange: (key, now, before) => told.push(`${key.split('/')[1]} ${before ?? '-'}>${now ?? '-'}`),
    ...more,
  });
  const running = reflector.run(stopping.signal);
  const stop = () => {
    stopping.abort();
    return running;
  };
  after.push(stop);
  return { reflector, told, stop };
}

const set = (name: string, value: string) => direct.patch<Made>(`${maps}/${name}`, { data: { value } });
async function remove(name: string) {
  const { metadata } = await direct.get<Made>(`${maps}/${name}`);
  await direct.delete(`${maps}/${name}`, { uid: metadata.uid });
}

describe('a reflector', () => {
  test('lists, follows and tells each change once', async () => {
    const { client } = await begun();
    let synced = 0;
    const { reflector, told } = follow(client, { onSynced: () => (synced += 1) });
    expect([reflector.isSynced, reflector.observedAt]).toEqual([false, undefined]);
    await eventually(() => expect(reflector.isSynced).toBe(true));
    expect(told).toEqual(['a ->1', 'b ->1', 'c ->1']);
    await set('a', '2');
    await remove('b');
    await direct.create(maps, configMap('d', '1'));
    await eventually(() => expect(told.slice(3)).toEqual(['a 1>2', 'b 1>-', 'd ->1']));
    const keys = [...reflector.state.keys()].map((key) => key.replace(`${namespace.name}/`, ''));
    expect([keys, reflector.lists, synced, reflector.fault]).toEqual([['a', 'c', 'd'], 1, 1, undefined]);
  });

  test('follows only what carries a label, and tells what loses it as gone', async () => {
    const { client } = await begun();
    await direct.create(maps, configMap('labelled', '1', { app: 'web' }));
    const { reflector, told } = follow(client, { labelSelector: 'app=web' });
    await eventually(() => expect(reflector.isSynced).toBe(true));
    await set('a', '2');
    await direct.create(maps, configMap('later', '1', { app: 'web' }));
    await direct.patch(`${maps}/labelled`, { metadata: { labels: { app: null } } });
    await eventually(() => expect(told).toEqual(['labelled ->1', 'later ->1', 'labelled 1>-']));
  });

  test('takes up where it was when the connection is cut, without a list', async () => {
    const { wire, client } = await begun();
    const { reflector, told } = follow(client);
    await eventually(() => expect(reflector.isSynced).toBe(true));
    for (let round = 2; round < 7; round += 1) {
      wire.cut();
      await set('a', String(round));
      await eventually(() => expect(told.at(-1)).toBe(`a ${round - 1}>${round}`));
    }
    expect([told.length, reflector.lists]).toEqual([8, 1]);
  });

  test('notices a connection that is only silent, says how old it is, and misses nothing', async () => {
    const { wire, client } = await begun();
    const { reflector, told } = follow(client);
    await eventually(() => expect(reflector.fault === undefined && reflector.isSynced).toBe(true));
    const live = reflector.observedAt ?? 0;
    await eventually(() => expect(reflector.observedAt).toBeGreaterThan(live));
    wire.freeze();
    const frozenAt = Date.now();
    await set('a', '2');
    await remove('b');
    await eventually(() => expect(reflector.fault?.message).toMatch(/dead: no response to a ping/));
    const last = reflector.observedAt;
    expect(last).toBeLessThanOrEqual(frozenAt);
    expect(last).toBeGreaterThan(frozenAt - 1_000);
    await eventually(() => expect(Date.now()).toBeGreaterThan(frozenAt + 1_500));
    expect(reflector.observedAt).toBe(last);
    expect(told).toHaveLength(3);
    wire.thaw();
    await eventually(() => expect(told.slice(3)).toEqual(['a 1>2', 'b 1>-']));
    await eventually(() => expect(reflector.observedAt).toBeGreaterThan(frozenAt + 1_500));
    expect([reflector.lists, reflector.fault]).toEqual([1, undefined]);
  });

  test('lists anew when its moment is forgotten, and tells exactly the differences', async () => {
    const { wire, client } = await begun();
    let isForgotten = false;
    const { reflector, told } = follow({
      ...client,
      // What a server forgets, and when, is its own affair: here it has, once.
      watch: async function* (path, options) {
        if (isForgotten) {
          isForgotten = false;
          throw new KubernetesError('too old', {
            status: 410,
            reason: 'Expired',
            causes: [],
            retryAfterSeconds: undefined,
          });
        }
        yield* client.watch<never>(path, options);
      },
    });
    await eventually(() => expect(reflector.isSynced).toBe(true));
    await set('c', '2');
    await eventually(() => expect(told).toHaveLength(4));
    wire.freeze();
    await set('a', '2');
    await remove('b');
    await direct.create(maps, configMap('d', '1'));
    isForgotten = true;
    wire.cut();
    wire.thaw();
    await eventually(() => expect(reflector.lists).toBe(2));
    await eventually(() => expect(told.slice(4).toSorted()).toEqual(['a 1>2', 'b 1>-', 'd ->1']));
    await set('a', '3');
    await eventually(() => expect(told.at(-1)).toBe('a 2>3'));
    expect(told).toHaveLength(8);
    expect(reflector.lists).toBe(2);
  });

  test('whose list breaks off does not count half of it', async () => {
    const { client } = await begun();
    let pages = 0;
    const looked = Promise.withResolvers<void>();
    const { reflector, told } = follow({
      ...client,
      list: async function* (path, options) {
        if (pages > 0) await looked.promise;
        for await (const page of client.list<never>(path, options)) {
          pages += 1;
          yield page;
          if (pages > 1) continue;
          await set('b', '2');
          await remove('a');
          throw new Error('it broke off');
        }
      },
    });
    await eventually(() => expect(reflector.fault?.message).toBe('it broke off'));
    expect(reflector.isSynced).toBe(false);
    looked.resolve();
    await eventually(() => expect(reflector.isSynced).toBe(true));
    expect([...reflector.state.values()].toSorted()).toEqual(['1', '2']);
    expect([told.includes('a 1>-'), reflector.lists]).toEqual([true, 2]);
  });

  test('begins again when nothing comes, not even a bookmark', async () => {
    const { client } = await begun();
    let watches = 0;
    const { reflector, told } = follow(
      {
        ...client,
        watch: (path, options) => {
          watches += 1;
          return client.watch(path, options);
        },
      },
      { silenceMs: 200 },
    );
    await eventually(() => expect(watches).toBeGreaterThan(3));
    await set('a', '2');
    await eventually(() => expect(told.at(-1)).toBe('a 1>2'));
    expect(reflector.lists).toBe(1);
  });

  test('goes on from where a bookmark says, after an end that is none', async () => {
    const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } };
    const server = await rawServer(
      json(200, { metadata: { resourceVersion: '5' }, items: [] }),
      json(200, bookmark),
      json(200, { type: 'ERROR', object: { code: 410, reason: 'Expired', message: 'too old' } }),
      json(200, { metadata: { resourceVersion: '20' }, items: [] }),
      () => undefined,
    );
    after.push(server.close);
    const { reflector } = follow(clients.open(server.access), { path: '/things', fieldSelector: 'a=b' });
    await eventually(() => expect(server.came).toHaveLength(5));
    const asked = server.came.map(({ url }) => new URL(url, 'https://x').searchParams);
    expect(asked.map((query) => query.get('resourceVersion'))).toEqual([null, '5', '9', null, '20']);
    for (const query of asked) expect(query.get('fieldSelector')).toBe('a=b');
    expect(asked[1]?.get('allowWatchBookmarks')).toBe('true');
    expect(Number(asked[1]?.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect([reflector.lists, reflector.fault?.message]).toEqual([2, 'GET /things?watch returned 410 Expired: too old']);
  });

  test('of something that is not there says so, and stops when told', async () => {
    const { client } = await begun();
    const { reflector, stop } = follow(client, { path: '/apis/nowhere.example/v1/things' });
    await eventually(() => expect(reflector.fault).toMatchObject({ status: 404 }));
    expect([reflector.isSynced, reflector.observedAt]).toEqual([false, undefined]);
    await stop();
  });

  test('survives what it was handed', async () => {
    const { client } = await begun();
    const logged: string[] = [];
    const { reflector } = follow(client, {
      onChange: () => {
        throw new Error('a fault of ours');
      },
      log: (_text, error) => logged.push(String(error)),
    });
    await eventually(() => expect(reflector.isSynced).toBe(true));
    await set('a', '2');
    await eventually(() => expect([...reflector.state.values()]).toContain('2'));
    expect(logged).toContain('Error: a fault of ours');
    expect(reflector.fault).toBeUndefined();
  });
});

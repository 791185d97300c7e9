import { adminAccess, eventually, makeNamespace, type Namespace, relayBefore } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterAccess, type ClusterClient, KubernetesError, resources } from '../src/index.ts';
import { Clients, configMap, failureOf, type Made, pod } from './kube.ts';

const clients = new Clients();
const standing = new Clients();
let access: ClusterAccess;
let client: ClusterClient;
let namespace: Namespace;

beforeAll(async () => {
  access = adminAccess();
  client = standing.open(access);
  namespace = await makeNamespace(client);
});
afterEach(() => clients.close());
afterAll(async () => {
  await namespace.remove();
  await standing.close();
});

const maps = () => `${namespace.path}/configmaps`;

async function refusal(promise: Promise<unknown>): Promise<KubernetesError> {
  const error = await failureOf(promise);
  if (!(error instanceof KubernetesError)) throw new Error(`no refusal but ${String(error)}`, { cause: error });
  return error;
}

describe('objects', () => {
  test('are made, read, patched and deleted', async () => {
    const made = await client.create<Made>(maps(), configMap('one', 'a'));
    const path = `${maps()}/one`;
    const read = await client.get<Made & { data: object }>(path);
    expect(read.data).toEqual({ value: 'a' });
    const patched = await client.patch<Made & { data: object }>(
      path,
      { data: { value: null, other: 'b' } },
      { fieldManager: 'me' },
    );
    expect(patched.data).toEqual({ other: 'b' });
    expect(JSON.stringify(patched.metadata)).toContain('"manager":"me"');
    await client.delete(path, { uid: made.metadata.uid });
    expect((await refusal(client.get(path))).reason).toBe('NotFound');
  });

  test('of another UID are not deleted', async () => {
    const { metadata } = await client.create<Made>(maps(), configMap('mine', 'a'));
    const path = `${maps()}/mine`;
    const error = await refusal(client.delete(path, { uid: '00000000-0000-0000-0000-000000000000' }));
    expect([error.status, error.reason]).toEqual([409, 'Conflict']);
    await client.delete(path, { uid: metadata.uid });
  });

  test('that exist or are invalid are refused with reason and causes', async () => {
    await client.create(maps(), configMap('twice', 'a'));
    expect((await refusal(client.create(maps(), configMap('twice', 'a')))).reason).toBe('AlreadyExists');
    const invalid = await refusal(client.create(maps(), configMap('Not A Name', 'a')));
    expect(invalid.status).toBe(422);
    expect(invalid.causes[0]).toMatchObject({ field: 'metadata.name' });
    expect(invalid.message).toContain(`POST ${maps()} returned 422 Invalid`);
  });

  test('come in pages, all of one moment', async () => {
    const labels = { kind: 'paged' };
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => client.create(maps(), configMap(`page-${index}`, 'a', labels))),
    );
    const sizes: number[] = [];
    const versions = new Set<string>();
    for await (const page of client.list<Made>(maps(), { limit: 10, labelSelector: 'kind=paged' })) {
      sizes.push(page.items.length);
      versions.add(page.resourceVersion);
    }
    expect(sizes).toEqual([10, 10, 5]);
    expect(versions.size).toBe(1);
    const named: Made[] = [];
    for await (const page of client.list<Made>(maps(), { fieldSelector: 'metadata.name=page-7' }))
      named.push(...page.items);
    expect(named.map(({ metadata }) => metadata.name)).toEqual(['page-7']);
  });
});

describe('an eviction', () => {
  const pods = () => `${namespace.path}/pods`;
  /** A new namespace takes none before its service account has been made. */
  const makePod = (name: string, labels?: Readonly<Record<string, string>>) =>
    eventually(() => client.create<Made>(pods(), pod(name, labels)));

  test('is accepted, and refused for a pod that is gone', async () => {
    const { metadata } = await makePod('free');
    await client.evict(namespace.name, 'free', { uid: metadata.uid, gracePeriodSeconds: 0 });
    await eventually(async () => {
      expect((await refusal(client.evict(namespace.name, 'free', { uid: metadata.uid }))).status).toBe(404);
    });
  });

  test('that a budget forbids is refused with its cause', async () => {
    const labels = { app: 'held' };
    const { metadata } = await makePod('held', labels);
    const conditions = [{ type: 'Ready', status: 'True' }];
    await client.patch(`${pods()}/held/status`, { status: { phase: 'Running', conditions } });
    await client.create(`/apis/policy/v1/namespaces/${namespace.name}/poddisruptionbudgets`, {
      metadata: { name: 'held' },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    });
    await eventually(async () => {
      const error = await refusal(client.evict(namespace.name, 'held', { uid: metadata.uid }));
      expect(error.status).toBe(429);
      expect(error.reason).toBe('TooManyRequests');
      expect(error.causes[0]?.reason).toBe('DisruptionBudget');
      expect(error.causes[0]?.message).toContain('needs 1 healthy pods and has 1 currently');
    });
    await client.delete(`${pods()}/held`, { uid: metadata.uid, gracePeriodSeconds: 0 });
  });
});

describe('a watch', () => {
  test('tells changes after its moment, and how far it has come', async () => {
    const first = await client.create<Made>(maps(), configMap('watched', 'a'));
    const leaving = new AbortController();
    const seen: string[] = [];
    let isOpen = false;
    const watching = (async () => {
      const events = client.watch<Made & { data?: { value: string } }>(maps(), {
        resourceVersion: first.metadata.resourceVersion,
        fieldSelector: 'metadata.name=watched',
        signal: leaving.signal,
        onOpen: (heardAt) => {
          isOpen = heardAt() > 0;
        },
      });
      for await (const { type, object } of events) if (type !== 'BOOKMARK') seen.push(`${type} ${object.data?.value}`);
    })();
    await eventually(() => expect(isOpen).toBe(true));
    await client.patch(`${maps()}/watched`, { data: { value: 'b' } });
    await client.patch(`${maps()}/watched`, { data: { value: 'c'.repeat(100_000) } });
    await client.delete(`${maps()}/watched`, { uid: first.metadata.uid });
    await eventually(() =>
      expect(seen.map((text) => text.slice(0, 12))).toEqual(['MODIFIED b', 'MODIFIED ccc', 'DELETED cccc']),
    );
    const reason = new Error('seen enough');
    leaving.abort(reason);
    expect(await failureOf(watching)).toBe(reason);
  });
});

describe('a credential', () => {
  async function accountToken(name: string): Promise<string> {
    const accounts = `${namespace.path}/serviceaccounts`;
    await client.create(accounts, { metadata: { name } });
    const { status } = await client.create<{ status: { token: string } }>(`${accounts}/${name}/token`, { spec: {} });
    return status.token;
  }
  const withToken = (token: NonNullable<ClusterAccess['token']>): ClusterAccess => {
    const { clientCertificate: _, ...rest } = access;
    return { ...rest, token };
  };

  test('shows which rights it has', async () => {
    const token = await accountToken('looker');
    await client.create(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace.name}/rolebindings`, {
      metadata: { name: 'looker' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'ServiceAccount', name: 'looker', namespace: namespace.name }],
    });
    const looker = clients.open(withToken(token));
    const rights = [
      { verb: 'list', resource: 'pods', namespace: namespace.name },
      { verb: 'list', resource: 'pods' },
      { verb: 'patch', group: 'apps', resource: 'deployments', namespace: namespace.name },
      { verb: 'create', resource: 'pods', subresource: 'eviction', namespace: namespace.name },
    ];
    await eventually(async () => expect(await looker.can(rights)).toEqual([true, false, false, false]));
    expect(await client.can(rights)).toEqual([true, true, true, true]);
    const forbidden = await refusal(looker.get(resources.nodes));
    expect([forbidden.status, forbidden.reason]).toEqual([403, 'Forbidden']);
  });

  test('is asked whose it is', async () => {
    const token = await accountToken('named');
    const { username, groups } = await clients.open(withToken(token)).whoAmI();
    expect(username).toBe(`system:serviceaccount:${namespace.name}:named`);
    expect(groups).toEqual(expect.arrayContaining(['system:serviceaccounts', 'system:authenticated']));
    expect((await client.whoAmI()).username).not.toBe(username);
  });

  test('that is not one is refused with 401', async () => {
    const error = await refusal(clients.open(withToken('nonsense')).version());
    expect([error.status, error.reason]).toEqual([401, 'Unauthorized']);
  });

  test('is read again when it was refused, and not for every call', async () => {
    const good = await accountToken('renewed');
    const given = ['nonsense', good];
    let asked = 0;
    const renewing = clients.open(
      withToken(() => {
        asked += 1;
        return Promise.resolve(given[asked - 1] ?? good);
      }),
    );
    await Promise.all(Array.from({ length: 5 }, () => renewing.version()));
    for (let index = 0; index < 5; index += 1) await renewing.version();
    expect(asked).toBe(2);
  });
});

test('all calls share one connection', async () => {
  const relay = await relayBefore(access);
  const counted = clients.open(relay.access);
  expect(counted.lastHeardAt()).toBeUndefined();
  await Promise.all(Array.from({ length: 20 }, () => counted.version()));
  for (let index = 0; index < 200; index += 1) await counted.get(namespace.path);
  const before = Date.now();
  expect((await counted.version()).gitVersion).toMatch(/^v1\./);
  expect(counted.lastHeardAt()).toBeGreaterThanOrEqual(before);
  expect(relay.taken()).toBe(1);
  await counted.close();
  await relay.close();
});

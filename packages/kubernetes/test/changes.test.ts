import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  adminAccess,
  engineSetting,
  eventually,
  makeNamespace,
  type Namespace,
  relayBefore,
} from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeName } from '../src/client/write-name.ts';
import { type ClusterAccess, type ClusterClient, KubernetesError, type ObserveWrite, resources } from '../src/index.ts';
import { allOf, Clients, configMap, failureOf, type Made, pod } from './kube.ts';

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
const pods = () => `${namespace.path}/pods`;
/** A new namespace takes none before its service account has been made. */
const makePod = (name: string) => eventually(() => client.create<Made>(pods(), pod(name)));

test('an object that has changed since somebody looked is not deleted', async () => {
  const { metadata } = await client.create<Made>(maps(), configMap('moved', 'a'));
  const path = `${maps()}/moved`;
  const { metadata: newer } = await client.patch<Made>(path, { data: { value: 'b' } });
  const { uid, resourceVersion } = metadata;
  const error = await failureOf(client.delete(path, { uid, resourceVersion }));
  expect(error).toBeInstanceOf(KubernetesError);
  expect(error).toMatchObject({ status: 409, reason: 'Conflict' });
  await client.delete(path, { uid, resourceVersion: newer.resourceVersion });
  expect(await failureOf(client.get(path))).toMatchObject({ status: 404 });
});

test('a pod that has changed since somebody looked is not evicted', async () => {
  const { metadata } = await makePod('moved');
  await client.patch(`${pods()}/moved`, { metadata: { labels: { changed: 'yes' } } });
  const { uid, resourceVersion } = metadata;
  expect(await failureOf(client.evict(namespace.name, 'moved', { uid, resourceVersion }))).toMatchObject({
    status: 409,
  });
  await client.evict(namespace.name, 'moved', { uid, gracePeriodSeconds: 0 });
});

interface Audited {
  readonly verb: string;
  readonly userAgent?: string;
}

/** What the API server has written down of the calls under this name, once there are so many. */
async function auditedFrom(offset: number, userAgent: string, count: number): Promise<readonly string[]> {
  return eventually(async () => {
    const log = await open(engineSetting('KUBE_AUDIT_LOG'));
    const { size } = await log.stat();
    const { buffer } = await log.read({ buffer: Buffer.alloc(size - offset), position: offset });
    await log.close();
    const whole = buffer.toString('utf8').split('\n').slice(0, -1);
    const seen = whole.map((line) => JSON.parse(line) as Audited).filter((event) => event.userAgent === userAgent);
    expect(seen.length).toBeGreaterThanOrEqual(count);
    return seen.map(({ verb }) => verb);
  });
}

async function auditLogSize(): Promise<number> {
  const log = await open(engineSetting('KUBE_AUDIT_LOG'));
  const { size } = await log.stat();
  await log.close();
  return size;
}

test('every call of a client under another name is told that name, over the same connection', async () => {
  const relay = await relayBefore(access);
  const first = clients.open(relay.access);
  const name = `wheelhouse-test (action ${randomUUID()}; lease 7)`;
  const named = first.as(name);
  const offset = await auditLogSize();
  const { metadata } = await makePod('named');
  await first.get(namespace.path);
  await named.get(`${pods()}/named`);
  await allOf(named.list(pods()));
  await named.patch(`${pods()}/named`, { metadata: { labels: { seen: 'yes' } } });
  await named.create(maps(), configMap('named', 'a'));
  await named.can([{ verb: 'list', resource: 'pods' }]);
  await named.evict(namespace.name, 'named', { uid: metadata.uid, gracePeriodSeconds: 0 });
  const made = await named.get<Made>(`${maps()}/named`);
  await named.delete(`${maps()}/named`, { uid: made.metadata.uid });
  expect(await auditedFrom(offset, name, 8)).toEqual([
    'get',
    'list',
    'patch',
    'create',
    'create',
    'create',
    'get',
    'delete',
  ]);
  expect(relay.taken()).toBe(1);
  expect(named.lastHeardAt()).toBe(first.lastHeardAt());
  await named.close();
  expect(await failureOf(first.version())).toMatchObject({ code: 'closed' });
  await relay.close();
});

describe('who watches the writes', () => {
  test('sees each before and after it, under other names too, and nothing else', async () => {
    const seen: string[] = [];
    const observeWrite: ObserveWrite = async (name, work) => {
      seen.push(`before ${name()}`);
      const result = await work();
      seen.push(`after ${name()}`);
      return result;
    };
    const watched = clients.open(access, { observeWrite });
    const { metadata } = await makePod('watched');
    await watched.get(`${pods()}/watched`);
    await allOf(watched.list(resources.nodes, { limit: 1_000 }));
    await watched.can([{ verb: 'list', resource: 'pods' }]);
    await watched.version();
    expect(seen).toEqual([]);
    await watched.patch(`${pods()}/watched`, { metadata: { labels: { seen: 'yes' } } });
    await watched.as('another').evict(namespace.name, 'watched', { uid: metadata.uid, gracePeriodSeconds: 0 });
    expect(seen).toEqual([
      'before PATCH pods',
      'after PATCH pods',
      'before POST pods/eviction',
      'after POST pods/eviction',
    ]);
  });

  test('is told of no effect where the cluster refused it', async () => {
    const seen: string[] = [];
    const watched = clients.open(access, {
      observeWrite: async (name, work) => {
        const result = await work();
        seen.push(name());
        return result;
      },
    });
    const { metadata } = await client.create<Made>(maps(), configMap('refused', 'a'));
    const path = `${maps()}/refused`;
    expect(await failureOf(watched.delete(path, { uid: randomUUID() }))).toMatchObject({ status: 409 });
    expect(seen).toEqual([]);
    await watched.delete(path, { uid: metadata.uid });
    expect(seen).toEqual(['DELETE configmaps']);
  });

  test.for([
    ['PATCH', '/api/v1/nodes/n1', 'PATCH nodes'],
    ['DELETE', '/api/v1/namespaces/a/pods/b', 'DELETE pods'],
    ['POST', '/api/v1/namespaces/a/pods/b/eviction', 'POST pods/eviction'],
    ['PATCH', '/apis/apps/v1/namespaces/a/deployments/web', 'PATCH deployments'],
    ['PATCH', '/apis/apps/v1/namespaces/a/deployments/web/scale', 'PATCH deployments/scale'],
    ['POST', '/apis/apps/v1/namespaces/a/deployments', 'POST deployments'],
    ['POST', '/api/v1/namespaces', 'POST namespaces'],
    ['DELETE', '/api/v1/namespaces/a', 'DELETE namespaces'],
    ['PATCH', '/api/v1/namespaces/a/status', 'PATCH namespaces/status'],
    ['POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', 'POST clusterroles'],
  ] as const)('knows %s %s as %s', ([method, path, name]) => {
    expect(writeName({ method, path })).toBe(name);
  });

  test('tells the kinds of patches apart', () => {
    const call = { method: 'PATCH', path: '/apis/apps/v1/namespaces/a/deployments/web' } as const;
    expect(writeName({ ...call, type: 'application/apply-patch+yaml' })).toBe('APPLY deployments');
    expect(writeName({ ...call, type: 'application/json-patch+json' })).toBe('JSONPATCH deployments');
  });
});

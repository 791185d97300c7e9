import {
  type Caller,
  caller,
  type ClusterRelay,
  eventually,
  type Kube,
  makeNamespace,
  type Namespace,
  openKube,
  relayBefore,
} from '@wheelhouse/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodePage } from '../src/node-page/schema.ts';
import { kubeconfigOf, limitedTo, type MonitorHouse, startMonitor } from './house.ts';
import { kubectl } from './kubectl.ts';
import { deploy, page } from './pages.ts';

/** The page of a node, on the real cluster. */
let house: MonitorHouse;
let kube: Kube;
let relay: ClusterRelay;
let space: Namespace;
let anna: Caller;
let cluster: string;

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  relay = await relayBefore(kube.access);
  anna = await caller();
  space = await makeNamespace(kube.client);
  cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG', relay.access.server) });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await space.remove();
  await relay.close();
  await kube.close();
});

const ask = (name: string, query = '', who = anna) => house.call(who, 'GET', `/api/v1/nodes/${name}${query}`);
/** As soon as it is watched. */
const pageOf = async (name: string, expected: object) => {
  await eventually(async () => expect((await ask(name)).status).toBe(200));
  return page(() => ask(name), expected);
};

test('a node with its pods, what they request, its taints and labels', async () => {
  const node = await kube.reservedNode();
  await deploy(kube, space, 'web', node, { replicas: 2 });
  const body = await pageOf(node, { status: 'Ready', pods: 2, pod_list: [{ ready: true }, { ready: true }] });
  expect([...Value.Errors(nodePage, body)]).toEqual([]);
  expect(body).toMatchObject({
    name: node,
    cluster_id: cluster,
    message: null,
    cordoned: false,
    cordoned_by: null,
    cpu_capacity: 16_000,
    memory_capacity: 64 * 1024 ** 3,
    cpu_requests: 200,
    memory_requests: 128 * 1024 ** 2,
    pods_total: 2,
    taints: [{ key: 'wheelhouse.dev/reserved', value: null, effect: 'NoSchedule' }],
    issues: [],
    stale: false,
  });
  expect(body.labels['kubernetes.io/hostname']).toBe(node);
  expect(body.conditions.find(({ type }: { type: string }) => type === 'Ready')).toMatchObject({
    status: 'True',
    is_fault: false,
    text: 'It is ready.',
  });
  expect(body.pod_list[0]).toMatchObject({
    namespace: space.name,
    owner: { kind: 'Deployment', name: 'web' },
    phase: 'Running',
    cpu_requests: 100,
    memory_requests: 64 * 1024 ** 2,
  });
});

test('one that is cordoned says by whom and since when; one that is not ready says so first', async () => {
  const node = await kube.node();
  await pageOf(node, { message: null });
  await kubectl('cordon', node);
  const cordoned = await page(() => ask(node), {
    cordoned: true,
    message: 'It accepts no new pods.',
    cordoned_by: { manager: expect.stringMatching(/^kubectl/) },
    issues: [{ reason: 'node_cordoned' }],
  });
  expect(Date.parse(cordoned.cordoned_since)).toBeGreaterThan(Date.now() - 60_000);
  await kube.behave(node, 'not-ready');
  const body = await page(() => ask(node), {
    // A slow cluster counts it as silent before it says so itself.
    status: expect.stringMatching(/^(NotReady|Unknown)$/),
    message: expect.stringMatching(/^It (is not ready|has stopped reporting).* It accepts no new pods\.$/),
  });
  expect(body.conditions[0]).toMatchObject({ type: 'Ready', is_fault: true });
  await eventually(async () => {
    const { body: told } = await ask(node);
    expect(told.issues.map(({ reason }: { reason: string }) => reason)).toEqual(['node_not_ready', 'node_cordoned']);
  });
});

test('where the cluster does not answer it is told as it was last known', async () => {
  const node = await kube.node();
  await pageOf(node, { status: 'Ready' });
  relay.freeze();
  try {
    const body = await page(() => ask(node), {
      stale: true,
      status: 'Ready',
      pod_list: [],
      conditions: [],
      events: null,
    });
    expect([...Value.Errors(nodePage, body)]).toEqual([]);
    expect(body.fault).not.toBe('');
  } finally {
    relay.thaw();
  }
  await page(() => ask(node), { stale: false });
});

test('one that never was is 404, as is that of another tenant or outside of a role', async () => {
  const node = await kube.node();
  await pageOf(node, { status: 'Ready' });
  expect(await ask('never-made')).toMatchObject({ status: 404 });
  const berta = await caller();
  const own = await house.register(berta, { kubeconfig: kubeconfigOf('KUBE2_KUBECONFIG') });
  const guest = await caller({ tenant: anna.tenantId, cloudspace_ids: [own], scopes: ['read'] });
  for (const who of [berta, await limitedTo(anna, [own]), guest])
    expect(await ask(node, `?cluster_id=${cluster}`, who)).toMatchObject({ status: 404 });
});

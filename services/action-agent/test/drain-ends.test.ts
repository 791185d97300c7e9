import { openCluster } from '@wheelhouse/kubernetes';
import { eventually, relayBefore } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Drained, type DrainHouse, startDrains } from './drain-house.ts';
import { allReady, makePool, type Pool } from './drain-objects.ts';

let house: DrainHouse;
let pool: Pool;

beforeAll(async () => {
  house = await startDrains();
});
afterAll(() => house.stop());
beforeEach(async () => {
  pool = await makePool(house.kube);
});
afterEach(() => pool.remove());

/** A node with one pod, which its budget does not let go. */
async function blockedNode(): Promise<string> {
  const node = await pool.node();
  await pool.pod('held', node);
  await pool.budget('held', 'held', { minAvailable: 1 });
  await allReady(pool, 1);
  await pool.setBudget('held', { minAvailable: 1 }, 0);
  return node;
}

const within = ({ row, seconds }: Drained) => expect(seconds).toBeLessThanOrEqual(row.plan?.upper_bound_seconds ?? 0);

test('a pod that a finalizer holds fails it after its deadline, naming the finalizer', async () => {
  const node = await pool.node();
  await pool.pod('a', node, { finalizers: ['example.test/hold'] });
  await allReady(pool, 1);
  const drained = await house.drain(node, { isStuck: true });
  expect(drained.row).toMatchObject({
    status: 'failed',
    result: 'stuck_terminating',
    error: { code: 'stuck_terminating' },
    details: { pods: [{ status: 'failed', reason: 'waiting for its finalizers (example.test/hold)' }] },
  });
  expect(drained.row.error?.message).toMatch(new RegExp(`example\\.test/hold.*Node ${node} stays cordoned\\.$`));
  within(drained);
});

test('a pod whose kubelet is dead fails it after its deadline, naming the node', async () => {
  const node = await pool.node({ isKwok: false });
  await pool.pod('a', node);
  const drained = await house.drain(node, { isStuck: true });
  expect(drained.row).toMatchObject({ status: 'failed', result: 'stuck_terminating' });
  expect(drained.row.error?.message).toContain(`node ${node} is not ready`);
  within(drained);
});

test('pods that tolerate the cordon and come back are evicted three times, then named', async () => {
  const node = await pool.node();
  await pool.deployment('sticky', 1, { tolerations: [{ operator: 'Exists' }] });
  await allReady(pool, 1);
  const isBack = async () => {
    const there = (await pool.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(there.map(({ spec }) => spec.nodeName)).toEqual([node]);
  };
  const drained = await house.drain(node, { beforeList: () => eventually(isBack) });
  const [pod] = (await pool.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  expect(drained.row).toMatchObject({
    status: 'failed',
    result: 'pods_returned',
    details: { drain: { pass: 3, counts: { evicted: 3 } } },
  });
  expect(drained.row.error?.message).toContain(`${pool.namespace}/${pod?.metadata.name}`);
  expect(drained.row.plan?.warnings.map(({ code }) => code)).toContain('tolerates_cordon');
  within(drained);
});

test('a node that is deleted meanwhile is drained', async () => {
  const node = await blockedNode();
  const remove = async () => {
    const path = `/api/v1/nodes/${node}`;
    const { metadata } = await house.kube.client.get<{ metadata: { uid: string } }>(path);
    await house.kube.client.delete(path, { uid: metadata.uid });
  };
  const drained = await house.drain(node, { at: { 3: remove } });
  expect(drained.row).toMatchObject({ status: 'success', result: 'node_gone', error: null });
  within(drained);
});

test('a node that somebody uncordons stops it, and says that it is not cordoned', async () => {
  const node = await blockedNode();
  const drained = await house.drain(node, { at: { 3: () => house.kube.cordon(node, false) } });
  expect(drained.row).toMatchObject({
    status: 'failed',
    result: null,
    error: { code: 'uncordoned_by_another' },
    details: { drain: { node_cordoned: false }, pods: [{ pod: 'held', status: 'waiting' }] },
  });
  expect(drained.row.error?.message).toMatch(/is not cordoned\.$/);
  within(drained);
});

test.each([
  ['takes its pods along', [], { status: 'success', result: null }],
  ['holds one of its pods', ['example.test/hold'], { status: 'failed', result: 'stuck_terminating' }],
])('a namespace that is deleted meanwhile and %s', async (_, finalizers, end) => {
  const node = await pool.node();
  await pool.pod('a', node, { finalizers });
  await allReady(pool, 1);
  const path = `/api/v1/namespaces/${pool.namespace}`;
  const { metadata } = await house.kube.client.get<{ metadata: { uid: string } }>(path);
  // Between its list and its request, which the API server then forbids.
  const remove = () => house.kube.client.delete(path, { uid: metadata.uid });
  const isStuck = finalizers.length > 0;
  const drained = await house.drain(node, { beforeEviction: remove, isStuck, ...(!isStuck && { speed: 2 }) });
  expect(drained.row).toMatchObject(end);
  expect(drained.asked).toHaveLength(1);
  within(drained);
});

test.each([
  [60, { status: 'success', result: null, error: null }],
  [130, { status: 'failed', result: 'cluster_unreachable' }],
])('an API server that is away for %i s', async (seconds, end) => {
  const relay = await relayBefore(house.kube.access);
  const node = await blockedNode();
  const release = async () => {
    await pool.setBudget('held', { minAvailable: 0 }, 1);
    await relay.reopen();
  };
  const drained = await house.drain(node, {
    access: relay.access,
    at: { 2: () => relay.close(), [2 + seconds]: release },
  });
  expect(drained.row).toMatchObject(end);
  expect(drained.row.details.pods).toMatchObject([{ attempts: end.status === 'success' ? 2 : 1 }]);
  await relay.close();
});

const rights = [
  ...['list', 'get'].map((verb) => ({ group: '', resource: 'pods', verb })),
  ...['list', 'get', 'patch'].map((verb) => ({ group: '', resource: 'nodes', verb })),
  { group: 'apps', resource: 'deployments', verb: 'list' },
  { group: 'policy', resource: 'poddisruptionbudgets', verb: 'list' },
  { group: '', resource: 'pods/eviction', verb: 'create' },
];

test.each(['create pods/eviction', 'list pods'])('a right that is withdrawn is named: %s', async (lost) => {
  const node = await blockedNode();
  const { token, setRights } = await house.kube.serviceAccount(rights);
  const { clientCertificate: _, ...others } = house.kube.access;
  const access = { ...others, token };
  const client = openCluster(access, { userAgent: 'wheelhouse-test' });
  const [verb = '', resource = ''] = lost.split(' ');
  const [name = '', subresource] = resource.split('/');
  const right = { verb, resource: name, ...(subresource === undefined ? {} : { subresource }) };
  const holds = (isHeld: boolean) => eventually(async () => expect(await client.can([right])).toEqual([isHeld]));
  await holds(true);
  const withdraw = async () => {
    await setRights(rights.filter((one) => `${one.verb} ${one.resource}` !== lost));
    await holds(false);
  };
  const { row } = await house.drain(node, { access, at: { 2: withdraw } });
  expect(row).toMatchObject({
    status: 'failed',
    error: { code: 'right_missing' },
    details: { pods: [{ attempts: 1 }] },
  });
  expect(row.error?.message).toContain(lost);
  expect(row.error?.message).toMatch(new RegExp(`Node ${node} stays cordoned\\.$`));
  await client.close();
});

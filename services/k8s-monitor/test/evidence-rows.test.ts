import type { WorkloadChange } from '@wheelhouse/contracts';
import { makeIds } from '@wheelhouse/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { known } from '../src/evidence/known.ts';
import { freeOn } from '../src/nodes/room.ts';
import type { ClusterState } from '../src/state/cluster-state.ts';
import { keepNode, keepPod } from '../src/state/keep.ts';
import { insertWorkloadChanges } from '../src/watch/workload-change-store.ts';
import { judgingHouse, type JudgingHouse } from './judging.ts';
import { pod } from './rules-objects.ts';

/** What of evidence stands in rows, as rounds write them. */
let house: JudgingHouse;
beforeAll(async () => {
  house = await judgingHouse();
});
afterAll(() => house.stop());

const minute = 60_000;

function setNode(state: ClusterState, name: string, { ready = 'True', taints = [] as readonly object[] } = {}): void {
  const facts = keepNode({
    metadata: { name, uid: name, creationTimestamp: '2025-01-01T00:00:00Z' },
    spec: { taints: taints as [] },
    status: {
      conditions: [{ type: 'Ready', status: ready, lastTransitionTime: house.clock.now().toISOString() }],
      allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
    },
  });
  state.changed.node(name, facts, state.nodes.get(name));
}

const knownOf = (cluster: string, sought: Parameters<typeof known>[2]) =>
  house.database.tenant(house.tenantId, (db) => known(db, cluster, sought, undefined, house.clock.now()));
const node = { kind: 'Node', namespace: null, name: 'a' } as const;
const web = { kind: 'Deployment', namespace: 'shop', name: 'web' } as const;

test('what pods request is summed up by node, until they have ended, and written with it', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a');
  setNode(state, 'b', { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] });
  setNode(state, 'c', { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] });
  const requests = { cpu: '500m', memory: '1Gi' };
  const first = keepPod(pod('one', { node: 'a', requests }));
  state.changed.pod('shop/one', first, undefined);
  state.changed.pod('shop/two', keepPod(pod('two', { node: 'a', requests })), undefined);
  state.changed.pod('shop/three', keepPod(pod('three', { node: 'a', requests, phase: 'Succeeded' })), undefined);
  await judge.round([], house.clock.now().getTime());
  const gibibyte = 1024 ** 3;
  const { rooms } = await knownOf(cluster, node);
  expect(rooms.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toMatchObject([
    { name: 'a', pods: 2, cpu_requested: 1_000, memory_requested: 2 * gibibyte, tainted: false },
    { name: 'b', cpu_requested: 0, memory_requested: 0, tainted: true },
    { name: 'c', tainted: false },
  ]);
  expect(freeOn(rooms, 'c')).toEqual({ nodes: 1, cpu: 3_000, memory: 6 * gibibyte, pods: 108 });
  state.changed.pod('shop/one', undefined, first);
  await judge.round([], house.clock.now().getTime());
  expect((await knownOf(cluster, node)).rooms.find(({ name }) => name === 'a')).toMatchObject({
    pods: 1,
    cpu_requested: 500,
    memory_requested: gibibyte,
  });
});

test('rows from before this was kept are filled by the next round', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a');
  await judge.round([], house.clock.now().getTime());
  await house.database.tenant(house.tenantId, (db) =>
    db.query('UPDATE k8s_monitor.nodes SET cpu_requested = NULL, memory_requested = NULL WHERE cluster_id = $1', [
      cluster,
    ]),
  );
  expect(freeOn((await knownOf(cluster, node)).rooms, undefined)).toBeUndefined();
  await house.judgeOf(cluster, 2, state).judge.round([], house.clock.now().getTime());
  expect(freeOn((await knownOf(cluster, node)).rooms, undefined)).toMatchObject({ nodes: 1, cpu: 4_000 });
});

test('how often a node became not ready is counted of the last hour, whichever issue it was', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  const round = () => judge.round([], house.clock.now().getTime());
  const fallsFor = async (minutes: number, after: number) => {
    house.clock.advance(after * minute);
    setNode(state, 'a', { ready: 'False' });
    await round();
    house.clock.advance(minutes * minute);
    setNode(state, 'a');
    await round();
  };
  setNode(state, 'a');
  await round();
  expect(await knownOf(cluster, node)).toMatchObject({ notReadyInHour: 0 });
  // One issue, back within ten minutes, and another one later.
  await fallsFor(1, 0);
  await fallsFor(1, 5);
  await fallsFor(1, 30);
  expect(await knownOf(cluster, node)).toMatchObject({ notReadyInHour: 3 });
  expect(await knownOf(cluster, { ...node, name: 'b' })).toMatchObject({ notReadyInHour: 0 });
  house.clock.advance(40 * minute);
  expect(await knownOf(cluster, node)).toMatchObject({ notReadyInHour: 1 });
  house.clock.advance(90 * minute);
  expect(await knownOf(cluster, node)).toMatchObject({ notReadyInHour: 0 });
  // For two hours every six minutes: of the twenty about ten lie within the last one.
  for (let falls = 0; falls < 20; falls += 1) await fallsFor(1, 5);
  const { notReadyInHour } = await knownOf(cluster, node);
  expect(notReadyInHour).toBeGreaterThanOrEqual(8);
  expect(notReadyInHour).toBeLessThanOrEqual(11);
});

test('changes of the last hour are told, the newest first, twenty at most', async () => {
  const cluster = await house.watched();
  const now = house.clock.now().getTime();
  const change = (minutes: number, object: WorkloadChange['object'] = web): WorkloadChange => ({
    change: 'replicas',
    object,
    images: { before: ['web:1'], after: ['web:1'] },
    replicas: { before: minutes, after: minutes + 1 },
    manager: 'kubectl',
    at: new Date(now - minutes * minute).toISOString(),
  });
  const write = (changes: readonly WorkloadChange[]) =>
    house.database.tenant(house.tenantId, (db) => insertWorkloadChanges(db, cluster, changes, makeIds(house.clock)));
  await write([change(61), change(59), change(1, { ...web, name: 'other' }), change(30)]);
  const { changes } = await knownOf(cluster, web);
  expect(changes.map(({ replicas }) => replicas.before)).toEqual([30, 59]);
  expect(changes[0]).toEqual({
    change: 'replicas',
    images: { before: ['web:1'], after: ['web:1'] },
    replicas: { before: 30, after: 31 },
    manager: 'kubectl',
    at: new Date(now - 30 * minute).toISOString(),
  });
  await write(Array.from({ length: 30 }, (_, index) => change(index)));
  expect((await knownOf(cluster, web)).changes.map(({ replicas }) => replicas.before)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
});

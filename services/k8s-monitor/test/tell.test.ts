import { issuesChangedSchema, workloadChangedSchema } from '@wheelhouse/contracts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetCluster } from '../src/clusters/store.ts';
import type { ClusterState } from '../src/state/cluster-state.ts';
import { keepDeployment, keepNode, keepPod } from '../src/state/keep.ts';
import { TakenOver } from '../src/watch/store.ts';
import { judgingHouse, type JudgingHouse, type Watching } from './judging.ts';
import { containers, deployment, pod } from './rules-objects.ts';

/** What rounds tell other modules, and that it is told with what is written, once, or not at all. */
let house: JudgingHouse;

beforeAll(async () => {
  house = await judgingHouse();
});
afterAll(() => house.stop());

const issues = 'internal.issues_changed';
const workloads = 'internal.workload_changed';

function setNode(state: ClusterState, name: string, { cordoned = false, memory = '8Gi' } = {}): void {
  const facts = keepNode({
    metadata: { name, uid: name },
    spec: { unschedulable: cordoned },
    status: { conditions: [{ type: 'Ready', status: 'True' }], allocatable: { cpu: '4', memory, pods: '110' } },
  });
  state.changed.node(name, facts, state.nodes.get(name));
}

interface Web {
  readonly image?: string;
  readonly generation?: number;
  readonly name?: string;
  readonly created?: Date;
}

function setWeb(state: ClusterState, { image = 'web:1', generation = 1, name = 'web', created }: Web = {}): void {
  const raw = deployment(name, { generation });
  const template = { spec: { containers: [{ name: 'web', image }] } };
  const metadata = { ...raw.metadata, ...(created && { creationTimestamp: created.toISOString() }) };
  const facts = keepDeployment({ ...raw, metadata, spec: { ...raw.spec, template } });
  state.changed.workload('', facts, state.workloads.get(`Deployment/shop/${name}`));
}

async function round({ judge }: Watching): Promise<void> {
  house.clock.advance(1_000);
  await judge.round([], house.clock.now().getTime());
}

/** `opened a`, `template web`: what was told of a cluster since the last time somebody asked. */
async function toldOnce(cluster: string): Promise<readonly string[]> {
  const events = (await house.told(cluster)).slice(heard.get(cluster) ?? 0);
  heard.set(cluster, (heard.get(cluster) ?? 0) + events.length);
  for (const { type, data } of events)
    expect([...Value.Errors(type === issues ? issuesChangedSchema : workloadChangedSchema, data)]).toEqual([]);
  return events.flatMap(({ data }) =>
    data.changes.map(({ change, object }: { change: string; object: { name: string } }) => `${change} ${object.name}`),
  );
}
const heard = new Map<string, number>();

const historyOf = (cluster: string) =>
  house.database.tenant(house.tenantId, (db) =>
    db.query<{ change: string; images_before: string[]; images_after: string[] }>(
      `SELECT change, images_before, images_after FROM k8s_monitor.workload_changes
       WHERE tenant_id = kit.tenant() AND cluster_id = $1 ORDER BY id`,
      [cluster],
    ),
  );

test('one round is one event of each kind, with all that has changed, and what does not change is not told', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  for (const name of ['a', 'b', 'c']) setNode(watching.state, name, { cordoned: name !== 'c' });
  setWeb(watching.state);
  await round(watching);
  const [first, ...others] = await house.told(cluster);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    type: issues,
    data: { cluster_id: cluster, at: house.clock.now().toISOString(), changes: [{ nodes: ['a'] }, { nodes: ['b'] }] },
  });
  expect(await toldOnce(cluster)).toEqual(['opened a', 'opened b']);
  await round(watching);
  expect(await toldOnce(cluster)).toEqual([]);
  setNode(watching.state, 'a');
  setWeb(watching.state, { image: 'web:2', generation: 2 });
  await round(watching);
  expect((await toldOnce(cluster)).toSorted()).toEqual(['resolved a', 'template web']);
  expect(await historyOf(cluster)).toEqual([{ change: 'template', images_before: ['web:1'], images_after: ['web:2'] }]);
});

test('an issue is told with the nodes on which the pods in trouble stand', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  setNode(watching.state, 'node-1');
  for (const [name, node] of [
    ['web-a', 'node-1'],
    ['web-b', 'node-2'],
  ] as const) {
    const raw = pod(name, { owner: ['Deployment', 'web'], node, ready: false, container: containers.crashLooping });
    watching.state.changed.pod(`shop/${name}`, keepPod(raw), undefined);
  }
  await round(watching);
  expect((await house.told(cluster)).flatMap(({ data }) => data.changes)).toMatchObject([
    {
      change: 'opened',
      reason: 'crash_loop',
      object: { kind: 'Deployment', namespace: 'shop', name: 'web' },
      nodes: ['node-1', 'node-2'],
      all_on_nodes: true,
    },
  ]);
});

test('a successor tells nothing twice, misses nothing, and its predecessor tells nothing more', async () => {
  const cluster = await house.watched();
  const former = house.judgeOf(cluster, 1);
  setNode(former.state, 'a', { cordoned: true });
  setWeb(former.state);
  await round(former);
  expect(await toldOnce(cluster)).toEqual(['opened a']);

  const next = house.judgeOf(cluster, 2);
  setNode(next.state, 'a', { cordoned: true });
  setNode(next.state, 'b', { cordoned: true });
  // What was done while nobody looked.
  setWeb(next.state, { image: 'web:2', generation: 2 });
  setWeb(next.state, { name: 'new', created: house.clock.now() });
  setWeb(next.state, { name: 'old', created: new Date(house.clock.now().getTime() - 3_600_000) });
  await round(next);
  expect((await toldOnce(cluster)).toSorted()).toEqual(['created new', 'opened b', 'template web']);

  setNode(former.state, 'a', { cordoned: false });
  setWeb(former.state, { image: 'web:3', generation: 3 });
  await expect(round(former)).rejects.toThrow(TakenOver);
  expect(await toldOnce(cluster)).toEqual([]);
  expect((await historyOf(cluster)).map(({ change }) => change).toSorted()).toEqual(['created', 'template']);
});

test('what could not be written was not told, and is told when it is written', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  setNode(watching.state, 'a');
  setWeb(watching.state);
  await round(watching);
  setNode(watching.state, 'a', { cordoned: true, memory: '9999999999Ei' });
  setWeb(watching.state, { image: 'web:2', generation: 2 });
  await expect(round(watching)).rejects.toThrow(/out of range/);
  expect(await toldOnce(cluster)).toEqual([]);
  expect(await historyOf(cluster)).toEqual([]);
  setNode(watching.state, 'a', { cordoned: true });
  await round(watching);
  expect((await toldOnce(cluster)).toSorted()).toEqual(['opened a', 'template web']);
});

test('more than 200 changes of a round are told in several events, each of them once', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  const names = Array.from({ length: 401 }, (_, index) => `node-${index}`);
  for (const name of names) setNode(watching.state, name, { cordoned: true });
  await round(watching);
  const events = await house.told(cluster);
  const sizes = events.map(({ data }) => Number(data.changes.length));
  expect(sizes.toSorted((one, other) => one - other)).toEqual([1, 200, 200]);
  expect((await toldOnce(cluster)).toSorted()).toEqual(names.map((name) => `opened ${name}`).toSorted());
});

test('characters that no text of a database can hold are not told', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  setWeb(watching.state);
  await round(watching);
  setWeb(watching.state, { image: 'we\0b:\ud800', generation: 2 });
  await round(watching);
  const [event] = await house.told(cluster);
  expect(event?.type).toBe(workloads);
  expect(event?.data.changes[0].images.after).toEqual(['web:\ufffd']);
});

test('what was changed goes with its cluster', async () => {
  const cluster = await house.watched();
  const watching = house.judgeOf(cluster, 1);
  setWeb(watching.state);
  await round(watching);
  setWeb(watching.state, { image: 'web:2', generation: 2 });
  await round(watching);
  expect(await historyOf(cluster)).toHaveLength(1);
  await house.database.tenant(house.tenantId, (db) => forgetCluster(db, cluster));
  expect(await historyOf(cluster)).toEqual([]);
});

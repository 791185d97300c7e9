import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetCluster } from '../src/clusters/store.ts';
import type { ClusterState } from '../src/state/cluster-state.ts';
import { keepNode } from '../src/state/keep.ts';
import { TakenOver, writeSigns } from '../src/watch/store.ts';
import { judgingHouse, type JudgingHouse } from './judging.ts';

/** One round after another on a database, with a cluster that is told by hand. */
let house: JudgingHouse;

beforeAll(async () => {
  house = await judgingHouse();
});
afterAll(() => house.stop());

function setNode(state: ClusterState, name: string, { cordoned = false, uid = 'uid', memory = '8Gi' } = {}): void {
  const before = state.nodes.get(name);
  const facts = keepNode({
    metadata: { name, uid },
    spec: { unschedulable: cordoned },
    status: {
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      allocatable: { cpu: '4', memory, pods: '110' },
    },
  });
  state.changed.node(name, facts, before);
}

interface Row extends Record<string, unknown> {
  readonly score: number | null;
  readonly version: number;
  readonly token: number;
  readonly observed_at: Date | null;
}

const rowOf = (clusterId: string) =>
  house.database.tenant(house.tenantId, async (db) => {
    const [row] = await db.query<Row>(
      `SELECT h.score, w.version, w.token, w.observed_at FROM k8s_monitor.watches AS w
       LEFT JOIN k8s_monitor.health AS h ON h.cluster_id = w.cluster_id AND h.tenant_id = kit.tenant() WHERE w.cluster_id = $1`,
      [clusterId],
    );
    return row;
  });
const all = (table: string, clusterId: string) =>
  house.database.tenant(house.tenantId, (db) =>
    db.query<Record<string, unknown>>(
      `SELECT * FROM k8s_monitor.${table} WHERE tenant_id = kit.tenant() AND cluster_id = $1 ORDER BY id`,
      [clusterId],
    ),
  );

test('what changes is written, and what does not is not', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  for (const name of ['a', 'b']) setNode(state, name);
  await judge.round([], house.clock.now().getTime());
  expect(await rowOf(cluster)).toMatchObject({ score: 100, version: 1, token: 1, observed_at: house.clock.now() });
  expect(await all('nodes', cluster)).toMatchObject([
    { name: 'a', status: 'Ready', cpu_allocatable: 4_000, memory_allocatable: 8 * 1024 ** 3 },
    { name: 'b' },
  ]);
  house.clock.advance(1_000);
  await judge.round([], house.clock.now().getTime());
  expect((await rowOf(cluster))?.version).toBe(1);
  setNode(state, 'b', { cordoned: true });
  await judge.round([], house.clock.now().getTime());
  expect(await rowOf(cluster)).toMatchObject({ score: 99, version: 2 });
  expect(await all('issues', cluster)).toMatchObject([
    { reason: 'node_cordoned', name: 'b', status: 'open', count: 1 },
  ]);
  expect(await all('scores', cluster)).toMatchObject([{ score: 100 }, { score: 99 }]);
});

test('a point of the score every five minutes, also when nothing changes', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a');
  expect(await judge.round([], house.clock.now().getTime())).toBe(5 * 60_000);
  house.clock.advance(5 * 60_000);
  await judge.round([], house.clock.now().getTime());
  expect(await all('scores', cluster)).toHaveLength(2);
});

test('a successor goes on with the issues there are, and nothing its predecessor writes takes effect', async () => {
  const cluster = await house.watched();
  const former = house.judgeOf(cluster, 1);
  setNode(former.state, 'a', { cordoned: true });
  await former.judge.round([], house.clock.now().getTime());
  const [issue] = await all('issues', cluster);

  house.clock.advance(60_000);
  const next = house.judgeOf(cluster, 2);
  setNode(next.state, 'a', { cordoned: true });
  await next.judge.round([], house.clock.now().getTime());
  expect(await all('issues', cluster)).toEqual([issue]);
  const before = await rowOf(cluster);
  expect(before).toMatchObject({ score: 99, token: 2 });

  setNode(former.state, 'a', { cordoned: false });
  setNode(former.state, 'never seen');
  await expect(former.judge.round([], house.clock.now().getTime())).rejects.toThrow(TakenOver);
  await house.database.system((db) => writeSigns(db, [{ clusterId: cluster, token: 1, at: 0 }]));
  expect(await rowOf(cluster)).toEqual(before);
  expect(await all('nodes', cluster)).toHaveLength(1);
  await house.database.system((db) => writeSigns(db, [{ clusterId: cluster, token: 2, at: 1_000 }]));
  expect((await rowOf(cluster))?.observed_at).toEqual(new Date(1_000));
});

test('one that comes back within ten minutes is the same, and later another', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  const round = async (cordoned: boolean) => {
    setNode(state, 'a', { cordoned });
    await judge.round([], house.clock.now().getTime());
    return all('issues', cluster);
  };
  const [first] = await round(true);
  house.clock.advance(60_000);
  expect(await round(false)).toMatchObject([{ status: 'resolved', resolved_at: house.clock.now() }]);
  house.clock.advance(9 * 60_000);
  expect(await round(true)).toMatchObject([
    { id: first?.['id'], status: 'open', count: 2, resolved_at: null, first_seen: first?.['first_seen'] },
  ]);
  await round(false);
  house.clock.advance(11 * 60_000);
  expect(await round(true)).toMatchObject([
    { id: first?.['id'], status: 'resolved', count: 2 },
    { status: 'open', count: 1 },
  ]);
});

test('what was cordoned for a day counts for more, also when nobody has looked in between', async () => {
  const cluster = await house.watched();
  const former = house.judgeOf(cluster, 1);
  setNode(former.state, 'a', { cordoned: true });
  const waitMs = await former.judge.round([], house.clock.now().getTime());
  expect(waitMs).toBeLessThanOrEqual(5 * 60_000);
  house.clock.advance(25 * 60 * 60_000);
  const next = house.judgeOf(cluster, 2);
  setNode(next.state, 'a', { cordoned: true });
  await next.judge.round([], house.clock.now().getTime());
  expect(await all('issues', cluster)).toMatchObject([{ severity: 'warning', score_impact: 3, count: 1 }]);
});

test('a node that is made anew under its name is another row', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a', { uid: 'old' });
  await judge.round([], house.clock.now().getTime());
  const [old] = await all('nodes', cluster);
  setNode(state, 'a', { uid: 'new' });
  await judge.round([], house.clock.now().getTime());
  const rows = await all('nodes', cluster);
  expect(rows).toMatchObject([{ name: 'a', uid: 'new' }]);
  expect(rows[0]?.['id']).not.toBe(old?.['id']);
});

test('after a write of which nobody knows how it ended, the tables are read anew', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a', { cordoned: true });
  await judge.round([], house.clock.now().getTime());
  // Written by nobody this judge knows of.
  await house.database.tenant(house.tenantId, (db) =>
    db.query('DELETE FROM k8s_monitor.nodes WHERE tenant_id = kit.tenant() AND cluster_id = $1', [cluster]),
  );
  setNode(state, 'a', { memory: '9999999999Ei' });
  await expect(judge.round([], house.clock.now().getTime())).rejects.toThrow(/out of range/);
  setNode(state, 'a', { cordoned: false });
  await judge.round([], house.clock.now().getTime());
  expect(await all('nodes', cluster)).toMatchObject([{ name: 'a', cordoned: false }]);
  expect(await all('issues', cluster)).toMatchObject([{ status: 'resolved' }]);
});

test('characters that no text of the database can hold are left out', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a', { uid: 'u\0i\ud800d' });
  await judge.round([], house.clock.now().getTime());
  expect(await all('nodes', cluster)).toMatchObject([{ uid: 'ui\ufffdd' }]);
});

test('nothing is written of a cluster that was removed', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a');
  await judge.round([], house.clock.now().getTime());
  await house.database.tenant(house.tenantId, (db) => forgetCluster(db, cluster));
  setNode(state, 'b');
  await expect(judge.round([], house.clock.now().getTime())).rejects.toThrow(TakenOver);
  for (const table of ['nodes', 'scores', 'issues']) expect(await all(table, cluster)).toEqual([]);
});

test('usage is written when its percentage is another', async () => {
  const cluster = await house.watched();
  const { state, judge } = house.judgeOf(cluster, 1);
  setNode(state, 'a');
  const use = async (cpuMillis: number) => {
    state.setUsage({ nodes: new Map([['a', { cpuMillis, memoryKiB: 1 }]]), pods: new Map() });
    await judge.round([], house.clock.now().getTime());
    return (await all('nodes', cluster))[0]?.['cpu_usage'];
  };
  expect(await use(1_000)).toBe(1_000);
  expect(await use(1_010)).toBe(1_000);
  expect(await use(1_100)).toBe(1_100);
});

import { randomUUID } from 'node:crypto';
import type { ActionStarted } from '@wheelhouse/contracts';
import { type Database, makeIds, makeLog, openDatabase, outbox, readSettings } from '@wheelhouse/kit';
import { asOwner, moduleDatabase, type MovableClock, movableClock, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionConsumers, type ActionOver } from '../src/actions/consumers.ts';
import { RunningActions } from '../src/actions/running-actions.ts';
import { pruneHistory } from '../src/clusters/prune.ts';
import { forgetCluster, insertWatch } from '../src/clusters/store.ts';
import { monitorSettings } from '../src/config.ts';
import { k8sMonitorModule } from '../src/module.ts';
import { ClusterState } from '../src/state/cluster-state.ts';
import { keepNode } from '../src/state/keep.ts';
import { Judge } from '../src/watch/round.ts';
import { cordonOf, startOf } from './actions.ts';

/** Events of actions, one after another on a database, and what is judged between them. */
let clone: TestDatabase;
let database: Database;
let clock: MovableClock;
const log = makeLog({ level: 'fatal' });
const tenantId = randomUUID();
const minute = 60_000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  clone = await moduleDatabase([k8sMonitorModule]);
  database = openDatabase({ url: clone.url, connections: 4, applicationName: 'test', log });
  clock = movableClock(new Date());
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

const later = (ms: number) => new Date(clock.now().getTime() + ms);

async function hear(type: string, data: object, whose = tenantId): Promise<void> {
  const [consumer] = actionConsumers({ peers: ['action-agent'], clock });
  await database.tenant(whose, async (db) =>
    consumer?.handle(db, {
      id: randomUUID(),
      type: `internal.action_${type}`,
      occurred_at: clock.now().toISOString(),
      tenant_id: whose,
      data: { ...data },
      body: '',
    }),
  );
}

/** As an older agent tells it. */
const endOf = ({ action_id, cluster_id }: ActionStarted): ActionOver => ({ action_id, cluster_id });

const rows = () =>
  asOwner(clone.ownerUrl, async (client) => {
    const { rows: found } = await client.query<{ cluster_id: string; action_id: string; until: Date }>(
      'SELECT * FROM k8s_monitor.running_actions',
    );
    return found;
  });
const rowsOf = async (clusterId: string) => (await rows()).filter(({ cluster_id }) => cluster_id === clusterId);

/** A watched cluster with cordoned nodes, and a round of whoever watches it. */
async function cluster({ nodes = ['a'] } = {}) {
  const id = randomUUID();
  await database.tenant(tenantId, (db) => insertWatch(db, id));
  const state = new ClusterState();
  for (const name of nodes) {
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
    const node = { metadata: { name, uid: name }, spec: { unschedulable: true }, status: { conditions } };
    state.changed.node(name, keepNode(node), undefined);
  }
  const running = new RunningActions(database, tenantId, id);
  const makeId = makeIds(clock);
  const context = {
    call: () => Promise.reject(new Error('nobody is called')),
    clock,
    database,
    emit: outbox('k8s_monitor', makeId, clock),
    log,
    makeId,
    settings: readSettings(monitorSettings, {}),
  };
  const judge = new Judge(context, tenantId, { clusterId: id, token: 1 }, { state, running });
  const round = async () => {
    const [row] = await database.look<{ actions: number }>(
      'SELECT actions FROM k8s_monitor.watches WHERE cluster_id = $1',
      [id],
    );
    running.hear(row?.actions ?? 0);
    const waitMs = await judge.round([], clock.now().getTime());
    return { waitMs, ...(await told(id)) };
  };
  return { id, round };
}

async function told(id: string) {
  return database.tenant(tenantId, async (db) => {
    const [health] = await db.query<{ score: number; issues: string; version: number }>(
      `SELECT h.score, h.issues, w.version FROM k8s_monitor.health AS h JOIN k8s_monitor.watches AS w USING (tenant_id, cluster_id)
       WHERE h.tenant_id = kit.tenant() AND cluster_id = $1`,
      [id],
    );
    const issues = await db.query<{ name: string; action_id: string | null; expected: boolean; score_impact: number }>(
      `SELECT name, action_id, expected, score_impact FROM k8s_monitor.issues
       WHERE tenant_id = kit.tenant() AND cluster_id = $1 ORDER BY name`,
      [id],
    );
    return { score: health?.score, version: health?.version, shown: JSON.parse(health?.issues ?? '[]'), issues };
  });
}

const inFull = { action_id: null, expected: false, score_impact: 1 };

test('what a running action is meant to cause is marked with it and costs nothing; once it has ended it costs in full', async () => {
  const { id, round } = await cluster({ nodes: ['a', 'b'] });
  const before = await round();
  expect(before).toMatchObject({ score: 98, issues: [inFull, inFull] });
  const action = startOf(id, [cordonOf('a'), cordonOf('never-cordoned')], later(minute));
  await hear('started', action);
  const during = await round();
  const meant = { action_id: action.action_id, expected: true, score_impact: 0 };
  expect(during).toMatchObject({
    score: 99,
    issues: [
      { name: 'a', ...meant },
      { name: 'b', ...inFull },
    ],
  });
  expect(during.shown).toMatchObject([
    { object: { name: 'b' }, ...inFull },
    { object: { name: 'a' }, ...meant, capped: false },
  ]);
  expect(during.version).toBe((before.version ?? 0) + 1);
  expect((await round()).version).toBe(during.version);
  await hear('ended', endOf(action));
  expect(await round()).toMatchObject({ score: 98, issues: [inFull, inFull], version: (during.version ?? 0) + 1 });
  expect(await rowsOf(id)).toEqual([]);
});

test('one that is not heard to end counts as ended when its time is over, and the watcher wakes for it', async () => {
  const { id, round } = await cluster();
  await hear('started', startOf(id, [cordonOf('a')], later(minute)));
  const during = await round();
  expect(during.score).toBe(100);
  expect(during.waitMs).toBeLessThanOrEqual(minute);
  clock.advance(minute - 1);
  expect((await round()).score).toBe(100);
  clock.advance(1);
  expect(await round()).toMatchObject({ score: 99, issues: [inFull] });
  await pruneHistory(
    database,
    { resolved: later(-day), scores: later(-day), actions: clock.now() },
    new AbortController().signal,
  );
  expect(await rowsOf(id)).toEqual([]);
});

test('none counts as running for more than a day, whatever it says', async () => {
  const { id, round } = await cluster();
  await hear('started', startOf(id, [cordonOf('a')], new Date('9999-01-01T00:00:00Z')));
  expect(await rowsOf(id)).toMatchObject([{ until: later(day) }]);
  clock.advance(day);
  expect((await round()).score).toBeLessThan(100);
});

test('that one ended may be heard before that it began: nothing is expected, and nothing is left', async () => {
  const { id, round } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(minute));
  await hear('ended', endOf(action));
  expect((await round()).score).toBe(99);
  await hear('started', action);
  expect(await round()).toMatchObject({ score: 99, issues: [inFull] });
  expect(await rowsOf(id)).toEqual([]);
});

test('that one ended is kept for a day where it was never heard to begin, longer than the other could count', async () => {
  const { id } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(day * 2));
  await hear('ended', endOf(action));
  const prune = () =>
    pruneHistory(
      database,
      { resolved: later(-day), scores: later(-day), actions: clock.now() },
      new AbortController().signal,
    );
  clock.advance(day - 1);
  await prune();
  expect(await rowsOf(id)).toHaveLength(1);
  clock.advance(1);
  await prune();
  expect(await rowsOf(id)).toEqual([]);
});

test('the end of one that never began says nothing, and one that says when it began ends like any other', async () => {
  const { id, round } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(minute));
  await hear('ended', { ...endOf(action), started_at: null, status: 'rejected' });
  expect(await rowsOf(id)).toEqual([]);
  await hear('started', action);
  expect((await round()).score).toBe(100);
  await hear('ended', { ...endOf(action), started_at: clock.now().toISOString(), status: 'success' });
  expect((await round()).score).toBe(99);
  expect(await rowsOf(id)).toEqual([]);
});

test('one that is heard of when its time is over is not kept', async () => {
  const { id } = await cluster();
  await hear('started', startOf(id, [cordonOf('a')], clock.now()));
  expect(await rowsOf(id)).toEqual([]);
});

test('told again, an action may take longer', async () => {
  const { id, round } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(minute));
  await hear('started', action);
  await hear('started', { ...action, until: later(3 * minute).toISOString() });
  clock.advance(2 * minute);
  expect((await round()).score).toBe(100);
  await hear('ended', endOf(action));
});

test('of two actions that are meant to cause it the older one is told, and the other when that has ended', async () => {
  const { id, round } = await cluster();
  const [older, newer] = [makeIds(clock)(), makeIds(movableClock(later(minute)))()];
  for (const action_id of [newer, older])
    await hear('started', startOf(id, [cordonOf('a')], later(5 * minute), { action_id }));
  expect((await round()).issues).toMatchObject([{ action_id: older }]);
  await hear('ended', { action_id: older, cluster_id: id });
  expect(await round()).toMatchObject({ score: 100, issues: [{ action_id: newer }] });
  await hear('ended', { action_id: newer, cluster_id: id });
  expect((await round()).score).toBe(99);
});

test('a scaling never makes an issue expected', async () => {
  const { id, round } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(minute), { action: 'scale_deployment' });
  await hear('started', action);
  expect(await round()).toMatchObject({ score: 99, issues: [inFull] });
  await hear('ended', endOf(action));
  expect(await rowsOf(id)).toEqual([]);
});

test("another tenant's action for my cluster changes nothing, and ends nothing of mine", async () => {
  const { id, round } = await cluster();
  const stranger = randomUUID();
  const foreign = startOf(id, [cordonOf('a')], later(minute));
  await hear('started', foreign, stranger);
  expect(await round()).toMatchObject({ score: 99, issues: [inFull] });
  expect(await rowsOf(id)).toEqual([]);
  const mine = startOf(id, [cordonOf('a')], later(minute));
  await hear('started', mine);
  await hear('ended', endOf(mine), stranger);
  expect(await round()).toMatchObject({ score: 100, issues: [{ action_id: mine.action_id }] });
  await hear('ended', endOf(mine));
});

test('an action counts for its own cluster, also where another has a node of that name', async () => {
  const [one, other] = [await cluster(), await cluster()];
  const action = startOf(one.id, [cordonOf('a')], later(minute));
  await hear('started', action);
  expect((await one.round()).score).toBe(100);
  expect((await other.round()).score).toBe(99);
  // Nor does its end for another cluster end it here.
  await hear('ended', { ...endOf(action), cluster_id: other.id });
  expect((await one.round()).score).toBe(100);
  await hear('ended', endOf(action));
});

test('a cluster that is removed takes its actions along, and one that is not watched has none', async () => {
  const { id } = await cluster();
  await hear('started', startOf(id, [cordonOf('a')], later(minute)));
  expect(await rowsOf(id)).toHaveLength(1);
  await database.tenant(tenantId, (db) => forgetCluster(db, id));
  expect(await rowsOf(id)).toEqual([]);
  const late = startOf(id, [cordonOf('a')], later(minute));
  await hear('started', late);
  await hear('ended', { ...endOf(late), action_id: randomUUID() });
  expect(await rowsOf(id)).toEqual([]);
});

test('what an agent would not write is refused, and a new field is not', async () => {
  const { id } = await cluster();
  const action = startOf(id, [cordonOf('a')], later(minute));
  for (const wrong of [
    { ...action, expects: [{ ...cordonOf('a'), reason: 'node_not_ready' }] },
    { ...action, expects: [{ ...cordonOf('a'), namespace: 'shop' }] },
    { ...action, until: 'tomorrow' },
    { ...action, cluster_id: 'first' },
  ])
    await expect(hear('started', wrong)).rejects.toThrow('internal.action_started');
  await expect(hear('ended', { cluster_id: id })).rejects.toThrow('internal.action_ended');
  expect(await rowsOf(id)).toEqual([]);
  await hear('started', { ...action, step: 'applying' });
  expect(await rowsOf(id)).toHaveLength(1);
});

test('without an agent in the installation nobody is listened to', () => {
  expect(actionConsumers({ peers: ['platform', 'auth'], clock })).toEqual([]);
});

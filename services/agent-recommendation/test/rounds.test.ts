import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours, type House, minutes, type Place, recommendations, startHouse } from './house.ts';
import { incident, issue, object, record } from './neighbours.ts';

/** What is found each hour, and what becomes of it. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const now = () => house.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);
const only = async ({ who }: Place, query = '') => {
  const all = await house.all(who, query);
  expect(all).toHaveLength(1);
  return all[0];
};
const checkout = object('Deployment', 'checkout');
const workload = (desired: number, name = 'checkout') => ({ ...object('Deployment', name), desired });
const kindsOf = async ({ who }: Place, query = '') =>
  (await house.all(who, query)).map(({ kind, object: about }) => `${kind} ${about?.name}`).toSorted();

describe('an issue of the monitor', () => {
  test('of memory asks for a higher limit, with what was seen', async () => {
    const place = house.place();
    place.cluster.issues = [
      issue('usage_near_limit', checkout),
      issue('oom_killed', checkout, { message: '2 pods were OOM-killed: checkout-1, checkout-2. Containers: app.' }),
      issue('usage_near_limit', object('Node', 'a', null)),
      issue('oom_killed', object('Deployment', 'cart'), { expected: true }),
      issue('crash_loop', object('Deployment', 'search')),
    ];
    await house.round();
    expect(await only(place)).toMatchObject({
      cluster_id: place.cluster.id,
      kind: 'memory_limit',
      object: checkout,
      rule: null,
      severity: 'high',
      why: '2 pods were OOM-killed: checkout-1, checkout-2. Containers: app. Seen 4 times since 2026-03-08.',
      how: 'Do something about oom_killed.',
      status: 'open',
      accepted_by: null,
      dismissed: null,
      created_at: now().toISOString(),
      seen_at: now().toISOString(),
      done_at: null,
    });
  });

  test('of autoscalers, budgets and what cannot be seen asks for something each', async () => {
    const place = house.place();
    place.cluster.issues = [
      issue('autoscaler_at_maximum', object('HorizontalPodAutoscaler', 'web')),
      issue('budget_without_headroom', object('PodDisruptionBudget', 'db')),
      issue('not_visible', object('Cluster', 'jobs', null)),
    ];
    await house.round();
    expect(await kindsOf(place)).toEqual(['autoscaler_maximum web', 'budget_blocks_drains db', 'missing_right jobs']);
    place.cluster.issues = [];
    await house.pass(hours);
    // What comes and goes has to be away for a while.
    expect(await kindsOf(place, '?status=done')).toEqual(['missing_right jobs']);
    await house.pass(hours);
    expect(await kindsOf(place, '?status=done')).toEqual(['budget_blocks_drains db', 'missing_right jobs']);
    await house.pass(22 * hours);
    expect(await kindsOf(place, '?status=open')).toEqual([]);
  });

  test('that comes and goes is one recommendation', async () => {
    const place = house.place();
    const issues = [issue('oom_killed', checkout)];
    for (let round = 0; round < 4; round += 1) {
      place.cluster.issues = round % 2 === 0 ? issues : [];
      await house.pass(5 * hours);
    }
    expect(await only(place)).toMatchObject({ status: 'open', seen_at: ago(5 * hours).toISOString() });
    await house.pass(19 * hours);
    expect(await only(place)).toMatchObject({ status: 'done', done_at: now().toISOString() });
    place.cluster.issues = issues;
    await house.pass(hours);
    expect((await house.all(place.who)).map(({ status }) => status)).toEqual(['open', 'done']);
  });
});

describe('incidents', () => {
  test('three of the same object within a week ask for its cause', async () => {
    const place = house.place();
    place.cluster.incidents = [
      incident(checkout, ago(days), { number: 903 }),
      incident(checkout, ago(2 * days), { number: 902 }),
      incident(checkout, ago(6 * days), { number: 901, title: 'Deployment shop/checkout runs out of memory' }),
      incident(checkout, ago(8 * days)),
      ...[{ merged_into: '019cad8f-0000-7000-8000-000000000000' }, { resolution: 'not_an_incident' }, {}].map((more) =>
        incident(object('Deployment', 'cart'), ago(days), more),
      ),
      ...[1, 2, 3].map(() => incident(null, ago(days))),
    ];
    await house.round();
    expect(await only(place)).toMatchObject({
      kind: 'recurring_cause',
      severity: 'medium',
      object: checkout,
      why: `Deployment shop/checkout had 3 incidents within 7 days, the last on ${ago(days).toISOString().slice(0, 10)}: “Deployment shop/checkout is in a crash loop” and 1 other title.`,
    });
    expect((await only(place)).how).toContain('#903, #902, #901');
    await house.pass(2 * days);
    expect(await only(place)).toMatchObject({ status: 'done' });
  });

  test('of what runs a single replica ask for a second, until it has one', async () => {
    const place = house.place();
    place.cluster.incidents = [incident(checkout, ago(20 * days)), incident(object('Deployment', 'cart'), ago(days))];
    place.cluster.workloads = [workload(3, 'cart'), workload(1, 'quiet'), workload(1)];
    await house.round();
    expect(await only(place)).toMatchObject({
      kind: 'single_replica',
      severity: 'medium',
      object: checkout,
      why: `Deployment shop/checkout runs a single replica and had 1 incident within 30 days, the last on ${ago(
        20 * days,
      )
        .toISOString()
        .slice(0, 10)}.`,
    });
    expect((await only(place)).how).toContain('kubectl -n shop scale deployment/checkout --replicas=2');
    place.cluster.workloads = [workload(2)];
    await house.pass(hours);
    expect(await only(place)).toMatchObject({ status: 'done' });
  });
});

describe('rules', () => {
  test('that help may act alone, where an admin has not decided about it', async () => {
    const place = house.place();
    house.neighbours.records.set(place.tenantId, [
      record(),
      record({ rule: 'dead_node', action: 'cordon_node', confidence: 0.79 }),
      record({ rule: 'wedged_pod', action: 'restart_pod', judged: 4, confidence: 0.9, measured: false }),
      record({ rule: 'failing_node', action: 'drain_node', enabled: false }),
    ]);
    await house.round();
    expect(await only(place)).toMatchObject({
      kind: 'autonomy_up',
      severity: 'low',
      object: null,
      rule: { name: 'forgotten_cordon', action: 'uncordon_node' },
      why: 'Uncordon Node, as the rule forgotten_cordon proposes it, helped 7 of 7 times: a confidence of 0.81, and 0.8 is enough.',
    });
    for (const [level, status] of [
      ['ask', 'open'],
      ['auto', 'done'],
    ] as const) {
      place.cluster.autonomy = { uncordon_node: level };
      await house.pass(hours);
      expect(await only(place)).toMatchObject({ status });
    }
    const never = house.place();
    house.neighbours.records.set(never.tenantId, [record()]);
    never.cluster.autonomy = { uncordon_node: 'never' };
    await house.round();
    expect(await house.all(never.who)).toEqual([]);
  });

  test('that were paused should ask again, where they may still act alone', async () => {
    const place = house.place();
    const why = '2 of its last 6 automatic actions did not help: the trouble did not end.';
    const paused = { paused_since: '2026-03-09T08:00:00.000Z', paused_because: why };
    house.neighbours.records.set(place.tenantId, [record({ ...paused, judged: 9, cured: 6, confidence: 0.5 })]);
    place.cluster.autonomy = { uncordon_node: 'auto' };
    await house.round();
    expect(await only(place)).toMatchObject({
      kind: 'autonomy_down',
      severity: 'medium',
      why: `The rule forgotten_cordon has been paused since 2026-03-09. ${why} Of its last 9 judged actions 6 helped.`,
    });
    place.cluster.autonomy = { uncordon_node: 'ask' };
    await house.pass(hours);
    expect(await only(place)).toMatchObject({ status: 'done' });
  });
});

describe('a neighbour that does not answer', () => {
  test.each(['k8s-monitor', 'incidents', 'agent-analysis', 'action-agent'])(
    '%s leaves its recommendations as they were',
    async (module) => {
      const place = house.place();
      const { cluster } = place;
      cluster.issues = [issue('not_visible', object('Cluster', 'jobs', null))];
      cluster.incidents = [1, 2, 3].map((day) => incident(checkout, ago(day * hours)));
      cluster.workloads = [workload(1)];
      house.neighbours.records.set(place.tenantId, [record()]);
      await house.round();
      const before = (await kindsOf(place)).map((one) => one.split(' ')[0]);
      expect(before).toEqual(['autonomy_up', 'missing_right', 'recurring_cause', 'single_replica']);
      house.neighbours.silent.add(module);
      Object.assign(cluster, { issues: [], incidents: [], workloads: [], autonomy: { uncordon_node: 'auto' } });
      house.neighbours.records.set(place.tenantId, module === 'action-agent' ? [record()] : []);
      await house.pass(hours);
      const kept = (await kindsOf(place, '?status=open')).map((one) => one.split(' ')[0]);
      const its = {
        'k8s-monitor': ['missing_right'],
        incidents: ['recurring_cause', 'single_replica'],
        'agent-analysis': ['autonomy_up'],
        'action-agent': ['autonomy_up'],
      }[module];
      expect(kept).toEqual(its);
      house.neighbours.silent.delete(module);
      // Not an hour later, but soon.
      await house.pass(10 * minutes);
      const left = await kindsOf(place, '?status=open');
      expect(left).toEqual([]);
    },
  );

  test('and a cluster that is cut off have nothing done because of it', async () => {
    const place = house.place();
    place.cluster.issues = [issue('not_visible', object('Cluster', 'jobs', null))];
    await house.round();
    Object.assign(place.cluster, { stale: true, issues: [] });
    await house.pass(hours);
    expect(await only(place)).toMatchObject({ status: 'open' });
    place.cluster.stale = false;
    await house.pass(10 * minutes);
    expect(await only(place)).toMatchObject({ status: 'done' });
  });

  test('platform keeps no cluster from being looked at', async () => {
    const place = house.place();
    await house.round();
    house.neighbours.silent.add('platform');
    place.cluster.issues = [issue('not_visible', object('Cluster', 'jobs', null))];
    house.clock.advance(hours);
    await expect(house.step()).rejects.toThrow('platform returned 503');
    house.neighbours.silent.delete('platform');
    await house.round();
    expect(await only(place)).toMatchObject({ status: 'open' });
  });
});

describe('work', () => {
  test('is done once an hour for each cluster, some clusters at a time, and goes on where it was', async () => {
    const places = Array.from({ length: 25 }, () => house.place());
    for (const { cluster } of places) cluster.issues = [issue('not_visible', object('Cluster', 'jobs', null))];
    const looked = async () => {
      const counts = await Promise.all(places.map(async ({ who }) => (await house.all(who)).length));
      return counts.filter((count) => count > 0).length;
    };
    house.clock.advance(hours);
    // Stopped before it began, it has lost nothing.
    await house.step(AbortSignal.abort());
    expect(await looked()).toBe(0);
    await house.step();
    const first = await looked();
    expect([first > 0, first < places.length]).toEqual([true, true]);
    await house.round();
    expect(await looked()).toBe(places.length);
    const before = house.neighbours.asked.length;
    await house.round();
    await house.pass(5 * minutes);
    expect(house.neighbours.asked.slice(before).filter((one) => !one.startsWith('platform'))).toEqual([]);
  });

  test('done twice at once makes one recommendation', async () => {
    const place = house.place();
    place.cluster.issues = [issue('oom_killed', checkout)];
    await Promise.all([house.round(), house.round(), house.round()]);
    expect(await only(place)).toMatchObject({ status: 'open' });
  });

  test('reads a list page by page', async () => {
    const place = house.place();
    const names = Array.from({ length: 7 }, (_, index) => `name-${index}`);
    place.cluster.issues = names.map((name) => issue('oom_killed', object('Deployment', name)));
    await house.round();
    expect(await kindsOf(place)).toEqual(names.map((name) => `memory_limit ${name}`));
  });

  test('that does not see the end of a list has nothing done because of it', async () => {
    const place = house.place();
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => issue('not_visible', object('Cluster', `name-${index}`, null)));
    place.cluster.issues = many(3);
    await house.round();
    // The neighbour shows two to a page, of which five are read.
    place.cluster.issues = many(14).slice(3);
    await house.pass(hours);
    expect(await house.get(place.who, `${recommendations}?status=open`)).toMatchObject({ total: 13 });
    expect(await house.all(place.who, '?status=done')).toEqual([]);
  });
});

describe('a cluster that is removed', () => {
  test('leaves nothing to do, and is asked about no more', async () => {
    const place = house.place();
    place.cluster.issues = [issue('oom_killed', checkout)];
    await house.round();
    house.neighbours.remove(place.cluster.id);
    await house.round();
    expect(await only(place)).toMatchObject({ status: 'done', done_at: now().toISOString() });
    expect(
      await house.db.look('SELECT 1 FROM agent_recommendation.cluster_rounds WHERE cluster_id = $1', [
        place.cluster.id,
      ]),
    ).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment, issue, nodeObject, resolved, returned, round } from './said.ts';

/** What is one incident, of all that is in trouble. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const all = async ({ who }: Place) => (await house.get(who, incidents)).data;
const only = async (place: Place) => {
  const found = await all(place);
  expect(found).toHaveLength(1);
  return found[0];
};
const timeline = async ({ who }: Place, id: string, kind = 'signal') =>
  (await house.get(who, `${incidents}/${id}/timeline?kind=${kind}`)).data;
const sees = (place: Place, ...changes: Parameters<typeof round>[2][]) =>
  house.say(place.tenantId, round(place.clusterId, house.clock.now(), ...changes));

describe('one Deployment', () => {
  test('in a crash loop, short of replicas and out of memory is one incident with three rules', async () => {
    const place = await house.place();
    const now = house.clock.now();
    await sees(place, issue(now, { severity: 'warning' }));
    house.clock.advance(10 * seconds);
    await sees(
      place,
      issue(now, { reason: 'replica_shortfall', message: '1 of 3 replicas are ready.' }),
      issue(now, { reason: 'oom_killed', severity: 'warning', message: 'Killed at 512Mi.' }),
    );
    const found = await only(place);
    expect(found).toMatchObject({
      number: 1,
      cluster_id: place.clusterId,
      source: 'k8s-monitor',
      status: 'open',
      severity: 'critical',
      title: 'Deployment shop/checkout has too few replicas',
      namespace: 'shop',
      affected_service: 'checkout',
      category: 'availability',
      object: deployment('checkout'),
      affected: [],
      signal_count: 3,
      firing: 3,
      recurrence: 0,
      started_at: now.toISOString(),
    });
    const entries = await timeline(place, found.id);
    expect(entries.map(({ data }: { data: { rule: string } }) => data.rule).toSorted()).toEqual([
      'crash_loop',
      'oom_killed',
      'replica_shortfall',
    ]);
    expect(entries.at(-1)).toMatchObject({
      summary: 'Deployment shop/checkout is in a crash loop: One pod is in a crash loop.',
      object: deployment('checkout'),
      count: 1,
    });
    expect(await timeline(place, found.id, 'severity')).toMatchObject([{ data: { from: 'medium', to: 'critical' } }]);
    expect(
      (await house.told(place.tenantId, 'internal.incident_changed')).map(({ data }) => [data.change, data.rules]),
    ).toEqual([
      ['opened', ['crash_loop']],
      ['rule_added', ['crash_loop', 'replica_shortfall', 'oom_killed']],
    ]);
  });

  test('that gets worse is an incident that does; one that gets better is not', async () => {
    const place = await house.place();
    const one = issue(house.clock.now(), { severity: 'warning' });
    await sees(place, one);
    for (const severity of ['critical', 'warning'] as const) {
      house.clock.advance(30 * seconds);
      await sees(place, { ...one, change: 'severity', severity });
      expect(await only(place)).toMatchObject({ severity: 'critical', signal_count: 1, firing: 1 });
    }
  });

  test('whose probe flaps twenty times in ten minutes is one incident, and one line of its timeline', async () => {
    const place = await house.place();
    let one = issue(house.clock.now(), { reason: 'replica_shortfall' });
    for (let time = 0; time < 10; time += 1) {
      await sees(place, one);
      await house.pass(30 * seconds);
      await sees(place, resolved(one));
      await house.pass(30 * seconds);
      one = returned(one);
    }
    const found = await only(place);
    expect(found).toMatchObject({ status: 'open', signal_count: 10, firing: 0, recurrence: 0 });
    const entries = await timeline(place, found.id);
    expect(entries.map(({ count, data }: { count: number; data: { rule?: string } }) => [data.rule, count])).toEqual([
      [undefined, 10],
      ['replica_shortfall', 10],
    ]);
    expect(await house.told(place.tenantId, 'incident.')).toMatchObject([{ type: 'incident.created' }]);
    await house.pass(5 * minutes);
    expect(await only(place)).toMatchObject({ status: 'resolved', resolution: 'self_healed' });
  });

  test('that is told of late, and its end before its beginning, is counted once and is over', async () => {
    const place = await house.place();
    const at = (ms: number) => new Date(house.clock.now().getTime() + ms);
    const one = issue(at(-minutes));
    await house.say(place.tenantId, round(place.clusterId, at(-10 * seconds), resolved(one)));
    expect(await all(place)).toEqual([]);
    await house.say(place.tenantId, round(place.clusterId, at(-minutes), one));
    expect(await only(place)).toMatchObject({ signal_count: 1, firing: 0, started_at: at(-minutes).toISOString() });
  });
});

describe('what opens nothing', () => {
  test('is expected, or for information, until it is so no more', async () => {
    const place = await house.place();
    const one = issue(house.clock.now(), { expected: true });
    const other = issue(house.clock.now(), { severity: 'info', object: nodeObject('a'), reason: 'node_cordoned' });
    await sees(place, one, other);
    expect(await all(place)).toEqual([]);
    house.clock.advance(seconds);
    await sees(
      place,
      { ...one, change: 'expected', expected: false },
      { ...other, change: 'severity', severity: 'warning' },
    );
    expect((await all(place)).map(({ signal_count }: { signal_count: number }) => signal_count)).toEqual([1, 1]);
    house.clock.advance(seconds);
    await sees(place, { ...one, change: 'expected', expected: true });
    expect((await all(place)).map(({ firing }: { firing: number }) => firing).toSorted()).toEqual([0, 1]);
  });

  test('is less severe than the tenant wants to be called for; a live incident takes it all the same', async () => {
    const place = await house.place();
    await house.ask(place.who, 'PATCH', '/api/v1/settings', { open_from: 'high' });
    await sees(place, issue(house.clock.now(), { severity: 'warning' }));
    expect(await all(place)).toEqual([]);
    house.clock.advance(seconds);
    const started = house.clock.now();
    await sees(place, issue(started, { reason: 'replica_shortfall' }));
    expect(await only(place)).toMatchObject({ signal_count: 1, severity: 'critical' });
    house.clock.advance(seconds);
    await sees(place, issue(house.clock.now(), { reason: 'oom_killed', severity: 'warning' }));
    expect(await only(place)).toMatchObject({ signal_count: 2, firing: 2 });
  });

  test('opens when it gets worse, since it began', async () => {
    const place = await house.place();
    await house.ask(place.who, 'PATCH', '/api/v1/settings', { open_from: 'high' });
    const one = issue(house.clock.now(), { severity: 'warning' });
    await sees(place, one);
    house.clock.advance(10 * minutes);
    await sees(place, { ...one, change: 'severity', severity: 'critical' });
    expect(await only(place)).toMatchObject({ severity: 'critical', started_at: one.first_seen });
  });
});

describe('a node that is lost', () => {
  const lost = (name = 'a', more = {}) =>
    issue(house.clock.now(), {
      reason: 'node_not_ready',
      object: nodeObject(name),
      message: 'It does not report.',
      nodes: [name],
      all_on_nodes: true,
      ...more,
    });
  const on = (name: string, nodes: string[], more = {}) =>
    issue(house.clock.now(), {
      reason: 'replica_shortfall',
      object: deployment(name),
      nodes,
      all_on_nodes: true,
      ...more,
    });
  const names = (found: readonly { object: { name: string } }[]) => found.map(({ object }) => object.name).toSorted();

  test('has its workloads’ issues inside, also where they are told first of one round', async () => {
    const place = await house.place();
    await sees(place, on('checkout', ['a']), on('cart', ['a']), lost());
    const found = await only(place);
    expect(found).toMatchObject({
      object: nodeObject('a'),
      title: 'Node a is not ready',
      namespace: '',
      affected_total: 2,
      signal_count: 3,
      firing: 3,
    });
    expect(found.affected).toEqual([deployment('checkout'), deployment('cart')]);
    const entries = await timeline(place, found.id);
    const ofCart = entries.find(({ object }: { object: { name: string } }) => object.name === 'cart');
    expect(ofCart.summary).toContain('All its troubled pods are on a.');
  });

  test('takes those that are seen later too, as long as it lasts', async () => {
    const place = await house.place();
    const node = lost();
    await sees(place, node);
    house.clock.advance(20 * seconds);
    const checkout = on('checkout', ['a']);
    await sees(place, checkout);
    house.clock.advance(20 * seconds);
    await sees(place, on('cart', ['a'], { severity: 'warning' }));
    expect(await only(place)).toMatchObject({ affected_total: 2, firing: 3 });
    house.clock.advance(20 * seconds);
    await sees(place, resolved(node), resolved(checkout));
    // One of its workloads is still in trouble.
    expect(await only(place)).toMatchObject({ firing: 1, quiet_since: null });
    // And what happens to another workload of it goes on there.
    await sees(place, issue(house.clock.now(), { object: deployment('checkout'), reason: 'image_pull' }));
    expect(await only(place)).toMatchObject({ firing: 2, affected_total: 2 });
  });

  test('has nothing to do with workloads that are in trouble elsewhere as well, or on another node', async () => {
    const place = await house.place();
    await sees(
      place,
      lost(),
      on('partly', ['a', 'b'], { all_on_nodes: false }),
      on('beside', ['b']),
      on('both', ['a', 'b']),
      on('inside', ['a']),
    );
    const found = await all(place);
    expect(names(found)).toEqual(['a', 'beside', 'both', 'partly']);
    expect(found.find(({ object }: { object: { name: string } }) => object.name === 'a')).toMatchObject({
      affected: [deployment('inside')],
    });
  });

  test('with another: workloads on both are in the incident of one of them', async () => {
    const place = await house.place();
    await sees(place, on('both', ['a', 'b']), lost('a'), lost('b'));
    expect(names(await all(place))).toEqual(['a', 'b']);
  });

  test('names fifty of what it takes down, and counts all of them, each once', async () => {
    const place = await house.place();
    const many = Array.from({ length: 60 }, (_, index) => on(`app-${index}`, ['a']));
    await sees(place, ...many, lost());
    expect(await only(place)).toMatchObject({ affected_total: 60, signal_count: 61 });
    house.clock.advance(seconds);
    await sees(
      place,
      ...many.map(({ object }) =>
        issue(house.clock.now(), { object, reason: 'unschedulable', nodes: ['a'], all_on_nodes: true }),
      ),
    );
    const { affected, affected_total } = await only(place);
    expect([affected.length, affected_total]).toEqual([50, 60]);
  });
});

describe('other objects', () => {
  test('two independent faults are two incidents', async () => {
    const place = await house.place();
    await sees(
      place,
      issue(house.clock.now()),
      issue(house.clock.now(), { object: deployment('checkout', 'staging') }),
    );
    expect(
      (await all(place))
        .map(({ number, namespace }: { number: number; namespace: string }) => [number, namespace])
        .toSorted(),
    ).toEqual([
      [1, 'shop'],
      [2, 'staging'],
    ]);
  });

  test('an autoscaler at its maximum belongs to the incident of what it scales, and ends there once it is unknown what that was', async () => {
    const place = await house.place();
    const autoscaler = { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'checkout-hpa' };
    const one = issue(house.clock.now(), { reason: 'replica_shortfall' });
    const atMaximum = issue(house.clock.now(), {
      reason: 'autoscaler_at_maximum',
      severity: 'warning',
      object: autoscaler,
      scales: deployment('checkout'),
    });
    await sees(place, one, atMaximum);
    const found = await only(place);
    expect(found).toMatchObject({ object: deployment('checkout'), signal_count: 2, firing: 2, affected_total: 0 });
    const entries = await timeline(place, found.id);
    expect(entries.map(({ summary }: { summary: string }) => summary).join()).toContain(
      'Its autoscaler reported this.',
    );
    house.clock.advance(seconds);
    const { scales: _forgotten, ...known } = atMaximum;
    await sees(place, resolved(known), resolved(one));
    expect(await only(place)).toMatchObject({ firing: 0 });
  });

  test('Jobs of one CronJob are one incident, of the CronJob', async () => {
    const place = await house.place();
    for (const minute of ['29012345', '29012350'])
      await sees(
        place,
        issue(house.clock.now(), {
          reason: 'job_failing',
          object: { kind: 'Job', namespace: 'shop', name: `report-${minute}` },
        }),
      );
    const found = await only(place);
    expect(found).toMatchObject({
      title: 'CronJob shop/report is failing',
      object: { kind: 'CronJob', namespace: 'shop', name: 'report' },
      signal_count: 2,
    });
    expect((await timeline(place, found.id))[0].summary).toContain('The Job was made by this CronJob.');
    await sees(
      place,
      issue(house.clock.now(), {
        reason: 'job_failing',
        object: { kind: 'Job', namespace: 'shop', name: 'migrate-2' },
      }),
    );
    expect(await all(place)).toHaveLength(2);
  });

  test('the same object of another cluster, and of another tenant, is another', async () => {
    const [place, other] = [await house.place(), await house.place()];
    const second = house.neighbours.cluster(place.tenantId);
    await sees(place, issue(house.clock.now()));
    await house.say(place.tenantId, round(second, house.clock.now(), issue(house.clock.now())));
    await sees(other, issue(house.clock.now()));
    expect((await all(place)).map(({ cluster_id }: { cluster_id: string }) => cluster_id).toSorted()).toEqual(
      [place.clusterId, second].toSorted(),
    );
    expect(await only(other)).toMatchObject({ number: 1, cluster_id: other.clusterId });
  });

  test('signals of programs and of the monitor about one object are one incident', async () => {
    const place = await house.place();
    await sees(place, issue(house.clock.now()));
    const sent = { key: 'k', rule: 'latency_p95', severity: 'low', message: 'slow', object: deployment('checkout') };
    await house.post(place.who, signals, { signals: [sent] });
    expect(await only(place)).toMatchObject({ source: 'k8s-monitor', signal_count: 2, severity: 'critical' });
    const { id } = await only(place);
    const listed = (await house.get(place.who, `${incidents}/${id}/signals`)).data;
    expect(listed.map(({ source, rule }: { source: string; rule: string }) => [source, rule]).toSorted()).toEqual([
      ['api', 'latency_p95'],
      ['k8s-monitor', 'crash_loop'],
    ]);
    expect((await house.get(place.who, `${incidents}/${id}/signals?source=api`)).total).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, type House, hours, incidents, minutes, type Place, signals, startHouse, windows } from './house.ts';
import { deployment, issue, nodeObject, phase, resolved, round } from './said.ts';

/** Announced maintenance: meanwhile nobody is called. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const after = (ms: number) => new Date(house.clock.now().getTime() + ms).toISOString();
const all = async ({ who }: Place) => (await house.get(who, incidents)).data;
const opened = async (place: Place) =>
  (await all(place))
    .map(({ object, namespace }: { object: { name: string } | null; namespace: string }) => object?.name ?? namespace)
    .toSorted();
const announce = async ({ who, clusterId }: Place, more: object = {}) =>
  house.post(who, windows, {
    name: 'patching',
    cluster_id: clusterId,
    ends_at: after(hours),
    reason: 'New kernels',
    ...more,
  });
const sees = (place: Place, ...changes: Parameters<typeof round>[2][]) =>
  house.say(place.tenantId, round(place.clusterId, house.clock.now(), ...changes));
const sent = (more: object = {}) => ({
  signals: [
    { key: randomUUID(), rule: 'latency', severity: 'high', message: 'slow', object: deployment('checkout'), ...more },
  ],
});

describe('signals in a window', () => {
  test('open nothing and are told to nobody; at its end what still fires opens, with its true start', async () => {
    const place = await house.place();
    const { id } = await announce(place);
    house.clock.advance(10 * minutes);
    const began = house.clock.now().toISOString();
    const [stays, ends] = [issue(house.clock.now()), issue(house.clock.now(), { object: deployment('cart') })];
    await sees(place, stays, ends);
    const answer = await house.post(place.who, signals, sent({ object: deployment('search') }));
    expect(answer).toEqual({ accepted: 1, suppressed: 1 });
    house.clock.advance(10 * minutes);
    await sees(place, resolved(ends));
    expect(await all(place)).toEqual([]);
    for (const type of ['incident.', 'internal.incident_changed'])
      expect(await house.told(place.tenantId, type)).toEqual([]);
    expect(await house.get(place.who, `${windows}/${id}`)).toMatchObject({ state: 'active', suppressed: 3 });
    await house.pass(40 * minutes);
    expect(await opened(place)).toEqual(['checkout', 'search']);
    const found = (await all(place)).find(({ object }: { object: { name: string } }) => object.name === 'checkout');
    expect(found).toMatchObject({
      status: 'open',
      firing: 1,
      signal_count: 1,
      started_at: began,
      detected_at: after(0),
    });
    const [entry] = (await house.get(place.who, `${incidents}/${found.id}/timeline?kind=window`)).data;
    expect(entry).toMatchObject({ ref: { type: 'window', id }, summary: expect.stringContaining('patching') });
    const began_at = (await house.get(place.who, `${incidents}/${found.id}/timeline?kind=signal`)).data[0].at;
    expect(began_at).toBe(began);
    expect(await house.told(place.tenantId, 'incident.created')).toHaveLength(2);
    expect(await house.get(place.who, `${windows}/${id}`)).toMatchObject({ state: 'ended', ended_at: after(0) });
  });

  test('that were on and off open with the start of what is on', async () => {
    const place = await house.place();
    await announce(place);
    const one = issue(house.clock.now());
    await sees(place, one);
    house.clock.advance(minutes);
    await sees(place, resolved(one));
    house.clock.advance(minutes);
    const again = house.clock.now().toISOString();
    await sees(place, { ...one, change: 'returned' });
    await house.pass(hours);
    expect(await all(place)).toMatchObject([{ started_at: again, firing: 1 }]);
  });

  test('open at once when it is ended before its time', async () => {
    const place = await house.place();
    const { id } = await announce(place);
    await house.post(place.who, signals, sent());
    house.clock.advance(minutes);
    const ended = await house.ask(place.who, 'DELETE', `${windows}/${id}`);
    expect(ended).toMatchObject({ status: 200, body: { state: 'ended', ended_at: after(0) } });
    expect(await opened(place)).toEqual(['checkout']);
    expect(await house.ask(place.who, 'DELETE', `${windows}/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining('is ended') } },
    });
  });

  test('whose end was told late, after it, open and are over', async () => {
    const place = await house.place();
    await announce(place);
    const one = issue(house.clock.now());
    house.clock.advance(minutes);
    await sees(place, resolved(one));
    await house.say(place.tenantId, round(place.clusterId, new Date(one.first_seen), one));
    await house.pass(hours);
    expect(await all(place)).toEqual([]);
  });

  test('of an incident that is over, and begin anew in there, open at its end', async () => {
    const place = await house.place();
    const one = sent();
    await house.post(place.who, signals, one);
    const [{ id }] = await all(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    await house.post(place.who, signals, { signals: [{ ...one.signals[0], state: 'ended' }] });
    house.clock.advance(minutes);
    await announce(place);
    house.clock.advance(minutes);
    await house.post(place.who, signals, one);
    expect((await all(place)).length).toBe(1);
    await house.pass(hours);
    expect((await all(place))[0]).toMatchObject({ status: 'open', recurrence: 1, previous_incident_id: id, firing: 1 });
  });

  test('of no object keep their namespace, and what nobody repeats opens nothing', async () => {
    const place = await house.place();
    await announce(place, { ends_at: after(3 * days), namespaces: ['shop'] });
    await house.post(place.who, signals, sent({ object: undefined, rule: 'forgotten', namespace: 'shop' }));
    house.clock.advance(2 * days + hours);
    await house.post(place.who, signals, sent({ object: undefined, namespace: 'shop' }));
    // A day after it was heard last it would be silent as well.
    await house.pass(23 * hours);
    expect(await all(place)).toMatchObject([{ title: 'slow', namespace: 'shop', object: null }]);
  });

  test('go on in the next window that is on, and open at the end of that', async () => {
    const place = await house.place();
    await announce(place, { name: 'first' });
    await announce(place, { name: 'second', ends_at: after(2 * hours) });
    await house.post(place.who, signals, sent());
    await house.pass(hours);
    expect(await all(place)).toEqual([]);
    await house.pass(hours);
    expect(await opened(place)).toEqual(['checkout']);
  });
});

describe('a window', () => {
  test('of namespaces, of nodes, or of a whole cluster covers what is in it', async () => {
    const places = [
      [{ namespaces: ['shop'] }, ['a', 'cart', 'on-a', 'prod-eu']],
      [{ nodes: ['a'] }, ['cart', 'checkout', 'prod-eu', 'search']],
      [{ nodes: ['a'], namespaces: ['shop'] }, ['cart', 'prod-eu']],
      [{}, []],
    ] as const;
    for (const [more, expected] of places) {
      const place = await house.place();
      await announce(place, more);
      const now = house.clock.now();
      await sees(
        place,
        issue(now, { object: nodeObject('a'), reason: 'node_not_ready', nodes: ['a'], all_on_nodes: true }),
        issue(now, { object: deployment('on-a', 'other'), nodes: ['a'], all_on_nodes: true }),
        issue(now, { object: deployment('cart', 'other'), nodes: ['a', 'b'], all_on_nodes: true }),
        issue(now),
        issue(now, { object: deployment('search'), nodes: ['a'], all_on_nodes: false }),
      );
      await house.say(place.tenantId, phase(place.clusterId, 'Unreachable'));
      // Where the node is told of, what stands on it is told there.
      const found = (await opened(place)) as string[];
      const affected: readonly string[] = (await all(place)).flatMap((one: { affected: { name: string }[] }) =>
        one.affected.map(({ name }) => name),
      );
      expect([...found, ...affected].toSorted()).toEqual([...expected].toSorted());
    }
  });

  test('of another cluster, or another tenant’s, keeps nothing back', async () => {
    const [place, other] = [await house.place(), await house.place()];
    await announce(place, { cluster_id: house.neighbours.cluster(place.tenantId) });
    await announce(other);
    await house.post(place.who, signals, { signals: [{ ...sent().signals[0], cluster_id: place.clusterId }] });
    expect(await opened(place)).toEqual(['checkout']);
  });

  test('begins at its time, and nothing is kept back before', async () => {
    const place = await house.place();
    const { id } = await announce(place, { starts_at: after(hours), ends_at: after(2 * hours) });
    const state = async () => (await house.get(place.who, `${windows}/${id}`)).state;
    await house.post(place.who, signals, sent());
    expect(await opened(place)).toEqual(['checkout']);
    expect(await state()).toBe('scheduled');
    // By the clock, though nobody has written it down yet.
    house.clock.advance(hours);
    expect(await state()).toBe('active');
    await house.post(place.who, signals, sent({ object: deployment('cart') }));
    expect(await opened(place)).toEqual(['checkout']);
    await house.round();
    expect((await house.get(place.who, `${windows}?state=active`)).total).toBe(1);
    await house.pass(hours);
    expect(await opened(place)).toEqual(['cart', 'checkout']);
    expect(await state()).toBe('ended');
  });

  test('that has not begun is canceled', async () => {
    const place = await house.place();
    const { id } = await announce(place, { starts_at: after(hours), ends_at: after(2 * hours) });
    expect((await house.ask(place.who, 'DELETE', `${windows}/${id}`)).body.state).toBe('canceled');
    house.clock.advance(hours);
    await house.post(place.who, signals, sent());
    expect(await opened(place)).toEqual(['checkout']);
  });

  test('that began and ended while nobody looked is over', async () => {
    const place = await house.place();
    const { id } = await announce(place, { starts_at: after(hours), ends_at: after(2 * hours) });
    await house.pass(3 * hours);
    expect((await house.get(place.who, `${windows}/${id}`)).state).toBe('ended');
  });

  test.for([
    [{ ends_at: -minutes }, 'ends_at'],
    [{ starts_at: 2 * hours, ends_at: hours }, 'ends_at'],
    [{ ends_at: 7 * days + minutes }, 'ends_at'],
    [{ starts_at: 91 * days, ends_at: 91 * days + hours }, 'starts_at'],
  ] as const)('%j is refused, naming %s', async ([given, field]) => {
    const place = await house.place();
    const times = Object.fromEntries(Object.entries(given).map(([name, ms]) => [name, after(ms)]));
    const body = { name: 'patching', cluster_id: place.clusterId, ends_at: after(hours), ...times };
    expect(await house.ask(place.who, 'POST', windows, body)).toMatchObject({
      status: 422,
      body: { error: { details: [{ field }] } },
    });
  });

  test('of a cluster that is not there is refused', async () => {
    const place = await house.place();
    const body = { name: 'patching', cluster_id: randomUUID(), ends_at: after(hours) };
    expect((await house.ask(place.who, 'POST', windows, body)).status).toBe(422);
  });

  test('is listed by cluster and state, with a total, and never to another tenant', async () => {
    const [place, other] = [await house.place(), await house.place()];
    const second = house.neighbours.cluster(place.tenantId);
    const first = await announce(place);
    await announce(place, { cluster_id: second, starts_at: after(hours), ends_at: after(2 * hours) });
    const list = async (query: string) => (await house.get(place.who, `${windows}${query}`)).total;
    expect(
      await Promise.all(['', `?cluster_id=${second}`, '?state=active', '?state=active,scheduled'].map(list)),
    ).toEqual([2, 1, 1, 2]);
    expect((await house.get(other.who, windows)).total).toBe(0);
    for (const method of ['GET', 'DELETE'])
      expect((await house.ask(other.who, method, `${windows}/${first.id}`)).status).toBe(404);
  });
});

describe('several windows', () => {
  test('that end at once let everything open, and wait for each other in no circle', async () => {
    const place = await house.place();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      ids.push((await announce(place, { namespaces: [`ns-${index}`] })).id);
      await house.post(place.who, signals, sent({ object: deployment('checkout', `ns-${index}`) }));
    }
    const ended = await Promise.all(ids.map((id) => house.ask(place.who, 'DELETE', `${windows}/${id}`)));
    expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await all(place)).toHaveLength(8);
  });
});

describe('incidents in a window', () => {
  test('send no update until its end, and then one, of how they are', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent({ severity: 'low' }));
    const [{ id }] = await all(place);
    house.clock.advance(minutes);
    await announce(place);
    await house.post(place.who, `${incidents}/${id}/acknowledge`);
    await house.post(place.who, signals, sent({ severity: 'high' }));
    await house.pass(10 * minutes);
    await house.post(place.who, `${incidents}/${id}/investigate`);
    await house.pass(10 * minutes);
    expect(await house.told(place.tenantId)).toMatchObject([{ type: 'incident.created' }]);
    await house.pass(40 * minutes);
    expect(await house.told(place.tenantId)).toMatchObject([
      { type: 'incident.created' },
      { type: 'incident.updated', data: { status: 'investigating', severity: 'high' } },
    ]);
  });

  test('send it at once when the window is ended, and their end within it', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    const [{ id }] = await all(place);
    const window = await announce(place);
    house.clock.advance(minutes);
    await house.post(place.who, `${incidents}/${id}/acknowledge`);
    expect(await house.told(place.tenantId, 'incident.updated')).toEqual([]);
    await house.ask(place.who, 'DELETE', `${windows}/${window.id}`);
    expect(await house.told(place.tenantId, 'incident.updated')).toMatchObject([{ data: { status: 'acknowledged' } }]);
    await announce(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    expect(await house.told(place.tenantId, 'incident.resolved')).toHaveLength(1);
  });
});

describe('other modules', () => {
  test('are told which windows of all tenants are on', async () => {
    const [place, other] = [await house.place(), await house.place()];
    const mine = await announce(place, { namespaces: ['shop'] });
    const theirs = await announce(other, { nodes: ['a'] });
    await announce(place, { starts_at: after(hours), ends_at: after(2 * hours) });
    const module = await caller(
      { kind: 'module', sub: 'action-agent', audience: 'incidents', scopes: [] },
      house.clock,
    );
    const answer = await fetch(`${house.addresses['incidents']}/internal/v1/windows`, {
      headers: { authorization: `Bearer ${module.token}` },
    });
    const told = ((await answer.json()) as { tenant_id: string }[]).filter(({ tenant_id }) =>
      [place.tenantId, other.tenantId].includes(tenant_id),
    );
    const shown = (tenant_id: string, { id, name, cluster_id, namespaces, nodes, ends_at }: typeof mine) => ({
      tenant_id,
      id,
      name,
      cluster_id,
      namespaces,
      nodes,
      ends_at,
    });
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([shown(place.tenantId, mine), shown(other.tenantId, theirs)]));
    expect((await house.ask(place.who, 'GET', '/internal/v1/windows')).status).toBe(404);
  });
});

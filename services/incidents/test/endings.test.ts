import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, type House, hours, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { clusterRemoved, deployment, issue, phase, resolved, returned, round } from './said.ts';

/** How incidents end, and come back. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const all = async ({ who }: Place) => (await house.get(who, incidents)).data;
const newest = async (place: Place) => (await all(place))[0];
const sees = (place: Place, ...changes: Parameters<typeof round>[2][]) =>
  house.say(place.tenantId, round(place.clusterId, house.clock.now(), ...changes));
const sent = (more: object = {}) => ({
  signals: [{ key: 'k', rule: 'latency', severity: 'high', message: 'slow', object: deployment('checkout'), ...more }],
});
const after = (ms: number) => new Date(house.clock.now().getTime() + ms).toISOString();

describe('one whose signals have all ended', () => {
  test('is quiet, and resolves by itself when that lasts', async () => {
    const place = await house.place();
    const [one, other] = [issue(house.clock.now()), issue(house.clock.now(), { reason: 'oom_killed' })];
    await sees(place, one, other);
    house.clock.advance(seconds);
    await sees(place, resolved(one));
    expect(await newest(place)).toMatchObject({ firing: 1, quiet_since: null, resolves_at: null });
    house.clock.advance(seconds);
    await sees(place, resolved(other));
    const quiet = { firing: 0, quiet_since: after(0), resolves_at: after(5 * minutes) };
    expect(await newest(place)).toMatchObject(quiet);
    await house.pass(5 * minutes - 1);
    expect(await newest(place)).toMatchObject({ ...quiet, status: 'open' });
    await house.pass(1);
    const over = await newest(place);
    expect(over).toMatchObject({
      status: 'resolved',
      resolution: 'self_healed',
      resolved_at: after(0),
      resolves_at: null,
    });
    const [entry] = (await house.get(place.who, `${incidents}/${over.id}/timeline?kind=status`)).data;
    expect(entry).toMatchObject({ summary: 'Resolved by itself: it went away by itself.', actor: null });
  });

  test('is not quiet any more when one begins again', async () => {
    const place = await house.place();
    const one = issue(house.clock.now());
    await sees(place, one);
    house.clock.advance(seconds);
    await sees(place, resolved(one));
    house.clock.advance(minutes);
    await sees(place, returned(one));
    expect(await newest(place)).toMatchObject({ signal_count: 2, firing: 1, quiet_since: null, resolves_at: null });
    await house.pass(10 * minutes);
    expect(await newest(place)).toMatchObject({ status: 'open' });
  });

  test('waits as long as the tenant says', async () => {
    const place = await house.place();
    await house.ask(place.who, 'PATCH', '/api/v1/settings', { quiet_seconds: 10 });
    await house.post(place.who, signals, sent());
    await house.post(place.who, signals, sent({ state: 'ended' }));
    await house.pass(10 * seconds);
    expect(await newest(place)).toMatchObject({ status: 'resolved' });
  });
});

describe('one that comes back', () => {
  test('is another, linked with the first, and stays quiet twice as long each time, up to an hour', async () => {
    const place = await house.place();
    let before: string | null = null;
    for (const [recurrence, quiet] of [5, 10, 20, 40, 60].entries()) {
      await house.post(place.who, signals, sent());
      house.clock.advance(seconds);
      await house.post(place.who, signals, sent({ state: 'ended' }));
      const found = await newest(place);
      expect(found).toMatchObject({
        number: recurrence + 1,
        recurrence,
        previous_incident_id: before,
        resolves_at: after(quiet * minutes),
      });
      const { data } = await house.get(place.who, `${incidents}/${found.id}/timeline?kind=status`);
      expect(data.map(({ ref }: { ref: object }) => ref)).toEqual(
        before === null ? [] : [{ type: 'incident', id: before, url: null }],
      );
      await house.pass(quiet * minutes);
      expect(await newest(place)).toMatchObject({ status: 'resolved' });
      house.clock.advance(seconds);
      before = found.id;
    }
  });

  test('after more than a day has nothing to do with it', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    const { id } = await newest(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    await house.post(place.who, signals, sent({ state: 'ended' }));
    await house.pass(25 * hours);
    await house.post(place.who, signals, sent());
    expect(await newest(place)).toMatchObject({ number: 2, recurrence: 0, previous_incident_id: null });
    expect((await house.get(place.who, `${incidents}/${id}`)).status).toBe('closed');
  });
});

describe('a resolved one', () => {
  test('is closed after a day', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    const { id } = await newest(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    await house.pass(24 * hours - 1);
    expect((await newest(place)).status).toBe('resolved');
    await house.pass(1);
    expect(await newest(place)).toMatchObject({ status: 'closed', closed_at: after(0) });
    // Nothing is left to do with it.
    expect(await house.db.look('SELECT 1 FROM incidents.open_incidents WHERE incident_id = $1', [id])).toEqual([]);
    expect(await house.told(place.tenantId)).toHaveLength(2);
  });
});

describe('signals that their sender does not repeat', () => {
  test('end after a day, and only those', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    await house.post(place.who, signals, sent({ key: 'repeated', rule: 'errors' }));
    await sees(place, issue(house.clock.now()));
    for (let time = 0; time < 3; time += 1) {
      await house.pass(8 * hours);
      if (time < 2) await house.post(place.who, signals, sent({ key: 'repeated', rule: 'errors' }));
    }
    const found = await newest(place);
    expect(found).toMatchObject({ status: 'open', firing: 2, signal_count: 3 });
    const { data } = await house.get(place.who, `${incidents}/${found.id}/signals`);
    expect(
      data.map(({ rule, state, end_reason }: Record<string, string>) => [rule, state, end_reason]).toSorted(),
    ).toEqual([
      ['crash_loop', 'firing', null],
      ['errors', 'firing', null],
      ['latency', 'ended', 'silent'],
    ]);
    const entries = (await house.get(place.who, `${incidents}/${found.id}/timeline?kind=signal`)).data;
    expect(entries[0].summary).toBe('1 of its signals was not repeated for 24 hours and counts as ended.');
    await house.pass(16 * hours);
    expect(await newest(place)).toMatchObject({ status: 'open', firing: 1 });
  });

  test('make it quiet when no other fires', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    await house.pass(24 * hours);
    expect(await newest(place)).toMatchObject({ firing: 0, resolves_at: after(5 * minutes) });
    await house.pass(5 * minutes);
    expect(await newest(place)).toMatchObject({ status: 'resolved', resolution: 'self_healed' });
  });

  test('of a resolved incident are new when they come a day later, though nobody has said that they ended', async () => {
    const place = await house.place();
    await house.post(place.who, signals, sent());
    const { id } = await newest(place);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    await house.pass(23 * hours);
    await house.post(place.who, signals, sent());
    expect((await all(place)).length).toBe(1);
    await house.pass(25 * hours);
    await house.post(place.who, signals, sent());
    expect(await newest(place)).toMatchObject({ number: 2, status: 'open', firing: 1, signal_count: 1 });
    expect(await house.get(place.who, `${incidents}/${id}`)).toMatchObject({ status: 'closed', firing: 0 });
  });
});

describe('one of which nothing is heard', () => {
  test('is given up after seven days without a signal or an entry', async () => {
    const place = await house.place();
    await sees(place, issue(house.clock.now()));
    const { id } = await newest(place);
    await house.pass(6 * days);
    await house.post(place.who, `${incidents}/${id}/notes`, { text: 'Still looking.' });
    await house.pass(7 * days - 1);
    expect(await newest(place)).toMatchObject({ status: 'open' });
    await house.pass(1);
    expect(await newest(place)).toMatchObject({ status: 'resolved', resolution: 'stale' });
  });

  test('is not given up while somebody repeats it', async () => {
    const place = await house.place();
    for (let day = 0; day < 18; day += 1) {
      await house.post(place.who, signals, sent());
      await house.pass(12 * hours);
    }
    expect(await newest(place)).toMatchObject({ number: 1, status: 'open', firing: 1, signal_count: 1 });
  });
});

describe('a cluster that is cut off', () => {
  test('keeps its incidents open, and is one itself until it is Ready', async () => {
    const place = await house.place();
    await sees(place, issue(house.clock.now()));
    house.clock.advance(minutes);
    await house.say(place.tenantId, phase(place.clusterId, 'Unreachable'));
    const ofCluster = async () =>
      (await all(place)).find(({ object }: { object: { kind: string } }) => object.kind === 'Cluster');
    const ofCheckout = async () =>
      (await all(place)).find(({ object }: { object: { kind: string } }) => object.kind === 'Deployment');
    expect(await ofCluster()).toMatchObject({
      title: 'Cluster prod-eu cannot be reached',
      severity: 'critical',
      source: 'platform',
      category: 'availability',
      firing: 1,
    });
    await house.pass(6 * hours);
    expect(await ofCheckout()).toMatchObject({ status: 'open', firing: 1 });
    await house.say(place.tenantId, phase(place.clusterId, 'Pending', undefined, 'Unreachable'));
    expect(await ofCluster()).toMatchObject({ firing: 1 });
    await house.say(place.tenantId, phase(place.clusterId, 'Ready', undefined, 'Pending'));
    expect(await ofCluster()).toMatchObject({ firing: 0, resolves_at: after(5 * minutes) });
    await house.pass(5 * minutes);
    expect(await ofCluster()).toMatchObject({ status: 'resolved', resolution: 'self_healed' });
    expect(await ofCheckout()).toMatchObject({ status: 'open', firing: 1 });
  });

  test('that fails as well as it cannot be reached is one incident, under whatever name', async () => {
    const place = await house.place();
    await house.say(place.tenantId, phase(place.clusterId, 'Unreachable'));
    house.clock.advance(seconds);
    const failed = phase(place.clusterId, 'Failed');
    await house.say(place.tenantId, { ...failed, data: { ...failed.data, name: 'renamed' } });
    expect(await all(place)).toMatchObject([{ signal_count: 1, firing: 1 }]);
  });
});

describe('a cluster that is removed', () => {
  test('ends all its incidents, and what is still said of it opens none', async () => {
    const place = await house.place();
    const kept = house.neighbours.cluster(place.tenantId);
    await sees(place, issue(house.clock.now()), issue(house.clock.now(), { object: deployment('cart') }));
    await house.say(place.tenantId, round(kept, house.clock.now(), issue(house.clock.now())));
    const body = { name: 'patching', cluster_id: place.clusterId, namespaces: ['held'], ends_at: after(hours) };
    await house.post(place.who, '/api/v1/maintenance-windows', body);
    await sees(place, issue(house.clock.now(), { object: deployment('held', 'held') }));
    await house.say(place.tenantId, clusterRemoved(place.clusterId));
    const of = async (cluster: string) => (await house.get(place.who, `${incidents}?cluster_id=${cluster}`)).data;
    expect(await of(place.clusterId)).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 'resolved', resolution: 'cluster_removed', firing: 0 })),
    );
    expect(await of(kept)).toMatchObject([{ status: 'open' }]);
    expect((await house.get(place.who, '/api/v1/maintenance-windows')).data).toMatchObject([{ state: 'canceled' }]);
    expect(await house.told(place.tenantId, 'incident.resolved')).toHaveLength(2);
    house.clock.advance(seconds);
    await sees(place, issue(house.clock.now(), { object: deployment('late') }));
    await house.say(place.tenantId, phase(place.clusterId, 'Unreachable'));
    expect(await of(place.clusterId)).toHaveLength(2);
  });
});

describe('a tenant that is deleted', () => {
  test('leaves nothing behind, and no other tenant loses anything', async () => {
    const [gone, other] = [await house.place(), await house.place()];
    for (const { who, tenantId, clusterId } of [gone, other]) {
      await house.post(who, signals, sent());
      const body = { name: 'patching', cluster_id: clusterId, ends_at: after(hours) };
      await house.post(who, '/api/v1/maintenance-windows', body);
      await house.ask(who, 'PATCH', '/api/v1/settings', { quiet_seconds: 60 });
      await house.say(tenantId, clusterRemoved(house.neighbours.cluster(tenantId)));
    }
    const left = async (tenantId: string) => {
      const tables = [
        'incidents',
        'signals',
        'groups',
        'entries',
        'numbers',
        'windows',
        'settings',
        'removed_clusters',
      ];
      const above = ['open_incidents', 'open_windows', 'known_tenants'];
      return house.db.tenant(tenantId, async (db) => {
        const counts = [...tables, ...above].map(async (table) => {
          const [row] = await db.query<{ n: number }>(
            `SELECT count(*) AS n FROM incidents.${table} WHERE tenant_id = $1`,
            [tenantId],
          );
          return [table, (row?.n ?? 0) > 0] as const;
        });
        return Object.fromEntries(await Promise.all(counts));
      });
    };
    const before = await left(other.tenantId);
    expect(Object.values(before).every(Boolean)).toBe(true);
    house.neighbours.gone.add(gone.tenantId);
    await house.say(gone.tenantId, {
      source: 'auth',
      type: 'internal.tenant_deleted',
      data: { tenant_id: gone.tenantId },
    });
    await eventually(async () => expect(Object.values(await left(gone.tenantId)).some(Boolean)).toBe(false));
    expect(await left(other.tenantId)).toEqual(before);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { cloudspace, deployment, issue, resolved, round } from './said.ts';

/** What subscribers and the agents are told of an incident. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const sent = (more: object = {}) => ({
  signals: [{ key: 'k', rule: 'latency', severity: 'low', message: 'slow', object: deployment('checkout'), ...more }],
});
const opened = async (place: Place) => {
  await house.post(place.who, signals, sent());
  return (await house.get(place.who, incidents)).data[0].id as string;
};
const updates = ({ tenantId }: Place) => house.told(tenantId, 'incident.updated');

describe('an incident', () => {
  test('is told of when it opens, changes and is over, each time with exactly nine fields', async () => {
    const place = await house.place();
    const id = await opened(place);
    const path = `${incidents}/${id}`;
    for (const step of ['acknowledge', 'resolve', 'close']) {
      house.clock.advance(minutes);
      await house.post(place.who, `${path}/${step}`);
    }
    const told = await house.told(place.tenantId);
    expect(told.map(({ type, data }) => [type, data.status])).toEqual([
      ['incident.created', 'open'],
      ['incident.updated', 'acknowledged'],
      ['incident.resolved', 'resolved'],
    ]);
    expect(told.map(({ data }) => Object.keys(data).toSorted())).toEqual(
      told.map(() => [
        'affected_service',
        'category',
        'cluster_id',
        'incident_id',
        'namespace',
        'severity',
        'status',
        'title',
        'url',
      ]),
    );
    expect(told[0]?.data).toEqual({
      incident_id: id,
      cluster_id: place.clusterId,
      title: 'Deployment shop/checkout: latency',
      severity: 'low',
      status: 'open',
      category: 'availability',
      namespace: 'shop',
      affected_service: '',
      url: `https://wheelhouse.example.test/incidents/${id}`,
    });
  });

  test('is told of to subscribers of its cluster and CloudSpace', async () => {
    const place = await house.place();
    const space = 'a0000000-0000-4000-8000-00000000000f';
    await house.say(place.tenantId, cloudspace(place.clusterId, 'shop', space));
    const id = await opened(place);
    const headers = await house.db.look<{ cluster: string; cloudspace: string | null }>(
      `SELECT headers::jsonb->>'cluster' AS cluster, headers::jsonb->>'cloudspace' AS cloudspace FROM incidents.outbox
       WHERE tenant_id = $1 AND body::jsonb->'data'->>'incident_id' = $2 AND type = 'incident.created'`,
      [place.tenantId, id],
    );
    expect(headers).toEqual([{ cluster: place.clusterId, cloudspace: space }]);
  });

  test('says who was told in its timeline', async () => {
    const place = await house.place();
    const id = await opened(place);
    const [entry] = (await house.get(place.who, `${incidents}/${id}/timeline?kind=webhook`)).data;
    expect(entry).toMatchObject({ summary: 'Told that it opened.', data: { event_type: 'incident.created' } });
    const [row] = await house.db.look<{ id: string }>(
      `SELECT body::jsonb->>'id' AS id FROM incidents.outbox WHERE tenant_id = $1 AND type = 'incident.created'`,
      [place.tenantId],
    );
    expect(entry.ref).toEqual({ type: 'event', id: row?.id, url: null });
  });
});

describe('updates', () => {
  test('are told at once, then at most one in 30 seconds, the last of how it is by then', async () => {
    const place = await house.place();
    const id = await opened(place);
    const path = `${incidents}/${id}`;
    await house.post(place.who, `${path}/acknowledge`);
    expect(await updates(place)).toHaveLength(1);
    await house.pass(10 * seconds);
    await house.post(place.who, `${path}/investigate`);
    await house.post(place.who, signals, sent({ key: 'worse', severity: 'high' }));
    await house.pass(10 * seconds);
    await house.ask(place.who, 'PATCH', path, { title: 'Nobody can pay' });
    await house.pass(10 * seconds - 1);
    expect(await updates(place)).toHaveLength(1);
    await house.pass(1);
    expect(await updates(place)).toMatchObject([
      { data: { status: 'acknowledged', severity: 'low' } },
      { data: { status: 'investigating', severity: 'high', title: 'Nobody can pay' } },
    ]);
    await house.pass(5 * minutes);
    expect(await updates(place)).toHaveLength(2);
    await house.post(place.who, `${path}/mitigate`);
    expect(await updates(place)).toHaveLength(3);
    // Nobody is told that it changed and then that it is over.
    await house.pass(seconds);
    await house.ask(place.who, 'PATCH', path, { severity: 'critical' });
    await house.post(place.who, `${path}/resolve`);
    await house.pass(minutes);
    expect(await updates(place)).toHaveLength(3);
    expect(await house.told(place.tenantId, 'incident.resolved')).toMatchObject([{ data: { severity: 'critical' } }]);
  });

  test('are told of what is affected, and not of counts, notes, assignments or summaries', async () => {
    const place = await house.place();
    const node = { object: { kind: 'Node', namespace: null, name: 'a' }, nodes: ['a'], all_on_nodes: true };
    const see = (...changes: Parameters<typeof round>[2][]) =>
      house.say(place.tenantId, round(place.clusterId, house.clock.now(), ...changes));
    await see(issue(house.clock.now(), { ...node, reason: 'node_not_ready' }));
    const [{ id }] = (await house.get(place.who, incidents)).data;
    house.clock.advance(minutes);
    await see(issue(house.clock.now(), { ...node, reason: 'node_pressure' }));
    await house.post(place.who, `${incidents}/${id}/notes`, { text: 'Looking.' });
    await house.ask(place.who, 'PATCH', `${incidents}/${id}`, { summary: 'The rack is dark.', review: 'x' });
    expect(await updates(place)).toEqual([]);
    await see(issue(house.clock.now(), { nodes: ['a'], all_on_nodes: true }));
    expect(await updates(place)).toHaveLength(1);
  });

  test('are told when it is reopened', async () => {
    const place = await house.place();
    const path = `${incidents}/${await opened(place)}`;
    await house.post(place.who, `${path}/resolve`);
    house.clock.advance(minutes);
    await house.post(place.who, `${path}/reopen`);
    await house.post(place.who, `${path}/resolve`);
    expect((await house.told(place.tenantId)).map(({ type }) => type)).toEqual([
      'incident.created',
      'incident.resolved',
      'incident.updated',
      'incident.resolved',
    ]);
  });
});

describe('the agents', () => {
  const inside = async ({ tenantId }: Place) =>
    (await house.told(tenantId, 'internal.incident_changed')).map(({ data }) => data);
  const changes = async (place: Place) => (await inside(place)).map(({ change }) => change);

  test('are told when it opens, when there is one rule more, and when it ends', async () => {
    const place = await house.place();
    const id = await opened(place);
    const began = house.clock.now().toISOString();
    await house.post(place.who, signals, sent({ key: 'again' }));
    await house.post(place.who, signals, sent({ key: 'other', rule: 'errors' }));
    await house.post(place.who, `${incidents}/${id}/acknowledge`);
    house.clock.advance(minutes);
    await house.post(place.who, `${incidents}/${id}/resolve`);
    const about = {
      incident_id: id,
      cluster_id: place.clusterId,
      severity: 'low',
      object: deployment('checkout'),
      started_at: began,
      previous_incident_id: null,
      resolution: null,
      at: began,
    };
    expect(await inside(place)).toEqual([
      { ...about, change: 'opened', rules: ['latency'] },
      { ...about, change: 'rule_added', rules: ['latency', 'errors'] },
      {
        ...about,
        change: 'ended',
        rules: ['latency', 'errors'],
        resolution: 'fixed',
        at: house.clock.now().toISOString(),
      },
    ]);
  });

  test('are told once when the last of its signals ends, and once when one of them is back', async () => {
    const place = await house.place();
    const id = await opened(place);
    await house.post(place.who, signals, sent({ key: 'other' }));
    const say = async (more: object) => {
      house.clock.advance(seconds);
      await house.post(place.who, signals, sent(more));
    };
    await say({ state: 'ended' });
    expect(await changes(place)).toEqual(['opened']);
    await say({ key: 'other', state: 'ended' });
    const quietAt = house.clock.now().toISOString();
    // Said once more, and work on it meanwhile, is no news.
    await say({ key: 'other', state: 'ended' });
    await house.post(place.who, `${incidents}/${id}/notes`, { text: 'It is over?' });
    expect(await changes(place)).toEqual(['opened', 'quiet']);
    expect((await inside(place)).at(-1)).toMatchObject({ incident_id: id, at: quietAt, resolution: null });
    await say({});
    await say({ key: 'other' });
    expect(await changes(place)).toEqual(['opened', 'quiet', 'returned']);
    await say({ state: 'ended' });
    await say({ key: 'other', state: 'ended' });
    await house.pass(5 * minutes);
    expect(await changes(place)).toEqual(['opened', 'quiet', 'returned', 'quiet', 'ended']);
    expect((await inside(place)).at(-1)).toMatchObject({ resolution: 'self_healed' });
  });

  test('are told that it is quiet where it began and ended in one breath, and both where it came back and went', async () => {
    const place = await house.place();
    const now = house.clock.now();
    const loop = issue(now);
    await house.say(place.tenantId, round(place.clusterId, now, loop, resolved(loop)));
    expect(await changes(place)).toEqual(['opened', 'quiet']);
    house.clock.advance(minutes);
    const again = issue(house.clock.now(), { reason: 'oom_killed' });
    await house.say(place.tenantId, round(place.clusterId, house.clock.now(), again, resolved(again)));
    expect(await changes(place)).toEqual(['opened', 'quiet', 'rule_added', 'returned', 'quiet']);
  });

  test('are told of a quiet one that something is merged into which fires', async () => {
    const place = await house.place();
    const into = await opened(place);
    house.clock.advance(seconds);
    await house.post(place.who, signals, sent({ state: 'ended' }));
    const other = { key: 'search', object: deployment('search') };
    await house.post(place.who, signals, sent(other));
    const { data } = await house.get(place.who, incidents);
    const from = data.find((one: { id: string }) => one.id !== into).id;
    await house.post(place.who, `${incidents}/${from}/merge`, { into });
    const told = await inside(place);
    const of = (isInto: boolean) =>
      told.filter(({ incident_id: id }) => (id === into) === isInto).map(({ change }) => change);
    expect(of(true)).toEqual(['opened', 'quiet', 'returned']);
    expect(of(false)).toEqual(['opened', 'ended']);
  });

  test('are not told that it is back by whoever reopens a quiet one', async () => {
    const place = await house.place();
    const id = await opened(place);
    house.clock.advance(seconds);
    await house.post(place.who, signals, sent({ state: 'ended' }));
    await house.pass(5 * minutes);
    await house.post(place.who, `${incidents}/${id}/reopen`);
    expect(await changes(place)).toEqual(['opened', 'quiet', 'ended']);
  });

  test('are told of one that came back which it was before', async () => {
    const place = await house.place();
    const first = await opened(place);
    await house.post(place.who, `${incidents}/${first}/resolve`);
    house.clock.advance(minutes);
    await house.post(place.who, signals, sent({ key: 'anew' }));
    expect((await inside(place)).at(-1)).toMatchObject({ change: 'opened', previous_incident_id: first });
  });
});

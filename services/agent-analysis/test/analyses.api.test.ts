import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hung, outOfMemory, pastVerdict } from './cases.ts';
import { analyses, type House, minutes, type Place, rules, settings, startHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.neighbours.silent.clear());
afterAll(() => house.stop());

const now = () => house.clock.now();

/** As incidents knows it. */
function known(place: Place, more = {}) {
  const incident = house.incident(place);
  const { object, cluster_id, tenantId } = incident;
  house.neighbours.incidents.set(incident.incident_id, { tenantId, cluster_id, object, state: 'firing', ...more });
  return incident;
}

describe('who asks for an analysis', () => {
  const start = (place: Place, incidentId: string, given = {}) =>
    house.ask(place, 'POST', analyses, { body: { incident_id: incidentId }, ...given });

  test('is told where it is, and it goes its way', async () => {
    const place = house.place();
    const incident = known(place);
    const begun = await start(place, incident.incident_id, { claims: { sub: '019cad00-0000-7000-8000-0000000000aa' } });
    expect(begun).toMatchObject({
      status: 202,
      body: {
        status: 'queued',
        because: 'asked',
        incident_id: incident.incident_id,
        cluster_id: place.clusterId,
        requested_by: { type: 'user', id: '019cad00-0000-7000-8000-0000000000aa' },
      },
    });
    expect(begun.headers.get('location')).toBe(`${analyses}/${begun.body.id}`);
    const again = await start(place, incident.incident_id);
    expect(again.body.id).toBe(begun.body.id);
    await house.seenAsked(incident, outOfMemory(now()));
    await house.concluded(incident);
    expect(await house.get(place, `${analyses}/${begun.body.id}`)).toMatchObject({ conclusion: 'suggestion' });
  });

  test('is told that there is no such incident, also if it is another tenant’s or outside of the role', async () => {
    const place = house.place();
    const incident = known(place);
    expect(await start(place, randomUUID())).toMatchObject({ status: 404 });
    expect(await start(house.place(), incident.incident_id)).toMatchObject({ status: 404 });
    for (const limits of [{ cluster_ids: [randomUUID()] }, { cloudspace_ids: [randomUUID()] }])
      expect(await start(place, incident.incident_id, { claims: limits })).toMatchObject({ status: 404 });
    const within = { claims: { cluster_ids: [place.clusterId] } };
    expect(await start(place, incident.incident_id, within)).toMatchObject({ status: 202 });
  });

  test('needs the scope agents, and incidents to answer', async () => {
    const place = house.place();
    const { incident_id: id } = known(place);
    const scopes = ['read', 'deploy', 'actions', 'admin'] as const;
    expect(await start(place, id, { claims: { scopes } })).toMatchObject({ status: 403 });
    house.neighbours.silent.add('incidents');
    expect(await start(place, id)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  });

  test('of one that is over, or quiet, is told so at once', async () => {
    const place = house.place();
    const over = await start(place, known(place, { state: 'ended' }).incident_id);
    expect(over).toMatchObject({ status: 202, body: { conclusion: 'not_analysed', reason: 'incident_over' } });
    const quiet = await start(place, known(place, { state: 'quiet' }).incident_id);
    expect(quiet).toMatchObject({ status: 202, body: { conclusion: 'recovered' } });
  });
});

describe('analyses', () => {
  test('are listed newest first, by incident, cluster and conclusion, and as far as a role reaches', async () => {
    const place = house.place();
    const second: Place = { tenantId: place.tenantId, clusterId: randomUUID() };
    const [one, two] = [house.incident(place), house.incident(second)];
    await house.changed(one, 'opened');
    await house.seen(one, hung(now()));
    await house.concluded(one);
    house.clock.advance(minutes);
    await house.changed(two, 'opened');
    await house.seen(two, outOfMemory(now()));
    await house.concluded(two);
    const incidents = async (query: string, claims = {}) => {
      const { body } = await house.ask(place, 'GET', `${analyses}${query}`, { claims });
      expect(body.total).toBe(body.data.length);
      return body.data.map(({ incident_id }: { incident_id: string }) => incident_id);
    };
    expect(await incidents('')).toEqual([two.incident_id, one.incident_id]);
    expect(await incidents(`?incident_id=${one.incident_id}`)).toEqual([one.incident_id]);
    expect(await incidents(`?cluster_id=${second.clusterId}`)).toEqual([two.incident_id]);
    expect(await incidents('?conclusion=suggestion,no_rule')).toEqual([two.incident_id]);
    expect(await incidents('?status=queued,observing')).toEqual([]);
    expect(await incidents(`?created_after=${now().toISOString()}`)).toEqual([two.incident_id]);
    expect(await incidents('', { cluster_ids: [place.clusterId] })).toEqual([one.incident_id]);
    expect(await incidents('', { cloudspace_ids: [randomUUID()] })).toEqual([]);
    const [{ id }] = (await house.get(place, `${analyses}?incident_id=${two.incident_id}`)).data;
    const limited = { claims: { cluster_ids: [place.clusterId] } };
    expect(await house.ask(place, 'GET', `${analyses}/${id}`, limited)).toMatchObject({ status: 404 });
    const etag = (await house.ask(place, 'GET', `${analyses}/${id}`)).headers.get('etag') ?? '';
    expect(await house.ask(place, 'GET', `${analyses}/${id}`, { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
    });
  });
});

describe('the rules', () => {
  test('are fourteen, in their order, each with what it asks for, its prior and its record', async () => {
    const place = house.place();
    const { data, total } = await house.get(place, rules);
    expect(total).toBe(14);
    expect(data[0]).toMatchObject({
      name: 'wedged_pod',
      id: '019cad00-0000-7000-8000-000000000001',
      action: 'restart_pod',
      enabled: true,
      prior: 0.7,
      record: { judged: 0, cured: 0, confidence: 0.7, measured: false },
      records: [{ action: 'restart_pod', judged: 0 }],
      paused: null,
      autonomy: 'auto',
    });
    expect(data[5]).toMatchObject({ name: 'failing_node', autonomy: 'ask' });
    expect(data[6]).toMatchObject({ name: 'dead_node', autonomy: null });
    expect(data[7]).toMatchObject({ name: 'bad_rollout', action: null, record: null, records: [], autonomy: null });
    house.neighbours.silent.add('action-agent');
    expect((await house.get(place, rules)).data[0]).toMatchObject({ autonomy: 'unknown' });
  });

  test('are switched by administrators, for their tenant alone', async () => {
    const [place, other] = [house.place(), house.place()];
    const patch = (claims = {}, name = 'dead_node') =>
      house.ask(place, 'PATCH', `${rules}/${name}`, { body: { enabled: false }, claims });
    expect(await patch({ scopes: ['read', 'agents', 'actions'] })).toMatchObject({ status: 403 });
    expect(await patch({ cluster_ids: [place.clusterId] })).toMatchObject({ status: 403 });
    expect(await patch({}, 'no_such_rule')).toMatchObject({ status: 404 });
    expect(await patch()).toMatchObject({ status: 200, body: { name: 'dead_node', enabled: false } });
    expect((await house.get(place, rules)).data[6]).toMatchObject({ enabled: false });
    expect((await house.get(other, rules)).data[6]).toMatchObject({ enabled: true });
  });
});

describe('settings', () => {
  test('are what an administrator sets, who saw them as they are', async () => {
    const place = house.place();
    const seen = await house.ask(place, 'GET', settings);
    expect(seen.body).toEqual({ auto_from: 0.8 });
    const patch = (auto_from: number, given = {}) =>
      house.ask(place, 'PATCH', settings, { body: { auto_from }, ...given });
    for (const wrong of [0.49, 1.01]) expect(await patch(wrong)).toMatchObject({ status: 422 });
    expect(await patch(0.9, { claims: { scopes: ['read', 'agents'] } })).toMatchObject({ status: 403 });
    expect(await patch(0.95)).toMatchObject({ status: 200, body: { auto_from: 0.95 } });
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    expect(await patch(0.5, { headers })).toMatchObject({ status: 412 });
    expect(await house.get(house.place(), settings)).toEqual({ auto_from: 0.8 });
  });
});

test('other modules are told the records of the tenant that they work for', async () => {
  const place = house.place();
  await house.judged(place.tenantId, pastVerdict(place.clusterId, 'cured', now(), { automatic: true }));
  const claims = { kind: 'module', sub: 'agent-recommendation', cid: 'agent-recommendation', scopes: [] } as const;
  const ask = async (tenant: string) => {
    const { token } = await caller({ ...claims, tenant, audience: 'agent-analysis' }, house.clock);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${house.addresses['agent-analysis']}/internal/v1/track-records`, { headers });
    return (await answer.json()) as { auto_from: number; records: { rule: string }[] };
  };
  const { auto_from, records } = await ask(place.tenantId);
  expect(auto_from).toBe(0.8);
  expect(records.map(({ rule }) => rule)).toHaveLength(7);
  expect(records[0]).toEqual({
    rule: 'wedged_pod',
    rule_id: '019cad00-0000-7000-8000-000000000001',
    action: 'restart_pod',
    enabled: true,
    judged: 1,
    cured: 1,
    confidence: 0.7,
    measured: false,
    prior: 0.7,
    automatic: 1,
    paused_since: null,
    paused_because: null,
  });
  expect((await ask(randomUUID())).records[0]).toMatchObject({ judged: 0 });
});

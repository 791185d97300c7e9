import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incident, observations, type Person, type Place, startHouse } from './house.ts';
import { deployment, factsOf, node } from './seen.ts';

/** What people and programs ask for, and what they are shown. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const asking = ({ clusterId }: Pick<Place, 'clusterId'>, more: object = {}) => ({
  cluster_id: clusterId,
  object: deployment,
  ...more,
});
const post = ({ who }: Pick<Place, 'who'>, body: object, headers = {}) =>
  house.ask(who, 'POST', observations, body, headers);
const limited = ({ tenantId }: Place, claims: Person['claims']): Person => ({ tenantId, claims });

describe('asking', () => {
  test('is answered at once, and the record tells the rest', async () => {
    const place = house.place();
    const answer = await post(place, asking(place));
    expect(answer).toMatchObject({
      status: 202,
      body: {
        cluster_id: place.clusterId,
        object: deployment,
        incident_id: null,
        because: 'asked_by_person',
        status: 'observing',
        asked_by: { type: 'user', id: place.who.claims.sub },
        facts: null,
        items: [],
      },
    });
    expect(answer.headers.get('location')).toBe(`${observations}/${answer.body.id}`);
    expect(answer.headers.get('etag')).toMatch(/^"/);
    expect(await house.ended(place.who, answer.body.id)).toMatchObject({ status: 'complete', facts: { exists: true } });
    const read = await house.ask(place.who, 'GET', `${observations}/${answer.body.id}`);
    const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
    expect((await house.ask(place.who, 'GET', `${observations}/${answer.body.id}`, undefined, headers)).status).toBe(
      304,
    );
  });

  test('again with the same Idempotency-Key makes nothing', async () => {
    const place = house.place();
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [await post(place, asking(place), headers), await post(place, asking(place), headers)];
    expect(second.body.id).toBe(first.body.id);
    expect((await house.get(place.who, observations)).total).toBe(1);
  });

  test.each([
    ['no object', { object: undefined }, 'object'],
    ['a namespace that cannot be', { object: { ...deployment, namespace: 'Shop!' } }, 'object.namespace'],
    ['a name that is empty', { object: { ...deployment, name: ' ' } }, 'object.name'],
    ['more than is asked for', { object: { ...deployment, uid: 'x' } }, 'object.uid'],
  ])('for %s is refused', async (_, more, field) => {
    const place = house.place();
    const answer = await post(place, asking(place, more));
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0]).toMatchObject({ field });
  });

  test('for a cluster that is not there, or is of another tenant, is refused alike', async () => {
    const [place, other] = [house.place(), house.place()];
    const told = await Promise.all(
      [other.clusterId, randomUUID()].map((clusterId) => post(place, asking({ clusterId }))),
    );
    for (const { status, body } of told) {
      expect(status).toBe(422);
      expect(body.error.details).toMatchObject([{ field: 'cluster_id', code: 'unknown' }]);
    }
    expect((await house.get(place.who, observations)).total).toBe(0);
  });

  test('takes the scope agents, reading takes read', async () => {
    const place = house.place();
    const reader = limited(place, { scopes: ['read'] });
    expect(await house.ask(reader, 'POST', observations, asking(place))).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_scope' } },
    });
    expect((await house.get(reader, observations)).total).toBe(0);
  });

  test('for very many at once is refused until some are done, and incidents go on meanwhile', async () => {
    const place = house.place();
    const { evidence } = house.neighbours;
    const answering = Promise.withResolvers<void>();
    house.neighbours.evidence = async () => {
      await answering.promise;
      return factsOf();
    };
    for (let asked = 0; asked < 20; asked += 1) expect((await post(place, asking(place))).status).toBe(202);
    expect(await post(place, asking(place))).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const opened = incident(place, house.clock);
    await house.say(place.tenantId, opened);
    answering.resolve();
    expect(await house.endedOf(place.who, opened.incident_id)).toMatchObject({ status: 'complete' });
    await eventually(async () => expect((await post(place, asking(place))).status).toBe(202));
    house.neighbours.evidence = evidence;
  });
});

describe('the list', () => {
  test('is of the newest first, without what was seen, and narrows to incident, cluster, status and why', async () => {
    const place = house.place();
    const second = house.neighbours.cluster(place.tenantId);
    const opened = incident(place, house.clock);
    await house.say(place.tenantId, opened);
    await house.say(place.tenantId, incident({ clusterId: second }, house.clock, { object: null }));
    await house.endedOf(place.who, opened.incident_id);
    const { body } = await post(place, asking(place, { object: node }));
    await house.ended(place.who, body.id);
    const idsOf = async (query: string) => {
      const { data, total } = await house.get(place.who, `${observations}${query}`);
      expect(total).toBe(data.length);
      return data.map(({ object, because }: { object: { kind: string } | null; because: string }) => [
        object?.kind,
        because,
      ]);
    };
    const [asked, made, none] = [
      ['Node', 'asked_by_person'],
      ['Deployment', 'opened'],
      [undefined, 'opened'],
    ];
    expect(await idsOf('')).toEqual([asked, none, made]);
    expect(await idsOf(`?incident_id=${opened.incident_id}`)).toEqual([made]);
    expect(await idsOf(`?cluster_id=${second}`)).toEqual([none]);
    expect(await idsOf('?status=not_observable')).toEqual([none]);
    expect(await idsOf('?because=asked_by_person')).toEqual([asked]);
    expect(await idsOf(`?created_after=${new Date(house.clock.now().getTime() + 1).toISOString()}`)).toEqual([]);
    const { data } = await house.get(place.who, `${observations}?limit=1`);
    expect(Object.keys(data[0])).not.toContain('facts');
    expect(Object.keys(data[0])).not.toContain('items');
  });
});

describe('a role that is limited', () => {
  test('to a cluster sees what was seen there, and asks for nothing elsewhere', async () => {
    const place = house.place();
    const second = house.neighbours.cluster(place.tenantId);
    const there = (await post(place, asking({ clusterId: second }))).body.id;
    const here = (await post(place, asking(place))).body.id;
    await Promise.all([house.ended(place.who, there), house.ended(place.who, here)]);
    const who = limited(place, { cluster_ids: [second] });
    expect(await house.get(who, observations)).toMatchObject({ total: 1, data: [{ id: there }] });
    expect(await house.get(who, `${observations}?cluster_id=${place.clusterId}`)).toMatchObject({ total: 0, data: [] });
    expect((await house.ask(who, 'GET', `${observations}/${there}`)).status).toBe(200);
    expect((await house.ask(who, 'GET', `${observations}/${here}`)).status).toBe(404);
    for (const clusterId of [place.clusterId, randomUUID()])
      expect((await post({ who }, asking({ clusterId }))).status).toBe(404);
    expect((await post({ who }, asking({ clusterId: second }))).status).toBe(202);
  });

  test('to CloudSpaces sees none, since each tells of nodes and of what else is on them', async () => {
    const place = house.place();
    const { id } = (await post(place, asking(place))).body;
    await house.ended(place.who, id);
    for (const claims of [
      { cloudspace_ids: [randomUUID()] },
      { cloudspace_ids: [randomUUID()], cluster_ids: [place.clusterId] },
    ]) {
      const who = limited(place, claims);
      expect(await house.get(who, observations)).toMatchObject({ total: 0, data: [] });
      expect((await house.ask(who, 'GET', `${observations}/${id}`)).status).toBe(404);
      expect((await post({ who }, asking(place))).status).toBe(404);
    }
  });
});

describe('two tenants', () => {
  test('never meet', async () => {
    const [place, other] = [house.place(), house.place()];
    const opened = incident(place, house.clock);
    await house.say(place.tenantId, opened);
    // The same incident, said by another tenant, is another.
    await house.say(other.tenantId, { ...opened, cluster_id: other.clusterId });
    const own = await house.endedOf(place.who, opened.incident_id);
    const theirs = await house.endedOf(other.who, opened.incident_id);
    expect(own.id).not.toBe(theirs.id);
    const foreign = await house.ask(other.who, 'GET', `${observations}/${own.id}`);
    const never = await house.ask(other.who, 'GET', `${observations}/${randomUUID()}`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    const asked = house.neighbours.evidenceAsked.filter(({ tenantId }) => tenantId === other.tenantId);
    expect(asked.map(({ cluster_id: id }) => id)).toEqual([other.clusterId]);
  });
});

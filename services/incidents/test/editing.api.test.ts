import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, type Place, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** What people declare, change and write. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const given = ({ clusterId }: Place) => ({ cluster_id: clusterId, title: 'Checkout is slow', severity: 'high' });
const declare = async (place: Place) => (await house.post(place.who, incidents, given(place))).id as string;
const timeline = async ({ who }: Place, id: string, kind: string) =>
  (await house.get(who, `${incidents}/${id}/timeline?kind=${kind}`)).data;

describe('declaring', () => {
  test('makes one that is numbered, and told of', async () => {
    const place = await house.place();
    const body = {
      ...given(place),
      namespace: 'shop',
      affected_service: 'checkout',
      category: 'performance',
      summary: 'p95 is 4 s',
    };
    const made = await house.ask(place.who, 'POST', incidents, body);
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...body,
        number: 1,
        status: 'open',
        source: 'person',
        signal_count: 0,
        created_by: { type: 'user', id: place.who.claims.sub },
        started_at: house.clock.now().toISOString(),
        url: `https://wheelhouse.example.test/incidents/${made.body.id}`,
      },
    });
    expect(made.headers.get('location')).toBe(`${incidents}/${made.body.id}`);
    expect((await house.post(place.who, incidents, given(place))).number).toBe(2);
    expect((await house.told(place.tenantId, 'incident.created')).map(({ data }) => data.title)).toHaveLength(2);
  });

  test('is refused for a cluster that is not there, or is another tenant’s', async () => {
    const [place, other] = [await house.place(), await house.place()];
    for (const cluster_id of [randomUUID(), other.clusterId])
      expect(await house.ask(place.who, 'POST', incidents, { ...given(place), cluster_id })).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: 'cluster_id' }] } },
      });
    expect((await house.get(place.who, incidents)).total).toBe(0);
  });

  test('is done once for an Idempotency-Key', async () => {
    const place = await house.place();
    const make = () => house.ask(place.who, 'POST', incidents, given(place), { 'idempotency-key': 'k1' });
    const [first, again] = [await make(), await make()];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await house.get(place.who, incidents)).total).toBe(1);
    expect(await house.told(place.tenantId, 'incident.created')).toHaveLength(1);
  });

  test.for([
    ['title', '\u0000'],
    ['title', ' '],
    ['title', 'a\nb'],
    ['title', '\ud800'],
    ['affected_service', 'a\u0000'],
    ['summary', 'a\u0000'],
  ])('%s cannot be %j', async ([field = '', value]) => {
    const place = await house.place();
    const refused = await house.ask(place.who, 'POST', incidents, { ...given(place), [field]: value });
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
  });
});

describe('changing', () => {
  test('sets title and severity for good: signals no longer change them', async () => {
    const place = await house.place();
    const one = { key: 'k', rule: 'latency', severity: 'medium', message: 'slow', object: deployment('checkout') };
    await house.post(place.who, signals, { signals: [one] });
    const [{ id }] = (await house.get(place.who, incidents)).data;
    const path = `${incidents}/${id}`;
    const changed = await house.ask(place.who, 'PATCH', path, { title: 'Nobody can pay', severity: 'low' });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Nobody can pay', severity: 'low' } });
    await house.post(place.who, signals, { signals: [{ ...one, key: 'worse', rule: 'down', severity: 'critical' }] });
    expect(await house.get(place.who, path)).toMatchObject({
      title: 'Nobody can pay',
      severity: 'low',
      signal_count: 2,
    });
    expect(await timeline(place, id, 'severity')).toMatchObject([
      { summary: 'Severity medium → low.', data: { from: 'medium', to: 'low' }, actor: { id: place.who.claims.sub } },
    ]);
  });

  test('assigns to a user of the tenant and to nobody else', async () => {
    const place = await house.place();
    const id = await declare(place);
    const known = randomUUID();
    house.neighbours.users.add(known);
    const assign = (assignee_id: string | null) => house.ask(place.who, 'PATCH', `${incidents}/${id}`, { assignee_id });
    expect(await assign(known.toUpperCase())).toMatchObject({ status: 200, body: { assignee_id: known } });
    expect(await assign(randomUUID())).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'assignee_id', code: 'unknown' }] } },
    });
    expect((await house.get(place.who, `${incidents}?assignee_id=${known}`)).total).toBe(1);
    expect(await assign(null)).toMatchObject({ status: 200, body: { assignee_id: null } });
    expect(await timeline(place, id, 'assigned')).toMatchObject([
      { summary: 'Assigned to nobody.', data: { from: known, to: null } },
      { summary: 'Assigned.', data: { from: null, to: known } },
    ]);
  });

  test('keeps what it does not name, and null removes', async () => {
    const place = await house.place();
    const path = `${incidents}/${await declare(place)}`;
    await house.ask(place.who, 'PATCH', path, {
      summary: 'p95 is 4 s',
      root_cause: 'A full disk.',
      review: '# Learned\n\n- that',
    });
    const changed = await house.ask(place.who, 'PATCH', path, { summary: null });
    expect(changed.body).toMatchObject({ summary: null, root_cause: 'A full disk.', review: '# Learned\n\n- that' });
    // The review may be long, and no list shows it.
    expect((await house.get(place.who, incidents)).data[0]).not.toHaveProperty('review');
  });

  test('is refused with 412 where somebody else has written, and not where a signal came', async () => {
    const place = await house.place();
    const one = { key: 'k', rule: 'latency', severity: 'low', message: 'slow', object: deployment('checkout') };
    await house.post(place.who, signals, { signals: [one] });
    const [{ id }] = (await house.get(place.who, incidents)).data;
    const path = `${incidents}/${id}`;
    const read = async () => (await house.ask(place.who, 'GET', path)).headers.get('etag') ?? '';
    const write = (summary: string, etag: string) =>
      house.ask(place.who, 'PATCH', path, { summary }, { 'if-match': etag });
    const seen = await read();
    expect((await house.ask(place.who, 'GET', path, undefined, { 'if-none-match': seen })).status).toBe(304);
    await house.post(place.who, signals, { signals: [{ ...one, key: 'other' }] });
    expect((await house.ask(place.who, 'GET', path, undefined, { 'if-none-match': seen })).status).toBe(200);
    expect(await write('first', seen)).toMatchObject({ status: 200 });
    expect(await write('second', seen)).toMatchObject({
      status: 412,
      body: { error: { code: 'precondition_failed' } },
    });
    expect(await write('second', await read())).toMatchObject({ status: 200, body: { summary: 'second' } });
    expect(await write('third', '*')).toMatchObject({ status: 200 });
  });
});

describe('a note', () => {
  test('stands in the timeline, its first line as the sentence and the whole as text', async () => {
    const place = await house.place();
    const id = await declare(place);
    const text = '<script>alert(1)</script> [pay](javascript:alert(1))\n\u202ereversed\n\n- a list';
    const made = await house.ask(place.who, 'POST', `${incidents}/${id}/notes`, { text });
    expect(made.status).toBe(201);
    expect(await timeline(place, id, 'note')).toMatchObject([
      {
        summary: '<script>alert(1)</script> [pay](javascript:alert(1))',
        text,
        actor: { type: 'user', id: place.who.claims.sub },
      },
    ]);
    for (const refused of ['', ' \n ', 'a\u0000', 'x'.repeat(16_385)])
      expect((await house.ask(place.who, 'POST', `${incidents}/${id}/notes`, { text: refused })).status).toBe(422);
  });
});

describe('the settings of a tenant', () => {
  const settings = '/api/v1/settings';

  test('have defaults, are changed by administrators, and honor If-Match', async () => {
    const { who } = await house.place();
    const read = await house.ask(who, 'GET', settings);
    expect(read.body).toEqual({ quiet_seconds: 300, open_from: 'low' });
    const etag = read.headers.get('etag') ?? '';
    expect((await house.ask(who, 'GET', settings, undefined, { 'if-none-match': etag })).status).toBe(304);
    const write = (body: object, headers = {}) => house.ask(who, 'PATCH', settings, body, headers);
    expect(await write({ quiet_seconds: 60 }, { 'if-match': etag })).toMatchObject({
      status: 200,
      body: { quiet_seconds: 60, open_from: 'low' },
    });
    expect(await write({ open_from: 'high' }, { 'if-match': etag })).toMatchObject({ status: 412 });
    for (const wrong of [{ quiet_seconds: 9 }, { quiet_seconds: 3_601 }, { open_from: 'none' }])
      expect((await write(wrong)).status).toBe(422);
    const reader = { tenantId: who.tenantId, claims: { scopes: ['read', 'actions'] } } as never;
    expect((await house.ask(reader, 'PATCH', settings, { quiet_seconds: 10 })).status).toBe(403);
  });
});

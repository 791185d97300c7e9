import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, hours, incidents, type Person, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';
import { type Entry, onlyOf, timelineOf } from './timeline-of.ts';

/** What stands in a timeline, and who is shown it. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const timeline = (who: Person, id: string) => timelineOf(house, who, id);
const only = (place: Place) => onlyOf(house, place);
const from = (ms: number) => new Date(house.clock.now().getTime() + ms);
describe('entries', () => {
  const sent = (more: object = {}) => ({
    signals: [
      {
        key: randomUUID(),
        rule: 'latency',
        severity: 'high',
        message: 'slow',
        object: deployment('checkout'),
        ...more,
      },
    ],
  });

  test('are one for each rule and object, with a count that grows and the newest words', async () => {
    const place = await house.place();
    for (const message of ['2 s', '3 s', '4 s']) {
      house.clock.advance(seconds);
      await house.post(place.who, signals, sent({ message }));
    }
    await house.post(place.who, signals, sent({ rule: 'errors' }));
    const { id } = await only(place);
    const [first, second] = await timeline(place.who, id);
    expect([first?.count, first?.summary, second?.count]).toEqual([3, 'Deployment shop/checkout: latency: 4 s', 1]);
  });

  test('are placed where they happened, and nothing earlier than seven days', async () => {
    const place = await house.place();
    const old = new Date(house.clock.now().getTime() - 30 * 24 * hours).toISOString();
    await house.post(place.who, signals, sent({ at: old }));
    const { id, started_at } = await only(place);
    expect(started_at).toBe(old);
    const [entry] = await timeline(place.who, id);
    expect(entry?.at).toBe(from(-7 * 24 * hours).toISOString());
  });

  test('keep to one line, whole characters and a length, whatever a signal says', async () => {
    const place = await house.place();
    const message = `${'😀'.repeat(250)}\n${'x'.repeat(200)}`;
    await house.post(place.who, signals, sent({ message }));
    const [entry] = await timeline(place.who, (await only(place)).id);
    expect(Array.from(entry?.summary ?? '').length).toBeLessThanOrEqual(500);
    expect(entry?.summary).not.toMatch(/\n/);
    expect(entry?.summary.isWellFormed()).toBe(true);
  });

  test('come page by page, by kind, and never to another tenant', async () => {
    const [place, other] = [await house.place(), await house.place()];
    await house.post(place.who, signals, sent());
    const { id } = await only(place);
    for (let note = 0; note < 5; note += 1) {
      house.clock.advance(seconds);
      await house.post(place.who, `${incidents}/${id}/notes`, { text: `note ${note}` });
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await house.get(place.who, `${incidents}/${id}/timeline?kind=note&limit=2${cursor}`);
      expect(page.total).toBe(5);
      seen.push(...page.data.map(({ summary }: Entry) => summary));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(['note 4', 'note 3', 'note 2', 'note 1', 'note 0']);
    for (const part of ['timeline', 'signals', 'stream', 'export'])
      expect((await house.ask(other.who, 'GET', `${incidents}/${id}/${part}`)).status).toBe(404);
  });
});

describe('who was told', () => {
  test('is asked of webhooks within the limits of the reader, and not known while they do not answer', async () => {
    const place = await house.place();
    const { who, clusterId } = place;
    const { id } = await house.post(who, incidents, {
      cluster_id: clusterId,
      title: 'Nobody can pay',
      severity: 'high',
    });
    const asked: unknown[] = [];
    const receiver = {
      webhook_id: randomUUID(),
      name: 'ops',
      format: 'slack',
      state: 'succeeded',
      delivered_at: house.clock.now().toISOString(),
    };
    house.neighbours.receivers = (event, query) => {
      asked.push({ event, ...query });
      return { deliveries: [{ ...receiver, delivery_id: randomUUID(), attempt_count: 1 }] };
    };
    const told = async (reader: Person) =>
      (await house.get(reader, `${incidents}/${id}/timeline`)).data.map((entry: Entry & { receivers: unknown }) => [
        entry.kind,
        entry.receivers,
      ]);
    const [entry] = (await house.get(who, `${incidents}/${id}/timeline?kind=webhook`)).data;
    expect(await told(who)).toEqual([
      ['webhook', [receiver]],
      ['status', null],
    ]);
    const space = randomUUID();
    await told({ tenantId: place.tenantId, claims: { cluster_ids: [clusterId] } });
    await house.ask(
      { tenantId: place.tenantId, claims: { cluster_ids: [clusterId], cloudspace_ids: [space] } },
      'GET',
      `${incidents}/${id}/timeline`,
    );
    expect(asked.slice(1)).toEqual([{ event: entry.ref.id }, { event: entry.ref.id, cluster_ids: clusterId }]);
    house.neighbours.receivers = () => ({ nothing: 'that we know' });
    expect(await told(who)).toEqual([
      ['webhook', null],
      ['status', null],
    ]);
    house.neighbours.receivers = () => undefined;
    expect((await told(who))[0]).toEqual(['webhook', []]);
  });
});

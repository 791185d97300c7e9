import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, hours, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** Two incidents that are one. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const sent = (name: string, more: object = {}) => ({
  signals: [
    { key: name, rule: 'latency', severity: 'medium', message: `${name} is slow`, object: deployment(name), ...more },
  ],
});
const read = ({ who }: Place, id: string) => house.get(who, `${incidents}/${id}`);
const merge = ({ who }: Place, id: string, into: string) =>
  house.ask(who, 'POST', `${incidents}/${id}/merge`, { into });

/** An incident of each of these objects, by their names. */
async function incidentsOf(place: Place, ...names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    await house.post(place.who, signals, sent(name));
    ids.push((await house.get(place.who, incidents)).data[0].id);
    house.clock.advance(seconds);
  }
  return ids;
}

describe('merging', () => {
  test('moves signals and timeline to the other, which goes on with them', async () => {
    const place = await house.place();
    const { who } = place;
    const started = house.clock.now().toISOString();
    const [from = '', into = ''] = await incidentsOf(place, 'cart', 'checkout');
    await house.post(who, signals, sent('cart', { key: 'more', severity: 'critical', rule: 'errors' }));
    house.clock.advance(seconds);
    await house.post(who, `${incidents}/${from}/notes`, { text: 'Same database.' });
    house.clock.advance(seconds);
    expect(await merge(place, from, into)).toMatchObject({
      status: 200,
      body: { status: 'closed', resolution: 'merged', merged_into: into, firing: 0 },
    });
    expect(await read(place, into)).toMatchObject({
      status: 'open',
      severity: 'critical',
      signal_count: 3,
      firing: 3,
      started_at: started,
      affected: [deployment('cart')],
      affected_total: 1,
    });
    const rulesOf = async (id: string) =>
      (await house.get(who, `${incidents}/${id}/signals`)).data.map(({ key }: { key: string }) => key).toSorted();
    expect([await rulesOf(into), await rulesOf(from)]).toEqual([['cart', 'checkout', 'more'], []]);
    const kinds = async (id: string) =>
      (await house.get(who, `${incidents}/${id}/timeline`)).data
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => kind !== 'webhook')
        .toReversed();
    expect(await kinds(into)).toEqual(['signal', 'signal', 'severity', 'signal', 'note', 'severity', 'merged']);
    expect(await kinds(from)).toEqual(['merged']);
    const told = await house.told(place.tenantId);
    expect(
      told.filter(({ type }) => type === 'incident.resolved').map(({ data }) => [data.incident_id, data.status]),
    ).toEqual([[from, 'closed']]);
  });

  test('sends what comes for the first to the other, as long as that lives', async () => {
    const place = await house.place();
    const [from = '', into = ''] = await incidentsOf(place, 'cart', 'checkout');
    await merge(place, from, into);
    await house.post(place.who, signals, sent('cart', { key: 'more' }));
    // Days later too.
    await house.pass(23 * hours);
    for (const key of ['cart', 'checkout', 'more'])
      await house.post(place.who, signals, sent(key === 'more' ? 'cart' : key, { key }));
    await house.pass(23 * hours);
    for (const key of ['cart', 'checkout', 'more'])
      await house.post(place.who, signals, sent(key === 'more' ? 'cart' : key, { key }));
    await house.pass(12 * hours);
    await house.post(place.who, signals, sent('cart', { key: 'even more' }));
    expect(await read(place, into)).toMatchObject({ status: 'open', signal_count: 4, firing: 4 });
    expect((await house.get(place.who, incidents)).total).toBe(2);
    for (const [name, key] of [
      ['cart', 'cart'],
      ['checkout', 'checkout'],
      ['cart', 'more'],
      ['cart', 'even more'],
    ] as const)
      await house.post(place.who, signals, sent(name, { key, state: 'ended' }));
    await house.pass(5 * minutes);
    expect(await read(place, into)).toMatchObject({ status: 'resolved', resolution: 'self_healed' });
    await house.post(place.who, signals, sent('cart', { key: 'again' }));
    expect((await house.get(place.who, incidents)).data[0]).toMatchObject({
      status: 'open',
      recurrence: 1,
      previous_incident_id: into,
    });
  });

  test('follows a chain to its end', async () => {
    const place = await house.place();
    const [a = '', b = '', c = '', d = ''] = await incidentsOf(place, 'a', 'b', 'c', 'd');
    await merge(place, a, b);
    await merge(place, b, c);
    // Into one that was merged itself: it goes on with the last.
    expect(await merge(place, d, a)).toMatchObject({ status: 200, body: { merged_into: c } });
    await house.post(place.who, signals, sent('a', { key: 'more' }));
    expect(await read(place, c)).toMatchObject({ status: 'open', signal_count: 5, firing: 5, affected_total: 3 });
  });

  test('is refused in a circle, into itself, into what is over, of what is over, and across clusters', async () => {
    const place = await house.place();
    const [a = '', b = '', over = '', other = ''] = await incidentsOf(place, 'a', 'b', 'over', 'other');
    const invalid = (message: string) => ({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining(message) } },
    });
    expect(await merge(place, a, a)).toMatchObject(invalid('into itself'));
    await merge(place, a, b);
    expect(await merge(place, b, a)).toMatchObject(invalid('into itself'));
    expect(await merge(place, a, other)).toMatchObject(invalid('is closed: cannot merge'));
    await house.post(place.who, `${incidents}/${over}/resolve`);
    expect(await merge(place, other, over)).toMatchObject(invalid('is resolved'));
    expect(await merge(place, over, other)).toMatchObject(invalid('is resolved: cannot merge'));
    const elsewhere = { cluster_id: house.neighbours.cluster(place.tenantId), title: 'x', severity: 'low' };
    const { id: far } = await house.post(place.who, incidents, elsewhere);
    expect(await merge(place, other, far)).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'into' }] } },
    });
    expect(await read(place, other)).toMatchObject({ status: 'open', signal_count: 1 });
  });

  test('into what is not there, or is another tenant’s, is refused alike', async () => {
    const [place, stranger] = [await house.place(), await house.place()];
    const [mine = ''] = await incidentsOf(place, 'a');
    const [theirs = ''] = await incidentsOf(stranger, 'a');
    for (const into of [theirs, randomUUID()])
      expect(await merge(place, mine, into)).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: 'into' }] } },
      });
    expect((await merge(stranger, mine, theirs)).status).toBe(404);
  });

  test('keeps what a person has said of severity and title', async () => {
    const place = await house.place();
    const [from = '', into = ''] = await incidentsOf(place, 'a', 'b');
    await house.ask(place.who, 'PATCH', `${incidents}/${from}`, { severity: 'critical' });
    await house.ask(place.who, 'PATCH', `${incidents}/${into}`, { severity: 'low', title: 'Known' });
    await merge(place, from, into);
    expect(await read(place, into)).toMatchObject({ severity: 'low', title: 'Known' });
  });

  test('at once in a circle, with signals coming, ends with one of them live', async () => {
    for (let time = 0; time < 5; time += 1) {
      const place = await house.place();
      const [a = '', b = ''] = await incidentsOf(place, 'a', 'b');
      const answers = await Promise.all([
        merge(place, a, b),
        merge(place, b, a),
        ...Array.from({ length: 6 }, (_, index) =>
          house.ask(place.who, 'POST', signals, sent(index % 2 === 0 ? 'a' : 'b', { key: `more ${index}` })),
        ),
      ]);
      const [one, other] = answers.map(({ status }) => status);
      expect(new Set([one, other])).toEqual(new Set([200, 409]));
      expect(answers.slice(2).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 202));
      const found = [await read(place, a), await read(place, b)];
      const live = found.filter(({ status }) => status === 'open');
      expect(live).toMatchObject([{ signal_count: 8, firing: 8 }]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, minutes, type Place, seconds, signals, startHouse } from './house.ts';
import { deployment, issue, round } from './said.ts';

/** Much at once; the proof incident-storm is its large relative, with processes that are killed. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

interface Found {
  readonly signal_count: number;
  readonly firing: number;
}
const all = async ({ who }: Place): Promise<readonly Found[]> => (await house.get(who, `${incidents}?limit=200`)).data;
const sum = (found: readonly Found[], of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0);
const deadlocks = async () => {
  const [row] = await house.db.look<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks;
};

describe('eight senders of the same fifty troubles, each in an order of its own', () => {
  test('open fifty incidents, count every signal once, and wait for each other in no circle', async () => {
    const place = await house.place();
    const causes = 50;
    const perSender = 200;
    const senders = Array.from({ length: 8 }, (_, index) =>
      Array.from({ length: perSender }, (_one, nth) => ({
        key: `${index}-${nth}`,
        rule: `rule_${nth % 3}`,
        severity: nth % 2 === 0 ? 'high' : 'medium',
        message: 'slow',
        // Each begins elsewhere and goes through them in another direction.
        object: deployment(`app-${(index * 7 + (index % 2 === 0 ? nth : perSender - nth)) % causes}`),
      })),
    );
    const send = async (sent: readonly object[]) => {
      for (let from = 0; from < perSender; from += 40) {
        const body = { signals: sent.slice(from, from + 40) };
        // A third of them twice, as senders do who have heard no answer.
        const times = from % 120 === 0 ? 2 : 1;
        for (let time = 0; time < times; time += 1)
          expect(await house.ask(place.who, 'POST', signals, body)).toMatchObject({ status: 202 });
      }
    };
    await Promise.all(senders.map(send));
    const found = await all(place);
    expect(found).toHaveLength(causes);
    expect(sum(found, ({ signal_count }) => signal_count)).toBe(8 * perSender);
    expect(sum(found, ({ firing }) => firing)).toBe(8 * perSender);
    expect(await house.told(place.tenantId, 'incident.created')).toHaveLength(causes);
    expect(await deadlocks()).toBe(0);

    house.clock.advance(seconds);
    await Promise.all(senders.map((sent) => send(sent.map((one) => ({ ...one, state: 'ended' })))));
    expect(sum(await all(place), ({ firing }) => firing)).toBe(0);
    await house.pass(5 * minutes);
    expect(await house.told(place.tenantId, 'incident.resolved')).toHaveLength(causes);
    expect(await deadlocks()).toBe(0);
  });
});

describe('a monitor and programs that tell of the same at once', () => {
  test('make one incident of each object, whose numbers are each given once', async () => {
    const place = await house.place();
    const names = Array.from({ length: 30 }, (_, index) => `app-${index}`);
    const now = house.clock.now();
    const seen = names.map((name) => issue(now, { object: deployment(name) }));
    const sent = names.map((name) => ({
      key: name,
      rule: 'latency',
      severity: 'low',
      message: 'slow',
      object: deployment(name),
    }));
    await Promise.all([
      house.say(place.tenantId, ...seen.map((one) => round(place.clusterId, now, one))),
      ...sent.toReversed().map((one) => house.post(place.who, signals, { signals: [one] })),
      house.post(place.who, signals, { signals: sent }),
    ]);
    const { data } = await house.get(place.who, `${incidents}?limit=200`);
    expect(data.map(({ signal_count }: Found) => signal_count)).toEqual(names.map(() => 2));
    expect(data.map(({ number }: { number: number }) => number).toSorted((a: number, b: number) => a - b)).toEqual(
      names.map((_, index) => index + 1),
    );
  });

  test('the same end, sent twice at once of what nobody has heard of, is taken by both', async () => {
    const place = await house.place();
    const ends = {
      key: 'k',
      rule: 'latency',
      severity: 'low',
      message: 'slow',
      state: 'ended',
      object: deployment('checkout'),
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => house.ask(place.who, 'POST', signals, { signals: [ends] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(await all(place)).toEqual([]);
  });
});

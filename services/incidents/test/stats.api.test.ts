import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, type House, hours, incidents, minutes, signals, startHouse } from './house.ts';
import { deployment } from './said.ts';

/** How many incidents there were, and how long people took. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

describe('figures', () => {
  test('count incidents, and tell how long it took to acknowledge and to resolve them', async () => {
    const { who, clusterId } = await house.place();
    const declare = async (severity: string, category: string) =>
      (await house.post(who, incidents, { cluster_id: clusterId, title: 'x', severity, category })).id;
    const ids = [
      await declare('high', 'performance'),
      await declare('low', 'capacity'),
      await declare('low', 'capacity'),
    ];
    const acknowledged = [1, 2, 6];
    const resolved = [10, 20, 30];
    let passed = 0;
    const until = (minute: number) => {
      house.clock.advance((minute - passed) * minutes);
      passed = minute;
    };
    for (const [index, minute] of acknowledged.entries()) {
      until(minute);
      await house.post(who, `${incidents}/${ids[index]}/acknowledge`);
    }
    for (const [index, minute] of resolved.entries()) {
      until(minute);
      const body = index === 0 ? { resolution: 'not_an_incident' } : {};
      await house.post(who, `${incidents}/${ids[index]}/resolve`, body);
    }
    await declare('critical', 'security');
    const stats = await house.get(who, `${incidents}/stats`);
    expect(stats).toMatchObject({
      total: 4,
      by_severity: { critical: 1, high: 1, low: 2 },
      by_category: { performance: 1, capacity: 2, security: 1 },
      by_resolution: { fixed: 2, not_an_incident: 1 },
      recurring: 0,
      seconds_to_acknowledge: { median: 120, p90: 312, of: 3 },
      seconds_to_resolve: { median: 1_200, p90: 1_680, of: 3 },
      until: house.clock.now().toISOString(),
    });
  });

  test('are empty where there was none', async () => {
    const { who } = await house.place();
    expect(await house.get(who, `${incidents}/stats?days=90`)).toMatchObject({
      total: 0,
      by_severity: {},
      seconds_to_acknowledge: { median: null, p90: null, of: 0 },
    });
    for (const wrong of ['0', '91', 'x'])
      expect((await house.ask(who, 'GET', `${incidents}/stats?days=${wrong}`)).status).toBe(400);
  });

  test('are of so many days, count what came back, and what was merged once', async () => {
    const { who, clusterId } = await house.place();
    const sent = (more: object = {}) => ({
      signals: [
        { key: 'k', rule: 'latency', severity: 'high', message: 'slow', object: deployment('checkout'), ...more },
      ],
    });
    for (let time = 0; time < 2; time += 1) {
      await house.post(who, signals, sent());
      const [{ id }] = (await house.get(who, incidents)).data;
      await house.post(who, `${incidents}/${id}/resolve`);
      await house.post(who, signals, sent({ state: 'ended' }));
      house.clock.advance(hours);
    }
    expect(await house.get(who, `${incidents}/stats`)).toMatchObject({ total: 2, recurring: 1 });
    house.clock.advance(40 * days);
    const made = { cluster_id: clusterId, title: 'x', severity: 'low' };
    const [from, into] = [await house.post(who, incidents, made), await house.post(who, incidents, made)];
    await house.post(who, `${incidents}/${from.id}/merge`, { into: into.id });
    expect(await house.get(who, `${incidents}/stats`)).toMatchObject({ total: 1, by_resolution: {} });
    expect(await house.get(who, `${incidents}/stats?days=90`)).toMatchObject({ total: 3 });
  });
});

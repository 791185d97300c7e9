import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, type Place, seconds, startHouse } from './house.ts';

/** The list of incidents. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

const declare = async ({ who, clusterId }: Place, more: object = {}) => {
  const body = { cluster_id: clusterId, title: 'Checkout is slow', severity: 'high', ...more };
  const { id } = await house.post(who, incidents, body);
  house.clock.advance(seconds);
  return id as string;
};

describe('pages', () => {
  test('are walked newest first, with a total', async () => {
    const place = await house.place();
    for (let count = 0; count < 7; count += 1) await declare(place, { title: `incident ${count}` });
    const titles: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await house.get(place.who, `${incidents}?limit=3${cursor}`);
      expect(page.total).toBe(7);
      titles.push(...page.data.map(({ title }: { title: string }) => title));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((count) => `incident ${count}`));
  });

  test('are of whoever asked, and of what they asked for', async () => {
    const [place, other] = [await house.place(), await house.place()];
    for (const one of [place, place, other, other]) await declare(one);
    const { next_cursor: cursor } = await house.get(place.who, `${incidents}?limit=1`);
    expect((await house.ask(place.who, 'GET', `${incidents}?limit=1&cursor=${cursor}`)).status).toBe(200);
    for (const [who, query] of [
      [other.who, ''],
      [place.who, '&status=open'],
    ] as const)
      expect(await house.ask(who, 'GET', `${incidents}?limit=1${query}&cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_cursor' } },
      });
  });
});

describe('filters', () => {
  test('narrow the list and its total', async () => {
    const place = await house.place();
    const second = house.neighbours.cluster(place.tenantId);
    const assignee = randomUUID();
    house.neighbours.users.add(assignee);
    const first = await declare(place, { namespace: 'shop', affected_service: 'checkout', category: 'performance' });
    const between = house.clock.now().toISOString();
    house.clock.advance(seconds);
    const other = await declare(place, { cluster_id: second, namespace: 'shopping', severity: 'low' });
    await house.post(place.who, `${incidents}/${other}/acknowledge`);
    await house.ask(place.who, 'PATCH', `${incidents}/${other}`, { assignee_id: assignee });
    const cases: readonly (readonly [query: string, ids: readonly string[]])[] = [
      ['status=open', [first]],
      ['status=acknowledged', [other]],
      ['status=open,acknowledged', [other, first]],
      ['status=closed', []],
      ['severity=low', [other]],
      [`cluster_id=${second}`, [other]],
      [`cluster_id=${second}&status=open`, []],
      ['category=performance', [first]],
      ['namespace=shop', [first]],
      ['namespace=shop,shopping', [other, first]],
      [`assignee_id=${assignee}`, [other]],
      ['q=shop', [other, first]],
      ['q=check', [first]],
      ['q=1', [first]],
      ['q=%232', [other]],
      ['q=nothing', []],
      ['q=%25', []],
      [`created_after=${between}`, [other]],
      [`created_before=${between}`, [first]],
    ];
    for (const [query, ids] of cases) {
      const { data, total } = await house.get(place.who, `${incidents}?${query}`);
      expect([query, total, data.map(({ id }: { id: string }) => id)]).toEqual([query, ids.length, ids]);
    }
    // A word that is no status is none that an incident could have.
    for (const unknown of ['status=none', 'severity=urgent', 'category=x'])
      expect([unknown, (await house.get(place.who, `${incidents}?${unknown}`)).total]).toEqual([unknown, 0]);
    for (const wrong of ['cluster_id=x', 'created_after=x', 'q='])
      expect([wrong, (await house.ask(place.who, 'GET', `${incidents}?${wrong}`)).status]).toEqual([wrong, 400]);
  });
});

describe('counters', () => {
  test('are right after everything that incidents go through', async () => {
    const place = await house.place();
    const ids = [await declare(place), await declare(place), await declare(place, { severity: 'low' })];
    await house.post(place.who, `${incidents}/${ids[0]}/resolve`);
    await house.post(place.who, `${incidents}/${ids[1]}/merge`, { into: ids[2] });
    await house.pass(24 * 3_600 * seconds);
    const total = async (query: string) => (await house.get(place.who, `${incidents}?${query}`)).total;
    // The severity of one that was declared is what a person has said, whatever is merged into it.
    expect(await Promise.all(['status=closed', 'status=open', 'severity=high', 'severity=low'].map(total))).toEqual([
      2, 1, 2, 1,
    ]);
  });
});

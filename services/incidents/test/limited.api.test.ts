import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, hours, incidents, type Person, startHouse, windows } from './house.ts';
import { cloudspace, deployment, issue, nodeObject, round } from './said.ts';

/** Roles that are limited to clusters or CloudSpaces: all else is as if it were not there. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

/** Two clusters; in the first two CloudSpaces and a node, each of which is in trouble. */
async function scene() {
  const place = await house.place();
  const { tenantId, clusterId } = place;
  const second = house.neighbours.cluster(tenantId);
  const [shop, bank] = [randomUUID(), randomUUID()];
  await house.say(tenantId, cloudspace(clusterId, 'shop', shop), cloudspace(clusterId, 'bank', bank));
  const now = house.clock.now();
  const of = (name: string, namespace: string) => issue(now, { object: deployment(name, namespace) });
  const node = issue(now, { object: nodeObject('a'), reason: 'node_not_ready' });
  await house.say(tenantId, round(clusterId, now, of('cart', 'shop'), of('ledger', 'bank'), node));
  await house.say(tenantId, round(second, now, of('search', 'shop')));
  const { data } = await house.get(place.who, incidents);
  const idOf = Object.fromEntries(
    data.map(({ id, object }: { id: string; object: { name: string } }) => [object.name, id]),
  ) as Record<'cart' | 'ledger' | 'a' | 'search', string>;
  const limited = (claims: Person['claims']): Person => ({ tenantId, claims });
  return { ...place, second, shop, bank, idOf, limited };
}

const seen = async (who: Person, query = '') => {
  const { data, total } = await house.get(who, `${incidents}${query}`);
  expect(total).toBe(data.length);
  return data.map(({ object }: { object: { name: string } }) => object.name).toSorted();
};
const parts = ['', '/timeline', '/signals', '/stream', '/export', '/export?format=json'];
const steps = ['acknowledge', 'investigate', 'mitigate', 'resolve', 'reopen', 'close'];

describe('a role limited to a cluster', () => {
  test('sees its incidents, their totals and figures, and of the others nothing', async () => {
    const { limited, second, clusterId, idOf } = await scene();
    const who = limited({ cluster_ids: [second] });
    expect(await seen(who)).toEqual(['search']);
    expect(await seen(who, `?cluster_id=${clusterId}`)).toEqual([]);
    expect(await seen(who, '?severity=critical&status=open')).toEqual(['search']);
    expect(await seen(who, '?q=shop')).toEqual(['search']);
    expect(await house.get(who, `${incidents}/stats`)).toMatchObject({ total: 1, by_severity: { critical: 1 } });
    for (const id of [idOf.cart, idOf.a, randomUUID()]) {
      for (const part of parts) expect((await house.text(who, `${incidents}/${id}${part}`)).status).toBe(404);
      for (const step of steps) expect((await house.ask(who, 'POST', `${incidents}/${id}/${step}`)).status).toBe(404);
      expect((await house.ask(who, 'PATCH', `${incidents}/${id}`, { title: 'x' })).status).toBe(404);
      expect((await house.ask(who, 'POST', `${incidents}/${id}/notes`, { text: 'x' })).status).toBe(404);
      expect((await house.ask(who, 'POST', `${incidents}/${id}/merge`, { into: idOf.search })).status).toBe(404);
      expect((await house.ask(who, 'POST', `${incidents}/${idOf.search}/merge`, { into: id })).status).toBe(422);
    }
    for (const part of parts)
      expect((await house.text(who, `${incidents}/${idOf.search}${part.replace('/stream', '')}`)).status).toBe(200);
  });

  test('declares, announces and sends for that cluster, and for no other', async () => {
    const { who: owner, limited, second, clusterId } = await scene();
    const who = limited({ cluster_ids: [second] });
    const declared = (cluster_id: string) =>
      house.ask(who, 'POST', incidents, { cluster_id, title: 'x', severity: 'low' });
    expect((await declared(second)).status).toBe(201);
    const before = (await house.get(owner, incidents)).total;
    // Whether there is such a cluster is not told either.
    const [foreign, never] = [await declared(clusterId), await declared(randomUUID())];
    expect([foreign.status, never.status]).toEqual([404, 404]);
    expect((await house.get(owner, incidents)).total).toBe(before);
    const announced = (cluster_id: string) =>
      house.ask(who, 'POST', windows, {
        name: 'x',
        cluster_id,
        ends_at: new Date(house.clock.now().getTime() + hours),
      });
    expect((await announced(second)).status).toBe(201);
    for (const id of [clusterId, randomUUID()]) expect((await announced(id)).status).toBe(404);
  });

  test('sees windows of that cluster alone', async () => {
    const { who, limited, second, clusterId } = await scene();
    const ends_at = new Date(house.clock.now().getTime() + hours).toISOString();
    const { id } = await house.post(who, windows, { name: 'first', cluster_id: clusterId, ends_at });
    await house.post(who, windows, { name: 'second', cluster_id: second, ends_at });
    const reader = limited({ cluster_ids: [second] });
    expect(await house.get(reader, windows)).toMatchObject({ total: 1, data: [{ name: 'second' }] });
    for (const method of ['GET', 'DELETE'])
      expect((await house.ask(reader, method, `${windows}/${id}`)).status).toBe(404);
    const inSpace = limited({ cluster_ids: [clusterId], cloudspace_ids: [randomUUID()] });
    expect((await house.ask(inSpace, 'PATCH', '/api/v1/settings', { quiet_seconds: 10 })).status).toBe(403);
  });
});

describe('a role limited to CloudSpaces', () => {
  test('sees incidents of their namespaces, and none of nodes, clusters or other namespaces', async () => {
    const { limited, shop, bank, clusterId, idOf } = await scene();
    expect(await seen(limited({ cloudspace_ids: [shop] }))).toEqual(['cart']);
    expect(await seen(limited({ cloudspace_ids: [shop, bank] }))).toEqual(['cart', 'ledger']);
    expect(await seen(limited({ cloudspace_ids: [bank], cluster_ids: [clusterId] }))).toEqual(['ledger']);
    expect(await seen(limited({ cloudspace_ids: [bank], cluster_ids: [randomUUID()] }))).toEqual([]);
    const who = limited({ cloudspace_ids: [shop] });
    expect(await house.get(who, `${incidents}/stats`)).toMatchObject({ total: 1 });
    for (const id of [idOf.ledger, idOf.a, idOf.search])
      for (const part of parts) expect((await house.text(who, `${incidents}/${id}${part}`)).status).toBe(404);
    expect((await house.post(who, `${incidents}/${idOf.cart}/acknowledge`)).status).toBe('acknowledged');
    expect((await house.get(who, windows)).total).toBe(0);
  });

  test('declares in those, and nowhere else', async () => {
    const { limited, shop, clusterId } = await scene();
    const who = limited({ cloudspace_ids: [shop] });
    const declare = async (more: object) =>
      (await house.ask(who, 'POST', incidents, { cluster_id: clusterId, title: 'x', severity: 'low', ...more })).status;
    expect(await declare({ namespace: 'shop' })).toBe(201);
    expect(
      await Promise.all([declare({}), declare({ namespace: 'bank' }), declare({ cluster_id: randomUUID() })]),
    ).toEqual([404, 404, 404]);
  });

  test('no longer sees what comes in a namespace whose CloudSpace is gone', async () => {
    const { tenantId, limited, shop, clusterId } = await scene();
    await house.say(tenantId, cloudspace(clusterId, 'shop', shop, 'Gone'));
    await house.say(
      tenantId,
      round(clusterId, house.clock.now(), issue(house.clock.now(), { object: deployment('new') })),
    );
    expect(await seen(limited({ cloudspace_ids: [shop] }))).toEqual(['cart']);
  });
});

describe('another tenant', () => {
  test('sees nothing, and changes nothing', async () => {
    const [{ idOf, who: owner }, other] = [await scene(), await house.place()];
    expect(await seen(other.who)).toEqual([]);
    expect(await house.get(other.who, `${incidents}/stats`)).toMatchObject({ total: 0 });
    const foreign = await house.ask(other.who, 'GET', `${incidents}/${idOf.cart}`);
    const never = await house.ask(other.who, 'GET', `${incidents}/${randomUUID()}`);
    expect({ ...foreign.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    for (const step of steps)
      expect((await house.ask(other.who, 'POST', `${incidents}/${idOf.cart}/${step}`)).status).toBe(404);
    expect((await house.get(owner, `${incidents}/${idOf.cart}`)).status).toBe('open');
  });
});

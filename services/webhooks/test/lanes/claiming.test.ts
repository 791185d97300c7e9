import { randomUUID } from 'node:crypto';
import { type Database, makeLog, openDatabase } from '@wheelhouse/kit';
import { moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimLanes, freeLanesOf, giveBackLanes } from '../../src/lanes/claim.ts';
import { Slots } from '../../src/lanes/slots.ts';
import { webhooksModule } from '../../src/module.ts';

let cloned: TestDatabase;
let database: Database;
const now = new Date();

beforeAll(async () => {
  cloned = await moduleDatabase([webhooksModule]);
  const log = makeLog({ level: 'error' });
  database = openDatabase({ url: cloned.url, connections: 4, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await cloned.drop();
});
beforeEach(() => database.system(async (db) => void (await db.query('DELETE FROM webhooks.lanes'))));

async function lanes(
  tenantId: string,
  count: number,
  more: { agoMs?: number; isFast?: boolean; window?: number } = {},
) {
  const { agoMs = 0, isFast = false, window = 1 } = more;
  await database.system((db) =>
    db.query(
      `INSERT INTO webhooks.lanes (subscription_id, tenant_id, next_due_at, is_fast, window_size)
       SELECT gen_random_uuid(), $1, $2::timestamptz + n * interval '1 microsecond', $4, $5 FROM generate_series(1, $3::integer) AS n`,
      [tenantId, new Date(now.getTime() - agoMs - 1_000), count, isFast, window],
    ),
  );
}

const byTenant = (claimed: readonly { readonly tenantId: string }[]) =>
  Object.fromEntries([...Map.groupBy(claimed, ({ tenantId }) => tenantId)].map(([id, some]) => [id, some.length]));

test("every tenant's k-th due lane comes before any tenant's next, however long that one has waited", async () => {
  const [loud, quiet, small] = [randomUUID(), randomUUID(), randomUUID()];
  await lanes(loud, 50, { agoMs: 60_000 });
  await lanes(quiet, 3);
  await lanes(small, 1);
  // Eight slow slots of which a tenant may hold one would let nothing be seen: so ten of a tenant, and twelve in all.
  const slots = new Slots(400);
  slots.take(randomUUID(), 'slow', 10, 0);
  for (let taken = 0; taken < 7; taken += 1) slots.take(randomUUID(), 'slow', 10, 0);
  slots.take(randomUUID(), 'slow', 8, 0);
  expect(slots.free('slow')).toBe(12);
  expect(byTenant(await claimLanes(database, 'a', slots, now))).toEqual({ [loud]: 8, [quiet]: 3, [small]: 1 });
});

test('a tenant holds a tenth of a pool at most, counting what it has under way', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await lanes(one, 30);
  await lanes(other, 30);
  const slots = new Slots(400);
  slots.take(one, 'slow', 7, 0);
  expect(byTenant(await claimLanes(database, 'a', slots, now))).toEqual({ [one]: 3, [other]: 10 });
});

test('lanes of subscribers that answer quickly have slots of their own, counted by their windows', async () => {
  const tenants = Array.from({ length: 20 }, () => randomUUID());
  for (const tenant of tenants) await lanes(tenant, 4, { isFast: true, window: 16 });
  await lanes(randomUUID(), 5);
  const slots = new Slots(400);
  slots.take(randomUUID(), 'slow', 10, 0);
  const claimed = await claimLanes(database, 'a', slots, now);
  const fast = claimed.filter(({ pool }) => pool === 'fast');
  // 300 slots, and no more than 30 for one tenant: its second lane has what the first has left.
  expect(fast.length).toBe(19);
  expect(Object.values(byTenant(fast)).every((count) => count <= 2)).toBe(true);
  expect(claimed.length - fast.length).toBe(5);
});

test('a lane has one holder at a time; what is given back, or has run out, is claimed under a higher number', async () => {
  await lanes(randomUUID(), 1);
  const slots = new Slots(400);
  const [both, none] = [await claimLanes(database, 'a', slots, now), await claimLanes(database, 'a', slots, now)];
  expect([both.length, none.length]).toEqual([1, 0]);
  await giveBackLanes(database, both);
  const [again] = await claimLanes(database, 'a', slots, now);
  expect(again?.token).toBe((both[0]?.token ?? 0) + 1);
  // Its former holder has nothing to give back.
  await giveBackLanes(database, both);
  expect(await claimLanes(database, 'a', slots, now)).toEqual([]);
  await database.system((db) => db.query(`UPDATE webhooks.lanes SET lease_until = clock_timestamp()`));
  expect(await claimLanes(database, 'a', slots, now)).toMatchObject([{ token: (again?.token ?? 0) + 1 }]);
});

test('a worker that comes back under its name has its lanes at once, and leaves those of others alone', async () => {
  const slots = new Slots(400);
  await lanes(randomUUID(), 2);
  const before = await claimLanes(database, 'a', slots, now);
  await lanes(randomUUID(), 3);
  await claimLanes(database, 'b', slots, now);
  await freeLanesOf(database, 'a');
  const after = await claimLanes(database, 'a', slots, now);
  const held = (claimed: typeof before) => claimed.map(({ subscriptionId, token }) => `${subscriptionId} ${token}`);
  expect(held(after).toSorted()).toEqual(held(before.map((lane) => ({ ...lane, token: lane.token + 1 }))).toSorted());
  expect(after).toHaveLength(2);
});

test('many workers that claim side by side never have the same lane', async () => {
  for (let tenant = 0; tenant < 10; tenant += 1) await lanes(randomUUID(), 10);
  const claims = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const some = [];
      for (let round = 0; round < 5; round += 1) some.push(...(await claimLanes(database, 'a', new Slots(400), now)));
      return some;
    }),
  );
  const all = claims.flat();
  expect(all).toHaveLength(100);
  expect(new Set(all.map(({ subscriptionId }) => subscriptionId)).size).toBe(100);
});

test('an attempt that takes long is charged to the slow pool, which starts nothing while it is overdrawn', () => {
  const slots = new Slots(40);
  const held = Array.from({ length: 10 }, () => slots.take(randomUUID(), 'fast', 3, 0));
  expect(slots.used).toEqual({ fast: 30, slow: 0 });
  slots.age(1_999);
  expect(slots.used).toEqual({ fast: 30, slow: 0 });
  held[0]?.release(1);
  slots.age(2_000);
  expect(slots.used).toEqual({ fast: 0, slow: 29 });
  expect(slots.take(randomUUID(), 'slow', 1, 2_000)).toBeUndefined();
  expect(slots.take(randomUUID(), 'fast', 1, 2_000)?.slots).toBe(1);
  for (const one of held) one?.release(one.slots);
  expect(slots.used).toEqual({ fast: 1, slow: 0 });
  expect(slots.free('slow')).toBe(10);
});

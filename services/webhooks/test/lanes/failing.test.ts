import { eventually, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering, type Engine, someone, startEngine } from './engine.ts';

let engine: Engine;
let clock: MovableClock;
beforeAll(async () => {
  clock = movableClock(new Date());
  engine = await startEngine({ clock });
});
afterAll(() => engine.stop());

test('what fails is tried again after its delay, with every attempt kept', async () => {
  const who = await someone();
  const receiver = await engine.receive((response, _request, count) => {
    response.writeHead(count === 1 ? 503 : 204).end();
  });
  await engine.subscribe(who, receiver.url);
  await engine.tell(who);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'pending', attempt_count: 1 }]);
  });
  const [waiting] = await engine.deliveries(who);
  const delay = (waiting?.next_attempt_at?.getTime() ?? 0) - clock.now().getTime();
  expect(delay).toBeGreaterThan(7_000);
  expect(delay).toBeLessThan(12_500);
  clock.advance(12_500);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'succeeded', attempt_count: 2 }]);
  });
  const [ended] = await engine.deliveries(who);
  expect(ended?.attempts.map(({ number, failure }) => ({ number, failure }))).toEqual([
    { number: 1, failure: 'server_error' },
    { number: 2, failure: null },
  ]);
  expect(receiver.received.map(({ headers }) => headers['service-attempt'])).toEqual(['1', '2']);
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
});

test('what cannot be signed is not sent: it rests, keeps nobody else waiting, and goes out once its secret opens again', async () => {
  const who = await someone();
  const receiver = await engine.receive();
  const subscription = await engine.subscribe(who, receiver.url);
  const seal = (change: string) =>
    engine.db.tenant(who.tenantId, (db) =>
      db.query(`UPDATE webhooks.subscriptions SET secret = ${change}, version = version + 1 WHERE id = $1`, [
        subscription,
      ]),
    );
  await seal(`'other' || secret`);
  await engine.tell(who);
  await eventually(async () => {
    const { not_before: rest, lease_until } = await engine.lane(subscription);
    expect(lease_until).toBeNull();
    expect(rest?.getTime()).toBe(clock.now().getTime() + 60_000);
  });
  expect(await engine.deliveries(who)).toMatchObject([{ state: 'pending', attempt_count: 0 }]);
  const other = await engine.receive();
  const neighbour = await someone();
  await engine.subscribe(neighbour, other.url);
  await engine.tell(neighbour);
  await eventually(() => expect(other.received).toHaveLength(1));
  expect(receiver.received).toHaveLength(0);
  await seal(`substr(secret, 6)`);
  clock.advance(60_000);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'succeeded', attempt_count: 1 }]);
  });
  expect(receiver.received).toHaveLength(1);
});

test('after five failures one probe is sent at a time, and the rest waits until one succeeds', async () => {
  const who = await someone();
  let isWell = false;
  const receiver = await engine.receive((response) => response.writeHead(isWell ? 204 : 500).end());
  const subscription = await engine.subscribe(who, receiver.url);
  for (let count = 0; count < 12; count += 1) await engine.tell(who);
  await eventually(async () =>
    expect(await engine.lane(subscription)).toMatchObject({ failures: 5, lease_until: null }),
  );
  expect(receiver.received).toHaveLength(5);
  clock.advance(5_000);
  await eventually(async () =>
    expect(await engine.lane(subscription)).toMatchObject({ failures: 6, lease_until: null }),
  );
  expect(receiver.received).toHaveLength(6);
  isWell = true;
  clock.advance(10_000);
  await eventually(async () => expect(await engine.lane(subscription)).toMatchObject({ failures: 0, is_fast: true }));
  clock.advance(15_000);
  await eventually(async () => {
    expect((await engine.deliveries(who)).every(({ state }) => state === 'succeeded')).toBe(true);
  });
  expect(receiver.received).toHaveLength(18);
});

test('a subscriber that says it is gone is disabled, with an entry in the trail, and what waits for it is held', async () => {
  const who = await someone();
  const receiver = await engine.receive(answering(410));
  const subscription = await engine.subscribe(who, receiver.url);
  for (let count = 0; count < 3; count += 1) await engine.tell(who);
  await eventually(async () => {
    const deliveries = await engine.deliveries(who);
    expect(deliveries).toHaveLength(3);
    for (const delivery of deliveries) expect(delivery).toMatchObject({ state: 'held', reason: 'disabled' });
  });
  const [row] = await engine.db.tenant(who.tenantId, (db) =>
    db.query('SELECT state, disabled_reason FROM webhooks.subscriptions'),
  );
  expect(row).toEqual({ state: 'disabled', disabled_reason: 'gone' });
  const audited = await engine.db.look<{ body: string }>(
    `SELECT body FROM webhooks.outbox WHERE tenant_id = $1 AND body LIKE '%webhook.disable%'`,
    [who.tenantId],
  );
  expect(audited).toHaveLength(1);
  expect(audited[0]?.body).toContain(subscription);
});

test('what waits for a subscription is held when it is paused, and canceled when it is deleted', async () => {
  const who = await someone();
  const receiver = await engine.receive(answering(500));
  const subscription = await engine.subscribe(who, receiver.url);
  await engine.tell(who);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'pending', attempt_count: 1 }]);
  });
  await engine.ask(who, 'POST', `${subscription}/pause`);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'held', reason: 'paused', attempt_count: 1 }]);
  });
  await engine.ask(who, 'DELETE', subscription);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'canceled', reason: 'deleted', attempt_count: 1 }]);
    await expect(engine.lane(subscription)).rejects.toThrow('no such lane');
  });
  const left = await engine.db.tenant(who.tenantId, (db) => db.query('SELECT 1 FROM webhooks.subscriptions'));
  expect(left).toEqual([]);
});

test('a limit on the rate holds, whatever comes in meanwhile', async () => {
  const who = await someone();
  const receiver = await engine.receive();
  const subscription = await engine.subscribe(who, receiver.url, { rate_limit_per_second: 2 });
  for (let count = 0; count < 6; count += 1) await engine.tell(who);
  await eventually(async () => expect((await engine.deliveries(who)).length).toBe(6));
  await eventually(async () => expect(await engine.lane(subscription)).toMatchObject({ lease_until: null }));
  // The clock stands still, so no second turn may come, and the first takes two at most.
  await engine.tell(who);
  await eventually(async () => expect((await engine.deliveries(who)).length).toBe(7));
  expect(receiver.received.length).toBeLessThanOrEqual(2);
  await eventually(async () => {
    clock.advance(500);
    expect(receiver.received).toHaveLength(7);
  });
});

test('a delivery whose day is over is not sent: exhausted where it was tried, held where it was not', async () => {
  const who = await someone();
  const receiver = await engine.receive(answering(500));
  const subscription = await engine.subscribe(who, receiver.url);
  for (let count = 0; count < 7; count += 1) await engine.tell(who);
  await eventually(async () =>
    expect(await engine.lane(subscription)).toMatchObject({ failures: 5, lease_until: null }),
  );
  const sent = receiver.received.length;
  clock.advance(86_400_001);
  await eventually(async () => {
    const states = (await engine.deliveries(who)).map(({ state, reason }) => `${state} ${reason}`).toSorted();
    expect(states).toEqual([...Array(5).fill('exhausted null'), ...Array(2).fill('held endpoint_failing')]);
  });
  expect(receiver.received).toHaveLength(sent);
});

import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, someone, startEngine, startWorker } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ isIdle: true });
});
afterAll(() => engine.stop());

test('a worker that is told to stop writes down what it has sent, and the next one has its lanes at once', async () => {
  const who = await someone();
  const receiver = await engine.receive((response) => setTimeout(() => response.writeHead(204).end(), 500));
  const subscription = await engine.subscribe(who, receiver.url);
  for (let count = 0; count < 40; count += 1) await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(40));
  const first = await startWorker(engine);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
  await first.stop();
  const sent = receiver.received.length;
  const states = (await engine.deliveries(who)).map(({ state }) => state);
  expect(sent).toBeLessThan(40);
  expect(states.filter((state) => state === 'succeeded')).toHaveLength(sent);
  expect(await engine.lane(subscription)).toMatchObject({ lease_until: null, next_due_at: expect.any(Date) });

  const second = await startWorker(engine);
  await eventually(async () => {
    expect((await engine.deliveries(who)).every(({ state }) => state === 'succeeded')).toBe(true);
  });
  await second.stop();
  const ids = receiver.received.map(({ headers }) => headers['service-event-id']);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a worker that died and comes back under its name does not wait for its own leases to run out', async () => {
  const who = await someone();
  const receiver = await engine.receive();
  const subscription = await engine.subscribe(who, receiver.url);
  await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1));
  const died = (holder: string) =>
    engine.db.system((db) =>
      db.query(
        `UPDATE webhooks.lanes SET lease_until = clock_timestamp() + interval '30 seconds', lease_holder = $2 WHERE subscription_id = $1`,
        [subscription, holder],
      ),
    );
  await died('another');
  const stranger = await startWorker(engine);
  await wait(1_000);
  await stranger.stop();
  expect(receiver.received).toHaveLength(0);
  await died(`${hostname()}/webhooks/1`);
  const back = await startWorker(engine);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await back.stop();
});

test('lanes that a worker has claimed and could not read are given back as soon as the database is there again', async () => {
  const who = await someone();
  const receiver = await engine.receive();
  await engine.subscribe(who, receiver.url);
  await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1));
  const worker = await asOwner(engine.database.ownerUrl, async (owner) => {
    // Claims do not look at it; whoever reads a lane does, and is kept waiting until its connection is cut.
    await owner.query('BEGIN; LOCK TABLE webhooks.subscriptions IN ACCESS EXCLUSIVE MODE');
    const started = await startWorker(engine);
    await eventually(async () => {
      const cut = await engine.db.look(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhooks.subscriptions%'`,
      );
      expect(cut.length).toBeGreaterThan(0);
    });
    await owner.query('ROLLBACK');
    return started;
  });
  // Its lease would have kept it back for thirty seconds.
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await worker.stop();
});

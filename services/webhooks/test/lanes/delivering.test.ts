import { eventIdOf } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, someone, startEngine } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

test('an event reaches its subscriber, byte for byte as it is stored, and its delivery is history then', async () => {
  const who = await someone();
  const receiver = await engine.receive();
  const subscription = await engine.subscribe(who, receiver.url);
  const ids = await Promise.all(Array.from({ length: 40 }, () => engine.tell(who)));
  await eventually(async () => {
    const deliveries = await engine.deliveries(who);
    expect(deliveries.map(({ state, attempt_count }) => ({ state, attempt_count }))).toEqual(
      ids.map(() => ({ state: 'succeeded', attempt_count: 1 })),
    );
  });
  const stored = await engine.db.tenant(who.tenantId, (db) =>
    db.query<{ id: string; body: string }>('SELECT id, body FROM webhooks.events'),
  );
  const sent = new Map(receiver.received.map(({ headers, body }) => [headers['service-event-id'], body]));
  expect(sent.size).toBe(ids.length);
  for (const { id, body } of stored) expect(sent.get(eventIdOf(id))).toBe(body);
  await eventually(async () => {
    expect(await engine.lane(subscription)).toMatchObject({ next_due_at: null, lease_until: null, is_fast: true });
  });
});

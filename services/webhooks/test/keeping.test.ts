import { caller, type Caller, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOldOnes } from '../src/keeping/tasks.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const dayMs = 86_400_000;
/** A round of the task, so many days from now. */
async function endOldIn(days: number): Promise<void> {
  const clock = movableClock(new Date(Date.now() + days * dayMs));
  await endOldOnes({ database: desk.db, clock }, new AbortController().signal);
}

const stateOf = async (who: Caller, webhook: string, id: string) => {
  const { body } = await desk.get(who, `${webhook}/deliveries/${id}`);
  return [body.state, body.reason];
};

test('what was held for 30 days ends, of every tenant, and nothing else does', async () => {
  const [one, other] = [await caller(), await caller()];
  const made = await Promise.all(
    [one, other].map(async (who) => {
      const webhook = (await desk.create(who)).id;
      const held = await desk.delivery(who, webhook, { state: 'held', reason: 'paused' });
      const pending = await desk.delivery(who, webhook, { state: 'pending' });
      return { who, webhook, held, pending };
    }),
  );
  await endOldIn(29.9);
  for (const { who, webhook, held } of made) expect(await stateOf(who, webhook, held)).toEqual(['held', 'paused']);
  await endOldIn(30.1);
  for (const { who, webhook, held, pending } of made) {
    expect(await stateOf(who, webhook, held)).toEqual(['canceled', 'kept_too_long']);
    expect(await stateOf(who, webhook, pending)).toEqual(['pending', null]);
  }
});

test('what is older than all history goes without a trace', async () => {
  const who = await caller();
  const webhook = (await desk.create(who)).id;
  await desk.delivery(who, webhook, { state: 'held', reason: 'paused' });
  await endOldIn(40);
  expect((await desk.get(who, `${webhook}/deliveries`)).body.total).toBe(0);
});

test('many at once end in steps', async () => {
  const who = await caller();
  const webhook = (await desk.create(who)).id;
  await desk.db.tenant(who.tenantId, (db) =>
    db.query(
      `INSERT INTO webhooks.live_deliveries (tenant_id, id, subscription_id, event_id, generation, event_type, state, reason, deadline_at, created_at)
       SELECT $1, kit.make_id(), $2, kit.make_id(), 1, 'action.pending', 'held', 'paused', now(), now() FROM generate_series(1, 1200)`,
      [who.tenantId, webhook],
    ),
  );
  expect((await desk.get(who, webhook)).body.health).toMatchObject({ held: 1_000, pending: 0 });
  await endOldIn(31);
  expect((await desk.get(who, `${webhook}/deliveries?state=held`)).body.total).toBe(0);
  expect((await desk.get(who, `${webhook}/deliveries?state=canceled`)).body.total).toBe(1_200);
});

test('how often an event was sent anew is forgotten after the event', async () => {
  const who = await caller();
  const webhook = (await desk.create(who)).id;
  const id = await desk.delivery(who, webhook);
  await desk.post(who, `${webhook}/deliveries/${id}/redeliver`);
  const left = () =>
    desk.db.tenant(who.tenantId, (db) =>
      db.query('SELECT FROM webhooks.redeliveries WHERE subscription_id = $1', [webhook]),
    );
  await endOldIn(34);
  expect(await left()).toHaveLength(1);
  await endOldIn(36);
  expect(await left()).toHaveLength(0);
});

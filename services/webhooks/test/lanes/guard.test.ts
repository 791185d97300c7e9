import { randomUUID } from 'node:crypto';
import { type Database, makeIds, makeLog, openDatabase, systemClock } from '@wheelhouse/kit';
import { moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fanOut } from '../../src/events/fan-out-store.ts';
import { type Claimed, claimLanes, stateOf } from '../../src/lanes/claim.ts';
import { endTurns, writeOutcomes } from '../../src/lanes/outcomes.ts';
import { readLanes } from '../../src/lanes/read.ts';
import { Slots } from '../../src/lanes/slots.ts';
import { makeLane, resetLane } from '../../src/lanes/store.ts';
import { webhooksModule } from '../../src/module.ts';
import { attempt } from '../write-delivery.ts';

let made: TestDatabase;
let database: Database;
const makeId = makeIds(systemClock);

beforeAll(async () => {
  made = await moduleDatabase([webhooksModule]);
  database = openDatabase({ url: made.url, connections: 6, applicationName: 'test', log: makeLog({ level: 'error' }) });
});
afterAll(async () => {
  await database.end();
  await made.drop();
});

async function subscription(tenantId: string): Promise<string> {
  const id = makeId();
  await database.tenant(tenantId, async (db) => {
    await db.query(
      `INSERT INTO webhooks.subscriptions (tenant_id, id, url, events, description, state, secret, created_at, updated_at)
       VALUES ($1, $2, 'https://hooks.example.com', '{*}', '', 'active', 'sealed', $3, $3)`,
      [tenantId, id, new Date(0)],
    );
    await makeLane(db, id);
  });
  return id;
}

const tell = (tenantId: string) =>
  database.tenant(tenantId, (db) =>
    fanOut(
      db,
      [
        {
          id: makeId(),
          type: 'action.pending',
          occurredAt: new Date().toISOString(),
          clusterId: null,
          cloudspaceId: null,
          incidentId: null,
          body: '{}',
        },
      ],
      new Date(),
    ),
  );

async function claimOne(): Promise<Claimed> {
  const [lane] = await claimLanes(database, 'a', new Slots(400), new Date());
  if (lane === undefined) throw new Error('nothing was claimed');
  return lane;
}

async function read(lane: Claimed) {
  const { subscribers, due } = await readLanes(database, lane.tenantId, [{ lane, most: 16 }], new Date());
  return { subscriber: subscribers.get(lane.subscriptionId), due: due.get(lane.subscriptionId) ?? [] };
}

const end = (lane: Claimed, arrivals: number) =>
  database.tenant(lane.tenantId, (db) =>
    endTurns(db, [{ lane, state: stateOf(lane), arrivals, more: false, notBefore: null }], new Date()),
  );
const laneOf = async (id: string) =>
  (
    await database.look<{ next_due_at: Date | null; lease_until: Date | null; failures: number }>(
      'SELECT * FROM webhooks.lanes WHERE subscription_id = $1',
      [id],
    )
  )[0];

test('a worker that was superseded writes no outcome and ends no turn', async () => {
  const tenantId = randomUUID();
  const id = await subscription(tenantId);
  await tell(tenantId);
  const former = await claimOne();
  const { subscriber, due } = await read(former);
  await database.system((db) => db.query('UPDATE webhooks.lanes SET lease_until = clock_timestamp()'));
  const present = await claimOne();
  const outcome = (lane: Claimed) => ({
    lane,
    deliveryId: due[0]?.id ?? '',
    attempt: attempt(),
    step: { state: 'succeeded' } as const,
  });
  const live = () => database.tenant(tenantId, (db) => db.query('SELECT 1 FROM webhooks.live_deliveries'));
  await database.tenant(tenantId, (db) => writeOutcomes(db, [outcome(former)], new Date()));
  expect(await live()).toHaveLength(1);
  await end(former, subscriber?.arrivals ?? 0);
  expect((await laneOf(id))?.lease_until).not.toBeNull();
  await database.tenant(tenantId, (db) => writeOutcomes(db, [outcome(present)], new Date()));
  expect(await live()).toHaveLength(0);
  await end(present, subscriber?.arrivals ?? 0);
  expect(await laneOf(id)).toMatchObject({ next_due_at: null, lease_until: null });
});

test('an event that comes in while a turn ends is not forgotten, whichever of both is first', async () => {
  const tenantId = randomUUID();
  const id = await subscription(tenantId);
  for (let round = 0; round < 30; round += 1) {
    await tell(tenantId);
    const lane = await claimOne();
    const { subscriber, due } = await read(lane);
    await database.tenant(tenantId, (db) =>
      writeOutcomes(
        db,
        due.map((one) => ({ lane, deliveryId: one.id, attempt: attempt(), step: { state: 'succeeded' } as const })),
        new Date(),
      ),
    );
    await Promise.all(
      round % 2 === 0
        ? [tell(tenantId), end(lane, subscriber?.arrivals ?? 0)]
        : [end(lane, subscriber?.arrivals ?? 0), tell(tenantId)],
    );
    expect((await laneOf(id))?.next_due_at?.getTime()).toBeLessThanOrEqual(Date.now());
  }
});

test('a lane that was reset during a turn stays as new', async () => {
  const tenantId = randomUUID();
  const id = await subscription(tenantId);
  await tell(tenantId);
  await database.system((db) => db.query('UPDATE webhooks.lanes SET failures = 7 WHERE subscription_id = $1', [id]));
  const lane = await claimOne();
  const { subscriber } = await read(lane);
  await database.tenant(tenantId, (db) => resetLane(db, id, new Date()));
  await database.tenant(tenantId, (db) =>
    endTurns(
      db,
      [
        {
          lane,
          state: { ...stateOf(lane), failures: 8 },
          arrivals: subscriber?.arrivals ?? 0,
          more: false,
          notBefore: new Date(Date.now() + 60_000),
        },
      ],
      new Date(),
    ),
  );
  const after = await laneOf(id);
  expect(after).toMatchObject({ failures: 0, not_before: null });
  expect(after?.next_due_at?.getTime()).toBeLessThanOrEqual(Date.now());
});

import { randomUUID } from 'node:crypto';
import type { Caller } from '@wheelhouse/testkit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, someone, startEngine } from './engine.ts';

const url = 'https://hooks.example.com/wheelhouse';
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ isIdle: true });
});
afterAll(() => engine.stop());

/** Which subscriptions an event reached, by their names; one that takes everything tells when it has been told. */
async function reached(
  who: Caller,
  eventId: string,
  names: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  return eventually(async () => {
    const deliveries = (await engine.deliveries(who)).filter(({ event_id }) => event_id === eventId);
    const found = Object.keys(names).filter((name) =>
      deliveries.some(({ subscription_id }) => subscription_id === names[name]),
    );
    expect(found).toContain('all');
    expect(deliveries).toHaveLength(found.length);
    return found;
  });
}

test('an event reaches those who asked for its name and its cluster or its CloudSpace, and nobody else', async () => {
  const who = await someone();
  const stranger = await someone();
  const [here, there, space] = [randomUUID(), randomUUID(), randomUUID()];
  const names = {
    all: await engine.subscribe(who, url),
    named: await engine.subscribe(who, url, { events: ['action.pending', 'cluster.phase_changed'] }),
    otherName: await engine.subscribe(who, url, { events: ['action.executed'] }),
    here: await engine.subscribe(who, url, { cluster_ids: [here] }),
    there: await engine.subscribe(who, url, { cluster_ids: [there] }),
    hereOrSpace: await engine.subscribe(who, url, { cluster_ids: [here], cloudspace_ids: [space] }),
    space: await engine.subscribe(who, url, { cloudspace_ids: [space] }),
  };
  await engine.subscribe(stranger, url);
  expect(await reached(who, await engine.tell(who, { clusterId: here }), names)).toEqual([
    'all',
    'named',
    'here',
    'hereOrSpace',
  ]);
  expect(await reached(who, await engine.tell(who, { clusterId: there, cloudspaceId: space }), names)).toEqual([
    'all',
    'named',
    'there',
    'hereOrSpace',
    'space',
  ]);
  expect(await reached(who, await engine.tell(who), names)).toEqual(['all', 'named']);
  expect(await reached(who, await engine.tell(who, { type: 'action.executed', clusterId: here }), names)).toEqual([
    'all',
    'otherName',
    'here',
    'hereOrSpace',
  ]);
  expect(await engine.deliveries(stranger)).toEqual([]);
});

test('who subscribes after an event is not told of it', async () => {
  const who = await someone();
  const early = await engine.subscribe(who, url);
  const before = new Date(Date.now() - 60_000);
  const late = await engine.tell(who, { occurredAt: before });
  const now = await engine.tell(who);
  await eventually(async () => {
    expect((await engine.deliveries(who)).map(({ event_id }) => event_id)).toEqual([now]);
  });
  const stored = await engine.db.tenant(who.tenantId, (db) =>
    db.query<{ id: string }>('SELECT id FROM webhooks.events'),
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual([late, now].toSorted());
  expect(await engine.lane(early)).toMatchObject({ arrivals: 1 });
});

test('an event that is brought again makes no second delivery, not even after the first has ended', async () => {
  const who = await someone();
  const subscription = await engine.subscribe(who, url);
  const event = await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1));
  await engine.db.tenant(who.tenantId, (db) => db.query('DELETE FROM webhooks.live_deliveries'));
  // As if the consumer had forgotten it too.
  await engine.db.system((db) => db.query(`DELETE FROM webhooks.inbox_batches WHERE type = 'cluster.phase_changed'`));
  await engine.tell(who, { again: event });
  const next = await engine.tell(who);
  await eventually(async () => {
    expect((await engine.deliveries(who)).map(({ event_id }) => event_id)).toEqual([next]);
  });
  expect(await engine.lane(subscription)).toMatchObject({ arrivals: 2 });
});

test('events of a paused subscription are held, and its lane has nothing to do', async () => {
  const who = await someone();
  const paused = await engine.subscribe(who, url);
  await engine.ask(who, 'POST', `${paused}/pause`);
  await engine.db.system((db) =>
    db.query('UPDATE webhooks.lanes SET next_due_at = NULL WHERE subscription_id = $1', [paused]),
  );
  await engine.tell(who);
  await eventually(async () => {
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'held', reason: 'paused', next_attempt_at: null }]);
  });
  expect(await engine.lane(paused)).toMatchObject({ next_due_at: null });
});

test('an event brings its lane forward, but not past a limit or an open breaker', async () => {
  const who = await someone();
  const [later, limited] = [await engine.subscribe(who, url), await engine.subscribe(who, url)];
  const [inAnHour, soon] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 60_000)];
  await engine.db.system((db) =>
    db.query(
      `UPDATE webhooks.lanes SET next_due_at = $3, not_before = CASE WHEN subscription_id = $2 THEN $4::timestamptz END
       WHERE subscription_id IN ($1, $2)`,
      [later, limited, inAnHour, soon],
    ),
  );
  await engine.tell(who);
  await eventually(async () => expect(await engine.lane(limited)).toMatchObject({ next_due_at: soon, arrivals: 1 }));
  expect((await engine.lane(later)).next_due_at?.getTime()).toBeLessThanOrEqual(Date.now());
});

import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, someone, startEngine, startWorker } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  // Two of its slow slots are for one tenant.
  engine = await startEngine({ isIdle: true, environment: { WEBHOOK_SLOTS: '80' } });
});
afterAll(() => engine.stop());

test('a turn that fails gives back its own slot, and none of those that are under way beside it', async () => {
  const who = await someone();
  let underWay = 0;
  let most = 0;
  const receiver = await engine.receive((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, 1_500);
  });
  const paused = await engine.subscribe(who, receiver.url, { events: ['cluster.phase_changed'] });
  await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1));
  await engine.ask(who, 'POST', `${paused}/pause`);
  // What it has waiting is to be held, and cannot be.
  await asOwner(engine.database.ownerUrl, (owner) =>
    owner.query(`ALTER TABLE webhooks.live_deliveries ADD CONSTRAINT never_held CHECK (reason <> 'paused') NOT VALID`),
  );
  const subscriptions = await Promise.all(
    Array.from({ length: 4 }, () => engine.subscribe(who, receiver.url, { events: ['action.pending'] })),
  );
  await engine.tell(who, { type: 'action.pending' });
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1 + subscriptions.length));

  const worker = await startWorker(engine);
  await eventually(() => expect(receiver.received.length).toBe(subscriptions.length));
  await worker.stop();
  expect(most).toBe(2);
  expect(await engine.lane(paused)).toMatchObject({ lease_until: expect.any(Date) });
});

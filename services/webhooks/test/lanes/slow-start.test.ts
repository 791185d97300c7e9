import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, someone, startEngine, startWorker } from './engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ isIdle: true });
});
afterAll(() => engine.stop());

test('a worker that has just started opens its connections to a subscriber by and by', async () => {
  const who = await someone();
  let underWay = 0;
  /** How many came together, in each turn. */
  const turns: number[] = [];
  const receiver = await engine.receive((response) => {
    if (underWay === 0) turns.push(0);
    underWay += 1;
    turns.push((turns.pop() ?? 0) + 1);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, 800);
  });
  const subscription = await engine.subscribe(who, receiver.url);
  const waiting = 15;
  for (let nth = 0; nth < waiting; nth += 1) await engine.tell(who);
  await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(waiting));
  // As a worker before it has left the lane.
  await asOwner(engine.database.ownerUrl, (owner) =>
    owner.query('UPDATE webhooks.lanes SET is_fast = true, window_size = 16 WHERE subscription_id = $1', [
      subscription,
    ]),
  );

  const worker = await startWorker(engine);
  await eventually(() => expect(receiver.received.length).toBe(waiting));
  await worker.stop();
  expect(turns).toEqual([1, 2, 4, 8]);
});

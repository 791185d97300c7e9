import type { Stage } from './stage.ts';

export interface Accounts {
  readonly faults: readonly string[];
  readonly told: string;
}

/** Whether every event became one delivery, every delivery succeeded, and the receiver has seen each. */
export async function accounts(stage: Stage): Promise<Accounts> {
  const { rows } = await stage.owner.query<{
    events: number;
    live: number;
    succeeded: number;
    others: number;
    loop: number;
    loopDone: number;
  }>(
    `SELECT (SELECT count(*) FROM webhooks.events)::integer AS events,
      (SELECT count(*) FROM webhooks.live_deliveries)::integer AS live,
      (SELECT count(*) FROM webhooks.deliveries WHERE state = 'succeeded')::integer AS succeeded,
      (SELECT count(*) FROM webhooks.deliveries WHERE state <> 'succeeded')::integer AS others,
      (SELECT count(*) FROM loop.events)::integer AS loop,
      (SELECT count(*) FROM loop.deliveries WHERE state = 'succeeded')::integer AS "loopDone"`,
  );
  const { events = 0, live = 0, succeeded = 0, others = 0, loop = 0, loopDone = 0 } = rows[0] ?? {};
  const { received, distinct, wrong } = await stage.receiver();
  const published = stage.sent();
  const faults: string[] = [];
  if (events !== published.ours) faults.push(`${published.ours} events were published and ${events} stored`);
  if (events !== live + succeeded + others) faults.push(`${events} events, ${live + succeeded + others} deliveries`);
  if (live + others > 0) faults.push(`${live} deliveries are not ended, ${others} failed`);
  if (loop !== published.loop || loopDone !== loop) faults.push(`the loop delivered ${loopDone} of ${published.loop}`);
  const expected = events + loop + published.bare;
  if (distinct !== expected) faults.push(`the receiver has seen ${distinct} of ${expected}`);
  if (received !== expected) faults.push(`the receiver was asked ${received} times`);
  if (wrong > 0) faults.push(`${wrong} requests were not what they said`);
  return {
    faults,
    told: `${events} events = ${succeeded} succeeded + ${live} live + ${others} others; the receiver's log: ${received} requests, ${distinct} events (${loop} of the loop, ${published.bare} bare)`,
  };
}

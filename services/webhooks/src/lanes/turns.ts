import { type Claimed, giveBackLanes, stateOf } from './claim.ts';
import { cancelAll, endOverdue, holdPending } from './unsent.ts';
import { readLanes, type Subscriber } from './read.ts';
import { sendAll } from './send-all.ts';
import type { Held } from './slots.ts';
import type { Turn, TurnsGiven } from './turn.ts';

export interface Taken {
  readonly lane: Claimed;
  readonly held: Held;
}

/** Sending takes up to eleven seconds of a lease of thirty: who comes to it later than this leaves it alone. */
const latestStartMs = 15_000;

/**
 * One turn of each of these lanes, all of one tenant. Ends when everything that was begun has an outcome; fails only
 * where nothing was begun.
 */
export async function takeTurns(
  given: TurnsGiven,
  tenantId: string,
  taken: readonly Taken[],
  signal: AbortSignal,
): Promise<void> {
  const { context } = given;
  const claimedAt = performance.now();
  const began = context.clock.now();
  try {
    const asked = taken.map(({ lane, held }) => {
      held.release(Math.max(0, held.slots - given.sender.roomFor(lane.subscriptionId)));
      return { lane, most: held.slots };
    });
    const { subscribers, due } = await readLanes(context.database, tenantId, asked, began);
    const lanes = taken.map(({ lane }) => lane);
    if (signal.aborted || performance.now() - claimedAt > latestStartMs)
      return await giveBackLanes(context.database, lanes);
    const turns = taken.flatMap(({ lane, held }): readonly Turn[] => {
      const subscriber = subscribers.get(lane.subscriptionId);
      return subscriber === undefined
        ? []
        : [{ lane, held, subscriber, due: due.get(lane.subscriptionId) ?? [], began }];
    });
    // One that fails says nothing of the others, which hold their slots until they end.
    await Promise.all(
      turns.map((turn) =>
        takeTurn(given, turn).catch((error: unknown) =>
          context.log.warn(
            { err: error, subscription: turn.subscriber.id },
            'a turn failed; its lease will expire by itself',
          ),
        ),
      ),
    );
  } finally {
    for (const { held } of taken) held.release(held.slots);
  }
}

async function takeTurn(given: TurnsGiven, turn: Turn): Promise<void> {
  const { lane, held, subscriber, due, began } = turn;
  if (subscriber.state !== 'active') {
    held.release(held.slots);
    return putAway(given, lane, subscriber);
  }
  if (due.some(({ deadline_ms }) => deadline_ms < began.getTime())) {
    held.release(held.slots);
    await given.context.database.tenant(lane.tenantId, (db) => endOverdue(db, lane, began));
    return endIdle(given, lane, subscriber, true);
  }
  const isFull = due.length >= Math.min(held.slots, subscriber.rate_limit_per_second ?? Number.POSITIVE_INFINITY);
  held.release(held.slots - due.length);
  if (due.length === 0) return endIdle(given, lane, subscriber, false);
  return sendAll(given, turn, isFull);
}

/** Nothing is sent for who does not want it now, or never again. */
async function putAway(given: TurnsGiven, lane: Claimed, subscriber: Subscriber): Promise<void> {
  const { database, clock } = given.context;
  const { state } = subscriber;
  const more = await database.tenant(lane.tenantId, (db) => {
    if (state === 'deleted') return cancelAll(db, lane, clock.now());
    return holdPending(db, lane, state === 'paused' ? 'paused' : 'disabled');
  });
  endIdle(given, lane, subscriber, more);
}

/** A turn in which nothing was tried says nothing about the subscriber. */
function endIdle({ writer }: TurnsGiven, lane: Claimed, { arrivals }: Subscriber, more: boolean): void {
  writer.end({ lane, state: stateOf(lane), arrivals, more, notBefore: null });
}

import { effect, eventIdOf } from '@wheelhouse/kit';
import { standingOf } from '../formats/message.ts';
import { render, renderingOf } from '../formats/render.ts';
import type { Attempt } from '../wire/attempt.ts';
import { afterTurn, type TurnOutcome } from '../wire/lane-state.ts';
import { afterAttempt, type NextStep } from '../wire/schedule.ts';
import type { Receiver } from './addresses.ts';
import { stateOf } from './claim.ts';
import type { TurnEnd } from './outcomes.ts';
import type { Due } from './read.ts';
import type { Turn, TurnsGiven } from './turn.ts';

/** A secret that does not open is a matter for people. */
const unsignedRestMs = 60_000;

/** Sends what is due side by side, outside any transaction. The last outcome brings the turn's end along. */
export async function sendAll(given: TurnsGiven, turn: Turn, isFull: boolean): Promise<void> {
  const { writer, context } = given;
  const { lane, held, subscriber, due, began } = turn;
  let to: Receiver;
  try {
    to = given.addresses.of(lane.tenantId, subscriber, began);
  } catch (error) {
    context.log.error({ err: error, subscription: subscriber.id }, 'a delivery cannot be signed');
    held.release(held.slots);
    const notBefore = new Date(began.getTime() + unsignedRestMs);
    writer.end({ lane, state: stateOf(lane), arrivals: subscriber.arrivals, more: true, notBefore });
    return;
  }
  const outcomes: TurnOutcome[] = [];
  let left = due.length;
  writer.begin(lane.tenantId, left);
  const endIfLast = (now: number) => (left === 0 ? endOf(turn, outcomes, isFull, now) : undefined);
  const send = async (delivery: Due) => {
    const attempt = await attemptOf(given, to, delivery);
    const now = context.clock.now().getTime();
    held.release(1);
    left -= 1;
    if (attempt === undefined) return writer.forget(lane.tenantId, endIfLast(now));
    outcomes.push({ failure: attempt.failure, answeredMs: attempt.timings.answered_ms });
    const step = stepAfter(attempt, delivery, now, given.random);
    return writer.outcome({ lane, deliveryId: delivery.id, attempt, step }, endIfLast(now));
  };
  await Promise.all(due.map(send));
}

/** Undefined: whether it was sent is not known, and it is due again. Nothing that a subscriber does leads here. */
function attemptOf({ sender, context }: TurnsGiven, to: Receiver, delivery: Due): Promise<Attempt | undefined> {
  const { id, event_id, event_type: eventType, attempt_count } = delivery;
  const { body, rendering } = bodyFor(to, delivery);
  const letter = { deliveryId: id, eventId: eventIdOf(event_id), eventType, body, attempt: attempt_count + 1 };
  return effect(
    () => 'post webhooks.delivery',
    async () => {
      const attempt = await sender.send(to, letter);
      return rendering === undefined ? attempt : { ...attempt, rendering };
    },
  ).catch((error: unknown) => {
    context.log.error({ err: error, delivery: id }, 'an attempt did not finish');
    return undefined;
  });
}

/**
 * Order is not promised, and a page that is made for an incident that is over would never end: a pager is told how the
 * incident stands now, whichever of its events this is.
 */
function bodyFor({ format, routingKey }: Receiver, { body, newest_body: newest }: Due) {
  const standing = newest === null || newest === body ? undefined : standingOf(newest);
  return {
    body: render(format, body, {
      ...(standing === undefined ? {} : { standing }),
      ...(routingKey === undefined ? {} : { routingKey }),
    }),
    rendering: renderingOf(format, body, standing),
  };
}

function stepAfter(attempt: Attempt, { deadline_ms: deadlineAt }: Due, now: number, random: () => number): NextStep {
  return afterAttempt(
    { attemptCount: attempt.number, deadlineAt },
    {
      failure: attempt.failure,
      retryAfter: attempt.retry_after,
      startedAt: Date.parse(attempt.started_at),
      endedAt: now,
    },
    random,
  );
}

function endOf(
  { lane, subscriber, due, began }: Turn,
  outcomes: readonly TurnOutcome[],
  isFull: boolean,
  now: number,
): TurnEnd {
  const { arrivals, rate_limit_per_second: rate } = subscriber;
  const { probeAt, ...state } = afterTurn(stateOf(lane), outcomes, now);
  const isGone = outcomes.some(({ failure }) => failure === 'gone');
  const restAt = rate === null ? null : began.getTime() + (due.length * 1_000) / rate;
  const notBefore = isGone ? null : Math.max(probeAt ?? 0, restAt ?? 0);
  return {
    lane,
    state,
    arrivals,
    // Of one that is gone the rest is held, by its next turn.
    more: isFull || isGone,
    notBefore: notBefore === null || notBefore <= now ? null : new Date(notBefore),
  };
}

import { type ModuleContext, refuse, type TenantDb, timeOfId } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { dayMs, historyDays } from '../keeping/days.ts';
import { armLane } from '../lanes/store.ts';
import type { SubscriptionRow } from '../subscriptions/store.ts';
import { retryWindowMs } from '../wire/schedule.ts';
import { cancelHeld, insertLive, nextGeneration, pendingOf } from './redeliver-store.ts';
import type { DeliveryRow, WholeDelivery } from './store.ts';

export { cancelKeptTooLong, pruneRedeliveries } from './redeliver-store.ts';

/** What is sent anew needs its event for a day, and a day's events go together. */
const lastDays = historyDays - 2;

/** The same event once more, with a day of its own. The subscription's row is locked. */
export async function redeliver(
  db: TenantDb,
  { clock, makeId }: Pick<ModuleContext<WebhookSettings>, 'clock' | 'makeId'>,
  { id: subscriptionId, state }: SubscriptionRow,
  delivery: WholeDelivery,
): Promise<DeliveryRow> {
  if (state !== 'active')
    refuse('invalid_state', {
      message: `The webhook is ${state}, so nothing is sent. Enable it first, then redeliver.`,
    });
  const pending = await pendingOf(db, delivery);
  if (pending !== undefined)
    refuse('invalid_state', {
      message: `This event is already pending as delivery ${pending.id}; its next attempt is due at ${pending.next_attempt_at.toISOString()}.`,
    });
  const now = clock.now();
  if (delivery.body === null || timeOfId(delivery.event_id).getTime() < now.getTime() - lastDays * dayMs)
    refuse('invalid_state', {
      message: `The event has reached the end of its retention of ${historyDays} days and cannot be sent again. Read the object through the API instead.`,
    });
  if (delivery.state === 'held') await cancelHeld(db, subscriptionId, delivery.id, now);
  const anew = { id: makeId(), subscription_id: subscriptionId, event_id: delivery.event_id };
  const row: DeliveryRow = {
    ...anew,
    event_type: delivery.event_type,
    generation: await nextGeneration(db, anew),
    state: 'pending',
    reason: null,
    created_at: now,
    deadline_at: new Date(now.getTime() + retryWindowMs),
    next_attempt_at: now,
    finished_at: null,
    attempt_count: 0,
    last_status: null,
    last_failure: null,
  };
  await insertLive(db, row);
  await armLane(db, subscriptionId, now);
  return row;
}

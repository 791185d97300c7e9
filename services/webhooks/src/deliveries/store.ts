import {
  type DeliveryFailure,
  type DeliveryReason,
  type DeliveryState,
  deliveryStates,
  eventIdPattern,
  type EventType,
} from '@wheelhouse/contracts';
import {
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  exactly,
  type Limits,
  type ListPart,
  type TenantDb,
  tenantFilter,
} from '@wheelhouse/kit';
import { Type } from 'typebox';
import { uuidOfEvent } from '../events/event-id.ts';
import { eventsInReach, eventsWithin } from '../subscriptions/reach.ts';
import type { Attempt } from '../wire/attempt.ts';

export interface DeliveryRow extends Record<string, unknown> {
  readonly id: string;
  readonly subscription_id: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly generation: number;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly created_at: Date;
  readonly deadline_at: Date;
  readonly next_attempt_at: Date | null;
  readonly finished_at: Date | null;
  readonly attempt_count: number;
  readonly last_status: number | null;
  readonly last_failure: DeliveryFailure | null;
}

const lastAttempt = '(d.attempts[cardinality(d.attempts)])::json';
const common = `d.id, d.subscription_id, d.event_id, d.event_type, d.generation, d.state, d.reason, d.created_at, d.deadline_at,
  d.attempt_count, (${lastAttempt}->>'status')::integer AS last_status, ${lastAttempt}->>'failure' AS last_failure`;

/** What has not ended and what has lie apart, and are one list to whoever reads them. */
const live = {
  table: 'webhooks.live_deliveries',
  columns: `${common}, d.next_attempt_at, NULL::timestamptz AS finished_at`,
  states: ['pending', 'held'],
};
const ended = {
  table: 'webhooks.deliveries',
  columns: `${common}, NULL::timestamptz AS next_attempt_at, d.finished_at`,
  states: ['succeeded', 'exhausted', 'canceled'],
};

/**
 * One part for each state asked for, because each has an index that gives its order; without a state, one for each
 * table. The words stand in the statement itself: an index on some states is not used for what is only a parameter.
 */
function partsOf(asked: string | undefined): readonly ListPart[] {
  const wanted = asked?.split(',').map((state) => state.trim());
  return [live, ended].flatMap(({ table, columns, states }) => {
    const from = `${table} AS d`;
    if (wanted === undefined) return [{ from, columns }];
    return states
      .filter((state) => wanted.includes(state))
      .map((state) => ({ from, columns, only: `d.state = '${state}'` }));
  });
}

export const deliveries = defineList<DeliveryRow>({
  name: 'deliveries',
  from: 'webhooks.deliveries AS d',
  alias: 'd',
  columns: ended.columns,
  parts: ({ state }) => partsOf(state),
  // A webhook may have asked for more once than it does now.
  reach: {
    within: (limits) => (sql) => {
      const event = { ...sql, column: (name: string) => `e.${name}` };
      return `EXISTS (SELECT FROM webhooks.events AS e WHERE ${tenantFilter('e')} AND e.id = d.event_id AND ${eventsWithin(limits)(event)})`;
    },
  },
  filters: {
    state: { ...anyOf(deliveryStates), where: () => undefined },
    event_type: anyOf('Event types'),
    event_id: exactly(Type.String({ pattern: eventIdPattern, description: 'Id of an event' }), 'event_id', uuidOfEvent),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

export interface WholeDelivery extends DeliveryRow {
  readonly attempts: readonly Attempt[];
  /** Of the event; null: past its keeping. */
  readonly body: string | null;
}

export async function selectDelivery(
  db: TenantDb,
  subscriptionId: string,
  id: string,
  limits: Limits | undefined,
): Promise<WholeDelivery | undefined> {
  const values: unknown[] = [subscriptionId, id];
  const within = eventsInReach(limits, values, 'e.');
  const parts = [live, ended].map(
    ({ table, columns }) =>
      `SELECT ${columns}, to_json(d.attempts::json[]) AS attempts, e.body FROM ${table} AS d
       LEFT JOIN webhooks.events AS e ON ${tenantFilter('e')} AND e.id = d.event_id
       WHERE ${[tenantFilter('d'), 'd.subscription_id = $1', 'd.id = $2', ...within].join(' AND ')}`,
  );
  const [row] = await db.query<WholeDelivery>(`${parts.join(' UNION ALL ')} LIMIT 1`, values);
  return row;
}

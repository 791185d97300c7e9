import type { DeliveryFailure, DeliveryReason, DeliveryState, EventType } from '@wheelhouse/contracts';
import { boundedTotal, type PageRequest, type TenantDb, type Total, tenantFilter } from '@wheelhouse/kit';
import { eventsInReach } from '../subscriptions/reach.ts';
import type { Reach } from '../subscriptions/store.ts';
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

export interface DeliveryFilters {
  readonly subscriptionId: string;
  readonly states: readonly string[] | undefined;
  readonly eventTypes: readonly string[] | undefined;
  readonly eventId: string | undefined;
  /** The first id of the span, and the first after it. */
  readonly fromId: string | undefined;
  readonly beforeId: string | undefined;
  readonly reach: Reach | undefined;
}

interface Part {
  readonly table: string;
  readonly columns: string;
  readonly where: string;
}

/**
 * One part for each state asked for, because each has an index that gives its order; without a state, one for each
 * table. The words stand in the statement itself: an index on some states is not used for what is only a parameter.
 */
function partsOf(filters: DeliveryFilters, values: unknown[], afterId?: string): readonly Part[] {
  const conditions = matching(filters, values);
  if (afterId !== undefined) conditions.push(`d.id < $${values.push(afterId)}`);
  const where = conditions.join(' AND ');
  return [live, ended].flatMap(({ table, columns, states }) => {
    if (filters.states === undefined) return [{ table, columns, where }];
    const asked = states.filter((state) => filters.states?.includes(state));
    return asked.map((state) => ({ table, columns, where: `d.state = '${state}' AND ${where}` }));
  });
}

function matching(filters: DeliveryFilters, values: unknown[]): string[] {
  const { subscriptionId, eventTypes, eventId, fromId, beforeId, reach } = filters;
  const conditions = [tenantFilter('d'), `d.subscription_id = $${values.push(subscriptionId)}`];
  if (eventTypes !== undefined) conditions.push(`d.event_type = ANY($${values.push(eventTypes)})`);
  if (eventId !== undefined) conditions.push(`d.event_id = $${values.push(eventId)}`);
  if (fromId !== undefined) conditions.push(`d.id >= $${values.push(fromId)}`);
  if (beforeId !== undefined) conditions.push(`d.id < $${values.push(beforeId)}`);
  if (reach !== undefined) conditions.push(`EXISTS (${eventInReach(reach, values)})`);
  return conditions;
}

/** A webhook may have asked for more once than it does now. */
function eventInReach(reach: Reach, values: unknown[]): string {
  const within = eventsInReach(reach, values, 'e.');
  return `SELECT FROM webhooks.events AS e WHERE ${[tenantFilter('e'), 'e.id = d.event_id', ...within].join(' AND ')}`;
}

export function selectDeliveries(
  db: TenantDb,
  { afterId, limit }: PageRequest,
  filters: DeliveryFilters,
): Promise<readonly DeliveryRow[]> {
  const values: unknown[] = [];
  const end = `ORDER BY id DESC LIMIT ${limit + 1}`;
  const parts = partsOf(filters, values, afterId).map(
    ({ table, columns, where }) => `(SELECT ${columns} FROM ${table} AS d WHERE ${where} ${end})`,
  );
  return parts.length === 0
    ? Promise.resolve([])
    : db.query<DeliveryRow>(`SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts ${end}`, values);
}

const mostCounted = 10_001;

export function countDeliveries(db: TenantDb, filters: DeliveryFilters): Promise<Total> {
  const values: unknown[] = [];
  const parts = partsOf(filters, values).map(
    ({ table, where }) => `(SELECT 1 FROM ${table} AS d WHERE ${where} LIMIT ${mostCounted})`,
  );
  if (parts.length === 0) return Promise.resolve({ total: 0 });
  return boundedTotal(db, `FROM (${parts.join(' UNION ALL ')}) AS parts`, values);
}

export interface WholeDelivery extends DeliveryRow {
  readonly attempts: readonly Attempt[];
  /** Null: past its keeping. */
  readonly body: string | null;
}

export async function selectDelivery(
  db: TenantDb,
  subscriptionId: string,
  id: string,
  reach: Reach | undefined,
): Promise<WholeDelivery | undefined> {
  const values: unknown[] = [subscriptionId, id];
  const within = eventsInReach(reach, values, 'e.');
  const parts = [live, ended].map(
    ({ table, columns }) =>
      `SELECT ${columns}, to_json(d.attempts::json[]) AS attempts, e.body FROM ${table} AS d
       LEFT JOIN webhooks.events AS e ON ${tenantFilter('e')} AND e.id = d.event_id
       WHERE ${[tenantFilter('d'), 'd.subscription_id = $1', 'd.id = $2', ...within].join(' AND ')}`,
  );
  const [row] = await db.query<WholeDelivery>(`${parts.join(' UNION ALL ')} LIMIT 1`, values);
  return row;
}

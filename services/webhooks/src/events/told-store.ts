import type { DeliveryState, WebhookFormat } from '@wheelhouse/contracts';
import { firstIdOf, type Limits, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { subscriptionsWithin } from '../subscriptions/within.ts';

export interface ToldRow extends Record<string, unknown> {
  readonly webhook_id: string;
  readonly url: string;
  readonly description: string;
  readonly format: WebhookFormat;
  readonly delivery_id: string;
  readonly state: DeliveryState;
  readonly attempt_count: number;
  readonly delivered_at: Date | null;
}

export const mostTold = 100;
/** Of events that are older than `told_at`: as a rule they became deliveries within this time. */
const usualLagMs = 60_000;

interface Span {
  readonly first: string;
  readonly next: string;
}

/** Ids of deliveries that an event became at first; undefined when there is no such event. */
async function spanOf(db: TenantDb, eventId: string): Promise<Span | undefined> {
  const [event] = await db.query<{ told_at: Date | null; occurred_at: Date }>(
    `SELECT told_at, occurred_at FROM webhooks.events WHERE ${tenantFilter()} AND id = $1`,
    [eventId],
  );
  if (event === undefined) return undefined;
  const from = (event.told_at ?? event.occurred_at).getTime();
  const until = from + (event.told_at === null ? usualLagMs : 1);
  return { first: firstIdOf(new Date(from)), next: firstIdOf(new Date(until)) };
}

/**
 * The webhooks of a tenant that an event went to, each with the newest of its deliveries: the one that was made anew, or
 * the one of the millisecond in which it was told. Both are found by their key, so it costs the same however many
 * deliveries there are. Undefined: there is no such event.
 */
export async function selectTold(
  db: TenantDb,
  eventId: string,
  limits: Limits | undefined,
): Promise<readonly ToldRow[] | undefined> {
  const span = await spanOf(db, eventId);
  if (span === undefined) return undefined;
  const values: unknown[] = [eventId, span.first, span.next];
  const place = { bind: (value: unknown) => `$${values.push(value)}`, column: (name: string) => `s.${name}` };
  const within = limits === undefined ? [] : [subscriptionsWithin(limits)(place)];
  const among = (table: string, finished: string) =>
    `SELECT d.id, d.state, d.attempt_count, ${finished} AS finished_at FROM webhooks.${table} AS d
     WHERE ${tenantFilter('d')} AND d.subscription_id = s.id AND d.event_id = $1
       AND d.id BETWEEN coalesce(r.delivery_id, $2::uuid) AND coalesce(r.delivery_id, $3::uuid)`;
  return db.query<ToldRow>(
    `SELECT s.id AS webhook_id, s.url, s.description, s.format, d.id AS delivery_id, d.state, d.attempt_count,
       CASE d.state WHEN 'succeeded' THEN d.finished_at END AS delivered_at
     FROM webhooks.subscriptions AS s
     LEFT JOIN webhooks.redeliveries AS r ON ${tenantFilter('r')} AND r.subscription_id = s.id AND r.event_id = $1
     CROSS JOIN LATERAL (
       ${among('live_deliveries', 'NULL::timestamptz')} UNION ALL ${among('deliveries', 'd.finished_at')} LIMIT 1
     ) AS d
     WHERE ${[tenantFilter('s'), `s.state <> 'deleted'`, ...within].join(' AND ')}
     ORDER BY s.id LIMIT ${mostTold}`,
    values,
  );
}

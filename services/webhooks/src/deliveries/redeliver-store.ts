import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { DeliveryRow } from './store.ts';

interface Pending extends Record<string, unknown> {
  readonly id: string;
  readonly next_attempt_at: Date;
}

/** Of an event and a subscription: this delivery of it, or the newest that was made anew. No other can be waiting. */
export async function pendingOf(
  db: TenantDb,
  { subscription_id, event_id, id }: Pick<DeliveryRow, 'subscription_id' | 'event_id' | 'id'>,
): Promise<Pending | undefined> {
  const [row] = await db.query<Pending>(
    `SELECT id, next_attempt_at FROM webhooks.live_deliveries
     WHERE ${tenantFilter()} AND subscription_id = $1 AND state = 'pending' AND id = ANY(ARRAY[$3::uuid, (
       SELECT delivery_id FROM webhooks.redeliveries WHERE ${tenantFilter()} AND subscription_id = $1 AND event_id = $2)]) LIMIT 1`,
    [subscription_id, event_id, id],
  );
  return row;
}

/** Counted for ever, or two would have one number: nothing else knows how many there were. */
export async function nextGeneration(
  db: TenantDb,
  { subscription_id, event_id, id }: Pick<DeliveryRow, 'subscription_id' | 'event_id' | 'id'>,
): Promise<number> {
  const [row] = await db.query<{ generation: number }>(
    `INSERT INTO webhooks.redeliveries AS r (tenant_id, event_id, subscription_id, generation, delivery_id)
     VALUES ($1, $2, $3, 2, $4)
     ON CONFLICT (tenant_id, subscription_id, event_id)
       DO UPDATE SET generation = r.generation + 1, delivery_id = excluded.delivery_id RETURNING generation`,
    [db.tenantId, event_id, subscription_id, id],
  );
  return row?.generation ?? 2;
}

export async function insertLive(db: TenantDb, row: DeliveryRow): Promise<void> {
  const { id, subscription_id, event_id, generation, event_type, next_attempt_at, deadline_at, created_at } = row;
  await db.query(
    `INSERT INTO webhooks.live_deliveries
       (tenant_id, id, subscription_id, event_id, generation, event_type, state, next_attempt_at, deadline_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9)`,
    [db.tenantId, id, subscription_id, event_id, generation, event_type, next_attempt_at, deadline_at, created_at],
  );
}

const kept =
  'tenant_id, id, subscription_id, event_id, generation, event_type, deadline_at, attempt_count, attempts, created_at';

/** Sent anew under another number, it is not sent twice. */
export async function cancelHeld(db: TenantDb, subscriptionId: string, id: string, now: Date): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM webhooks.live_deliveries WHERE ${tenantFilter()} AND subscription_id = $1 AND id = $2 AND state = 'held' RETURNING ${kept})
     INSERT INTO webhooks.deliveries (${kept}, state, reason, finished_at) SELECT ${kept}, 'canceled', 'redelivered', $3 FROM gone`,
    [subscriptionId, id, now],
  );
}

/**
 * Held ones that nobody asked for in all their time. Answers how many there were, of at most so many. What is older than
 * all history (`firstKept`) has no place there any more and goes without a trace.
 */
export async function cancelKeptTooLong(
  db: TenantDb,
  subscriptionId: string,
  { beforeId, firstKept, most }: { readonly beforeId: string; readonly firstKept: string; readonly most: number },
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `WITH gone AS (
       DELETE FROM webhooks.live_deliveries WHERE ${tenantFilter()} AND subscription_id = $1 AND id = ANY(ARRAY(
         SELECT id FROM webhooks.live_deliveries
         WHERE ${tenantFilter()} AND subscription_id = $1 AND state = 'held' AND id < $2 ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED))
       AND state = 'held' RETURNING ${kept}),
     written AS (
       INSERT INTO webhooks.deliveries (${kept}, state, reason, finished_at)
         SELECT ${kept}, 'canceled', 'kept_too_long', $3 FROM gone WHERE id >= $4)
     SELECT count(*) AS n FROM gone`,
    [subscriptionId, beforeId, now, firstKept],
  );
  return row?.n ?? 0;
}

/** Of events that are gone themselves. */
export async function pruneRedeliveries(
  db: TenantDb,
  subscriptionId: string,
  beforeId: string,
  most: number,
): Promise<number> {
  const rows = await db.query(
    `DELETE FROM webhooks.redeliveries WHERE ${tenantFilter()} AND subscription_id = $1 AND event_id = ANY(ARRAY(
       SELECT event_id FROM webhooks.redeliveries
       WHERE ${tenantFilter()} AND subscription_id = $1 AND event_id < $2 ORDER BY event_id LIMIT ${most})) RETURNING 1`,
    [subscriptionId, beforeId],
  );
  return rows.length;
}

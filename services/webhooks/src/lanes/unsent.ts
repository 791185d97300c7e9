import type { TenantDb } from '@wheelhouse/kit';
import type { Claimed } from './claim.ts';

/** What is done with deliveries that are not sent, in steps: nobody waits long for any of them. */
export const stepSize = 1_000;

/** Leave for the history as they are, without another attempt. */
const endedAs = (state: string, reason: string) => `
  INSERT INTO webhooks.deliveries (tenant_id, id, subscription_id, event_id, generation, event_type, state, reason,
    deadline_at, attempt_count, attempts, created_at, finished_at)
  SELECT tenant_id, id, subscription_id, event_id, generation, event_type, ${state}, ${reason},
    deadline_at, attempt_count, attempts, created_at, $3 FROM ended`;

/** Locks the lane for the rest of the transaction; false when it is another worker's by now. */
async function isOurs(db: TenantDb, { subscriptionId, token }: Claimed): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM webhooks.lanes WHERE subscription_id = $1 AND lease_token = $2 FOR UPDATE',
    [subscriptionId, token],
  );
  return rows.length > 0;
}

/** Of a paused or disabled subscription: what waits is held. Answers whether there may be more. */
export async function holdPending(db: TenantDb, lane: Claimed, reason: 'paused' | 'disabled'): Promise<boolean> {
  if (!(await isOurs(db, lane))) return false;
  const held = await db.query(
    `UPDATE webhooks.live_deliveries SET state = 'held', reason = $3, next_attempt_at = NULL
     WHERE tenant_id = $1 AND subscription_id = $2 AND state = 'pending' AND id = ANY(ARRAY(
       SELECT id FROM webhooks.live_deliveries WHERE tenant_id = $1 AND subscription_id = $2 AND state = 'pending'
       ORDER BY next_attempt_at LIMIT $4)) RETURNING 1`,
    [db.tenantId, lane.subscriptionId, reason, stepSize],
  );
  return held.length === stepSize;
}

/**
 * Of a deleted subscription: what is left is canceled, then its lane and itself are gone. Whoever adds to it meanwhile
 * waits for the lane, and finds none. Answers whether there may be more.
 */
export async function cancelAll(db: TenantDb, lane: Claimed, now: Date): Promise<boolean> {
  if (!(await isOurs(db, lane))) return false;
  const { subscriptionId } = lane;
  const canceled = await db.query(
    `WITH ended AS (
       DELETE FROM webhooks.live_deliveries WHERE tenant_id = $1 AND subscription_id = $2 AND id = ANY(ARRAY(
         SELECT id FROM webhooks.live_deliveries WHERE tenant_id = $1 AND subscription_id = $2 LIMIT $4)) RETURNING *
     ) ${endedAs(`'canceled'`, `'deleted'`)} RETURNING 1`,
    [db.tenantId, subscriptionId, now, stepSize],
  );
  if (canceled.length === stepSize) return true;
  const key = [db.tenantId, subscriptionId];
  await db.query('DELETE FROM webhooks.lanes WHERE tenant_id = $1 AND subscription_id = $2', key);
  await db.query(`DELETE FROM webhooks.subscriptions WHERE tenant_id = $1 AND id = $2 AND state = 'deleted'`, key);
  return false;
}

/** Those whose time is over before their lane let them go: exhausted, or held where they were never tried. */
export async function endOverdue(db: TenantDb, lane: Claimed, now: Date): Promise<void> {
  if (!(await isOurs(db, lane))) return;
  await db.query(
    `WITH overdue AS MATERIALIZED (
       SELECT id, attempt_count FROM webhooks.live_deliveries
       WHERE tenant_id = $1 AND subscription_id = $2 AND state = 'pending' AND next_attempt_at <= $3 AND deadline_at < $3
       ORDER BY next_attempt_at LIMIT $4
     ),
     held AS (
       UPDATE webhooks.live_deliveries SET state = 'held', reason = 'endpoint_failing', next_attempt_at = NULL
       WHERE tenant_id = $1 AND subscription_id = $2 AND id = ANY(ARRAY(SELECT id FROM overdue WHERE attempt_count = 0))
     ),
     ended AS (
       DELETE FROM webhooks.live_deliveries
       WHERE tenant_id = $1 AND subscription_id = $2 AND id = ANY(ARRAY(SELECT id FROM overdue WHERE attempt_count > 0)) RETURNING *
     ) ${endedAs(`'exhausted'`, 'NULL')}`,
    [db.tenantId, lane.subscriptionId, now, stepSize],
  );
}

/** Its server says that nobody is there any more. Answers whether it was disabled by this: the address may have changed. */
export async function disableGone(db: TenantDb, subscriptionId: string, url: string, now: Date): Promise<boolean> {
  const disabled = await db.query(
    `UPDATE webhooks.subscriptions SET state = 'disabled', disabled_reason = 'gone', disabled_at = $4, updated_at = $4,
       version = version + 1
     WHERE tenant_id = $1 AND id = $2 AND url = $3 AND state = 'active' RETURNING 1`,
    [db.tenantId, subscriptionId, url, now],
  );
  return disabled.length > 0;
}

import type { TenantDb } from '@wheelhouse/kit';
import { failuresToOpen } from '../wire/lane-state.ts';

/** The lane of a subscription as others than its workers see it: made with it, and told that there is something to do. */
export async function makeLane(db: TenantDb, subscriptionId: string): Promise<void> {
  await db.query('INSERT INTO webhooks.lanes (subscription_id, tenant_id) VALUES ($1, $2)', [
    subscriptionId,
    db.tenantId,
  ]);
}

/**
 * Somebody has put something in: a worker is to look. A limit on the rate holds all the same; an open breaker does not,
 * for people ask for this one by one. False: there is no such lane any more.
 */
export async function armLane(db: TenantDb, subscriptionId: string, now: Date): Promise<boolean> {
  const armed = await db.query(
    `UPDATE webhooks.lanes SET arrivals = arrivals + 1,
       next_due_at = least(next_due_at, CASE WHEN failures >= ${failuresToOpen} THEN $3::timestamptz ELSE greatest($3, not_before) END)
     WHERE subscription_id = $1 AND tenant_id = $2 RETURNING 1`,
    [subscriptionId, db.tenantId, now],
  );
  return armed.length > 0;
}

/** As new: how the subscriber did before is forgotten. */
export async function resetLane(db: TenantDb, subscriptionId: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE webhooks.lanes SET arrivals = arrivals + 1, next_due_at = $3, not_before = NULL,
       is_fast = false, window_size = 1, failures = 0, failing_since = NULL
     WHERE subscription_id = $1 AND tenant_id = $2`,
    [subscriptionId, db.tenantId, now],
  );
}

import { firstIdOf, type ModuleContext, type TenantDb } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { retryWindowMs } from '../wire/schedule.ts';
import { dayMs, heldDays } from './days.ts';

const atOnce = 1_000;

/**
 * Before the deliveries of a tenant that was suspended go on: each has its day again, whatever was left of it. One that
 * is as old as a held one may become is held, because its event will not be there for another day.
 */
export async function giveTimeAgain(
  { database, clock }: Pick<ModuleContext<WebhookSettings>, 'database' | 'clock'>,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now().getTime();
  const tooOld = firstIdOf(new Date(now - heldDays * dayMs));
  const deadline = new Date(now + retryWindowMs);
  const steps = [(db: TenantDb) => holdOlder(db, tooOld), (db: TenantDb) => postpone(db, deadline)];
  for (const step of steps) while (!signal.aborted && (await database.tenant(tenantId, step)) === atOnce);
  signal.throwIfAborted();
}

async function holdOlder(db: TenantDb, than: string): Promise<number> {
  const held = await db.query(
    `UPDATE webhooks.live_deliveries SET state = 'held', reason = 'paused', next_attempt_at = NULL
     WHERE tenant_id = $1 AND (subscription_id, id) IN (
       SELECT subscription_id, id FROM webhooks.live_deliveries
       WHERE tenant_id = $1 AND state = 'pending' AND id < $2 LIMIT ${atOnce}) RETURNING 1`,
    [db.tenantId, than],
  );
  return held.length;
}

async function postpone(db: TenantDb, deadline: Date): Promise<number> {
  const postponed = await db.query(
    `UPDATE webhooks.live_deliveries SET deadline_at = $2
     WHERE tenant_id = $1 AND (subscription_id, id) IN (
       SELECT subscription_id, id FROM webhooks.live_deliveries
       WHERE tenant_id = $1 AND state = 'pending' AND deadline_at < $2 LIMIT ${atOnce}) RETURNING 1`,
    [db.tenantId, deadline],
  );
  return postponed.length;
}

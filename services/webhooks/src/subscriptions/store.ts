import { type WebhookFormat, type WebhookState, webhookStates } from '@wheelhouse/contracts';
import { anyOf, defineList, insertRow, type TenantDb, tenantFilter, updateRow } from '@wheelhouse/kit';
import type { Webhook } from './schema.ts';
import { subscriptionsWithin } from './within.ts';

export interface SubscriptionRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly events: Webhook['events'];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
  readonly description: string;
  readonly rate_limit_per_second: number | null;
  readonly state: WebhookState;
  readonly disabled_reason: string | null;
  readonly disabled_at: Date | null;
  /** Sealed, as the previous one is. */
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_expires_at: Date | null;
  /** Sealed; of PagerDuty alone. */
  readonly routing_key: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = `id, url, format, events, cluster_ids, cloudspace_ids, description, rate_limit_per_second, state, disabled_reason,
  disabled_at, secret, previous_secret, previous_expires_at, routing_key, version, created_at, updated_at`;

export const subscriptions = defineList<SubscriptionRow>({
  name: 'webhooks',
  from: 'webhooks.subscriptions',
  columns,
  only: `state <> 'deleted'`,
  reach: { within: subscriptionsWithin },
  filters: { state: anyOf(webhookStates) },
});

export async function selectSubscription(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.query<SubscriptionRow>(
    `SELECT ${columns} FROM webhooks.subscriptions WHERE ${tenantFilter()} AND id = $1 AND state <> 'deleted' ${lock}`,
    [id],
  );
  return row;
}

/** Who makes one waits for whoever makes another, so that the limit holds. */
export async function lockedCount(db: TenantDb): Promise<number> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [db.tenantId]);
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM webhooks.subscriptions WHERE ${tenantFilter()} AND state <> 'deleted'`,
  );
  return row?.n ?? 0;
}

export function insertSubscription(db: TenantDb, row: SubscriptionRow): Promise<void> {
  return insertRow(db, 'webhooks.subscriptions', row);
}

type Changed = Partial<Omit<SubscriptionRow, 'id' | 'version' | 'created_at'>>;

/** Of a row that this transaction has locked. */
export async function updateSubscription(
  db: TenantDb,
  before: SubscriptionRow,
  change: Changed & Pick<SubscriptionRow, 'updated_at'>,
): Promise<SubscriptionRow> {
  await updateRow(db, 'webhooks.subscriptions', before.id, change, 'version = version + 1');
  return { ...before, ...change, version: before.version + 1 };
}

/** It is told to nobody any more; the worker cancels what waited, and then removes the row. */
export async function markDeleted(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE webhooks.subscriptions SET state = 'deleted', version = version + 1, updated_at = $2 WHERE ${tenantFilter()} AND id = $1`,
    [id, now],
  );
  await db.query(`DELETE FROM webhooks.redeliveries WHERE ${tenantFilter()} AND subscription_id = $1`, [id]);
}

import type { WebhookState } from '@wheelhouse/contracts';
import { boundedTotal, type PageRequest, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Webhook } from './schema.ts';

export interface SubscriptionRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
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
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = [
  'id',
  'url',
  'events',
  'cluster_ids',
  'cloudspace_ids',
  'description',
  'rate_limit_per_second',
  'state',
  'disabled_reason',
  'disabled_at',
  'secret',
  'previous_secret',
  'previous_expires_at',
  'version',
  'created_at',
  'updated_at',
] as const;

/** What a caller's role reaches; undefined is all. */
export interface Reach {
  readonly clusterIds: readonly string[];
  readonly cloudspaceIds: readonly string[];
}

export interface SubscriptionFilters {
  readonly state: readonly string[] | undefined;
  readonly reach: Reach | undefined;
}

export function selectSubscriptions(
  db: TenantDb,
  { afterId, limit }: PageRequest,
  filters: SubscriptionFilters,
): Promise<readonly SubscriptionRow[]> {
  const values: unknown[] = [];
  const conditions = [...matching(filters, values)];
  if (afterId !== undefined) conditions.push(`id < $${values.push(afterId)}`);
  return db.query<SubscriptionRow>(
    `SELECT ${columns.join(', ')} FROM webhooks.subscriptions WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`,
    values,
  );
}

export function countSubscriptions(db: TenantDb, filters: SubscriptionFilters): ReturnType<typeof boundedTotal> {
  const values: unknown[] = [];
  return boundedTotal(db, `FROM webhooks.subscriptions WHERE ${matching(filters, values).join(' AND ')}`, values);
}

/** Within reach is what asks for nothing else than the role shows. */
function matching({ state, reach }: SubscriptionFilters, values: unknown[]): readonly string[] {
  const conditions = [tenantFilter(), `state <> 'deleted'`];
  if (state !== undefined) conditions.push(`state = ANY($${values.push(state)})`);
  if (reach !== undefined)
    conditions.push(
      'coalesce(cluster_ids, cloudspace_ids) IS NOT NULL',
      `coalesce(cluster_ids, '{}') <@ $${values.push(reach.clusterIds)}::uuid[]`,
      `coalesce(cloudspace_ids, '{}') <@ $${values.push(reach.cloudspaceIds)}::uuid[]`,
    );
  return conditions;
}

export async function selectSubscription(
  db: TenantDb,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<SubscriptionRow | undefined> {
  const [row] = await db.query<SubscriptionRow>(
    `SELECT ${columns.join(', ')} FROM webhooks.subscriptions WHERE ${tenantFilter()} AND id = $1 AND state <> 'deleted' ${lock}`,
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

export async function insertSubscription(db: TenantDb, row: SubscriptionRow): Promise<void> {
  const places = columns.map((_, index) => `$${index + 2}`);
  await db.query(
    `INSERT INTO webhooks.subscriptions (tenant_id, ${columns.join(', ')}) VALUES ($1, ${places.join(', ')})`,
    [db.tenantId, ...columns.map((column) => row[column])],
  );
}

type Changed = Partial<Omit<SubscriptionRow, 'id' | 'version' | 'created_at'>>;

/** Of a row that this transaction has locked. */
export async function updateSubscription(
  db: TenantDb,
  before: SubscriptionRow,
  change: Changed & Pick<SubscriptionRow, 'updated_at'>,
): Promise<SubscriptionRow> {
  const changed = columns.filter((column) => Object.hasOwn(change, column));
  const set = changed.map((column, index) => `${column} = $${index + 2}`);
  await db.query(
    `UPDATE webhooks.subscriptions SET ${['version = version + 1', ...set].join(', ')} WHERE ${tenantFilter()} AND id = $1`,
    [before.id, ...changed.map((column) => change[column])],
  );
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

import type { Database } from '@wheelhouse/kit';
import type { LaneState } from '../wire/lane-state.ts';
import type { Pool, Slots } from './slots.ts';

/** A lane that is this worker's for a while: nobody else sends to its subscriber. */
export interface Claimed {
  readonly subscriptionId: string;
  readonly tenantId: string;
  /** Grows with every claim and stands in every write under it. */
  readonly token: number;
  readonly pool: Pool;
  readonly windowSize: number;
  readonly failures: number;
  readonly failingSince: Date | null;
}

export function stateOf({ pool, windowSize, failures, failingSince }: Claimed): LaneState {
  return { isFast: pool === 'fast', windowSize, failures, failingSince: failingSince?.getTime() ?? null };
}

interface ClaimedRow extends Record<string, unknown> {
  readonly subscription_id: string;
  readonly tenant_id: string;
  readonly lease_token: number;
  readonly is_fast: boolean;
  readonly window_size: number;
  readonly failures: number;
  readonly failing_since: Date | null;
}

export const leaseSeconds = 30;
/** So many lanes at once: the rest is claimed a moment later. */
const most = 500;

/** Those of a suspended tenant stay due, and wait. */
const isFree = `(lease_until IS NULL OR lease_until <= clock_timestamp())
      AND NOT EXISTS (SELECT FROM webhooks.suspended_tenants AS s WHERE s.tenant_id = lanes.tenant_id)`;

/**
 * Every tenant's k-th due lane comes before any tenant's (k+1)-th, as far as there are slots for their windows. Leases
 * go by the database's clock, so that workers need not agree on the time.
 */
const sql = `
  WITH of_tenant AS (SELECT * FROM unnest($2::uuid[], $3::integer[], $4::integer[]) AS t (tenant_id, fast, slow)),
  due AS (
    SELECT subscription_id, tenant_id, is_fast, window_size, next_due_at,
      row_number() OVER lanes_of_tenant AS k, sum(window_size) OVER lanes_of_tenant - window_size AS of_tenant_before
    FROM webhooks.lanes
    WHERE next_due_at <= $1 AND ${isFree}
    WINDOW lanes_of_tenant AS (PARTITION BY tenant_id, is_fast ORDER BY next_due_at, subscription_id)
  ),
  allowed AS (
    SELECT d.*, sum(d.window_size) OVER (PARTITION BY d.is_fast ORDER BY d.k, d.next_due_at, d.subscription_id) - d.window_size AS before
    FROM due AS d LEFT JOIN of_tenant AS t USING (tenant_id)
    WHERE d.of_tenant_before < CASE WHEN d.is_fast THEN coalesce(t.fast, $5) ELSE coalesce(t.slow, $6) END
  ),
  chosen AS (
    SELECT l.subscription_id FROM allowed AS a JOIN webhooks.lanes AS l USING (subscription_id)
    WHERE a.before < CASE WHEN a.is_fast THEN $7::integer ELSE $8::integer END
      AND l.next_due_at <= $1 AND (l.lease_until IS NULL OR l.lease_until <= clock_timestamp())
    ORDER BY a.k, a.next_due_at LIMIT $9 FOR UPDATE OF l SKIP LOCKED
  )
  UPDATE webhooks.lanes AS l
  SET lease_token = l.lease_token + 1, lease_until = clock_timestamp() + make_interval(secs => $10), lease_holder = $11
  FROM chosen AS c WHERE l.subscription_id = c.subscription_id
  RETURNING l.subscription_id, l.tenant_id, l.lease_token, l.is_fast, l.window_size, l.failures, l.failing_since`;

export async function claimLanes(
  database: Database,
  worker: string,
  slots: Slots,
  now: Date,
): Promise<readonly Claimed[]> {
  const [fast, slow] = [slots.free('fast'), slots.free('slow')];
  if (fast === 0 && slow === 0) return [];
  const tenants = slots.tenants();
  const rows = await database.system((db) =>
    db.query<ClaimedRow>(sql, [
      now,
      tenants,
      tenants.map((id) => slots.freeOf(id, 'fast')),
      tenants.map((id) => slots.freeOf(id, 'slow')),
      slots.tenantMost.fast,
      slots.tenantMost.slow,
      fast,
      slow,
      most,
      leaseSeconds,
      worker,
    ]),
  );
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    tenantId: row.tenant_id,
    token: row.lease_token,
    pool: row.is_fast ? 'fast' : 'slow',
    windowSize: row.window_size,
    failures: row.failures,
    failingSince: row.failing_since,
  }));
}

/** Lanes on which nothing was begun: the next worker may have them at once. */
export async function giveBackLanes(database: Database, lanes: readonly Claimed[]): Promise<void> {
  await database.system((db) =>
    db.query(
      `UPDATE webhooks.lanes AS l SET lease_until = NULL FROM unnest($1::uuid[], $2::bigint[]) AS g (subscription_id, token)
       WHERE l.subscription_id = g.subscription_id AND l.lease_token = g.token`,
      [lanes.map(({ subscriptionId }) => subscriptionId), lanes.map(({ token }) => token)],
    ),
  );
}

/** What a worker of this name held when it ended: nobody sends for those any more. */
export async function freeLanesOf(database: Database, worker: string): Promise<void> {
  await database.system((db) =>
    db.query(
      'UPDATE webhooks.lanes SET lease_until = NULL WHERE lease_holder = $1 AND lease_until > clock_timestamp()',
      [worker],
    ),
  );
}

/** For how long the oldest due lane has waited for a worker, in seconds. */
export async function dueLag(database: Database, now: Date): Promise<number> {
  const [row] = await database.look<{ lag: number }>(
    `SELECT coalesce(extract(epoch FROM $1 - min(next_due_at)), 0)::float8 AS lag FROM webhooks.lanes
     WHERE next_due_at <= $1 AND ${isFree}`,
    [now],
  );
  return row?.lag ?? 0;
}

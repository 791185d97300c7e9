import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { mostCounted } from './schema.ts';

export interface HealthRow extends Record<string, unknown> {
  readonly id: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly p95_ms: number | null;
  readonly pending: number;
  readonly held: number;
  readonly oldest_pending_at: Date | null;
  readonly failures: number | null;
  readonly failing_since: Date | null;
  readonly next_due_at: Date | null;
}

/** As many of the last ones are looked at. */
const recent = 100;
/** How far the oldest pending one is searched for among held ones. */
const searched = 1_000;

const counted = (table: string, condition: string) => `LATERAL (SELECT count(*) AS n FROM (
    SELECT 1 FROM ${table} AS d WHERE ${tenantFilter('d')} AND d.subscription_id = asked.id AND ${condition} LIMIT ${mostCounted}) AS bounded)`;

/**
 * How each of them does. Every part reads a bounded number of rows from an index, however much there is. Those that
 * failed and wait for another attempt are due later than those that never had one, so they are found from that end.
 */
export function selectHealth(db: TenantDb, ids: readonly string[], firstId: string): Promise<readonly HealthRow[]> {
  const live = `webhooks.live_deliveries AS d WHERE ${tenantFilter('d')} AND d.subscription_id = asked.id`;
  return db.query<HealthRow>(
    `SELECT asked.id, lately.*, pending.n AS pending, held.n AS held, oldest.created_at AS oldest_pending_at,
       lane.failures, lane.failing_since, lane.next_due_at
     FROM unnest($1::uuid[]) AS asked (id)
     LEFT JOIN webhooks.lanes AS lane ON lane.subscription_id = asked.id AND lane.tenant_id = $2
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE state = 'succeeded') AS succeeded, count(*) FILTER (WHERE state <> 'succeeded') AS failed,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY answered_ms) AS p95_ms
       FROM (
         (SELECT d.id, d.state, d.answered_ms FROM webhooks.deliveries AS d
          WHERE ${tenantFilter('d')} AND d.subscription_id = asked.id AND d.id >= $3 AND d.state <> 'canceled'
          ORDER BY d.id DESC LIMIT ${recent})
         UNION ALL
         (SELECT tried.id, 'pending', NULL FROM (
            SELECT d.id, d.attempt_count FROM ${live} AND d.state = 'pending' ORDER BY d.next_attempt_at DESC LIMIT ${recent}
          ) AS tried WHERE tried.attempt_count > 0)
         ORDER BY id DESC LIMIT ${recent}
       ) AS last_ones
     ) AS lately
     CROSS JOIN ${counted('webhooks.live_deliveries', `d.state = 'pending'`)} AS pending
     CROSS JOIN ${counted('webhooks.live_deliveries', `d.state = 'held'`)} AS held
     LEFT JOIN LATERAL (
       SELECT waiting.created_at FROM (
         (SELECT d.created_at, d.state FROM ${live} ORDER BY d.id LIMIT ${searched})
         UNION ALL
         (SELECT d.created_at, d.state FROM ${live} AND d.state = 'pending' ORDER BY d.next_attempt_at LIMIT 1)
       ) AS waiting WHERE waiting.state = 'pending' ORDER BY waiting.created_at LIMIT 1
     ) AS oldest ON true`,
    [ids, db.tenantId, firstId],
  );
}

import { firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { WebhookStats } from './schema.ts';
import { shareOf } from './shown.ts';

const hourMs = 3_600_000;
const hours = 24;
/** Of each hour, the newest. */
const mostOfHour = 200;
const mostTried = 1_000;

interface Figures extends Record<string, unknown> {
  /** Null: of all hours together. */
  readonly hour: number | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly p95_ms: number | null;
}

/** The hours of the clock that make up the last 24, this one included; every figure from a bounded sample. */
export async function statsOf(db: TenantDb, subscriptionId: string, now: Date): Promise<WebhookStats> {
  const first = Math.floor(now.getTime() / hourMs) * hourMs - (hours - 1) * hourMs;
  const starts = Array.from({ length: hours }, (_, hour) => new Date(first + hour * hourMs));
  const rows = await selectFigures(db, subscriptionId, starts);
  const of = (hour: number | null) => shown(rows.find((row) => row.hour === hour));
  return {
    from: new Date(first).toISOString(),
    until: now.toISOString(),
    hours: starts.map((start, hour) => ({
      starts_at: start.toISOString(),
      ...of(hour),
      is_sample: isFull(of(hour)),
    })),
    ...of(null),
  };
}

function isFull({ succeeded, failed }: ReturnType<typeof shown>): boolean {
  return succeeded + failed >= mostOfHour;
}

function shown(row: Figures | undefined) {
  const { succeeded = 0, failed = 0, p95_ms = null } = row ?? {};
  return { succeeded, failed, success_share: shareOf(succeeded, failed), p95_ms };
}

function selectFigures(db: TenantDb, subscriptionId: string, starts: readonly Date[]): Promise<readonly Figures[]> {
  const last = starts.at(-1) ?? new Date(0);
  const bounds = [...starts, new Date(last.getTime() + hourMs)].map(firstIdOf);
  return db.query<Figures>(
    `SELECT hour, count(*) FILTER (WHERE state = 'succeeded') AS succeeded, count(*) FILTER (WHERE state <> 'succeeded') AS failed,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY answered_ms) AS p95_ms
     FROM (
       SELECT asked.hour, ended.state, ended.answered_ms
       FROM unnest($2::integer[], $3::uuid[], $4::uuid[]) AS asked (hour, first_id, next_id)
       CROSS JOIN LATERAL (
         SELECT d.state, d.answered_ms FROM webhooks.deliveries AS d
         WHERE ${tenantFilter('d')} AND d.subscription_id = $1 AND d.id >= asked.first_id AND d.id < asked.next_id AND d.state <> 'canceled'
         ORDER BY d.id DESC LIMIT ${mostOfHour}
       ) AS ended
       UNION ALL
       SELECT floor(extract(epoch FROM tried.created_at - $5::timestamptz) / 3600)::integer, 'pending', NULL FROM (
         SELECT d.created_at, d.attempt_count FROM webhooks.live_deliveries AS d
         WHERE ${tenantFilter('d')} AND d.subscription_id = $1 AND d.state = 'pending'
         ORDER BY d.next_attempt_at DESC LIMIT ${mostTried}
       ) AS tried WHERE tried.attempt_count > 0 AND tried.created_at >= $5
     ) AS sample
     GROUP BY GROUPING SETS ((hour), ())`,
    [subscriptionId, starts.map((_, hour) => hour), bounds.slice(0, -1), bounds.slice(1), starts[0]],
  );
}

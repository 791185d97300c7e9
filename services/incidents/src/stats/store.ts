import { type Limits, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { IncidentStats } from './schema.ts';

interface StatsRow extends Record<string, unknown> {
  readonly total: number;
  readonly recurring: number;
  readonly by_severity: Readonly<Record<string, number>> | null;
  readonly by_category: Readonly<Record<string, number>> | null;
  readonly by_resolution: Readonly<Record<string, number>> | null;
  readonly ack_median: number | null;
  readonly ack_p90: number | null;
  readonly ack_of: number;
  readonly resolve_median: number | null;
  readonly resolve_p90: number | null;
  readonly resolve_of: number;
}

const counts = (column: string) =>
  `(SELECT jsonb_object_agg(key, n) FROM (SELECT ${column} AS key, count(*) AS n FROM found WHERE ${column} IS NOT NULL GROUP BY 1) AS c)`;

const times = (name: string, column: string) => {
  const seconds = `extract(epoch FROM ${column} - detected_at)`;
  const share = (of: number) =>
    `percentile_cont(${of}) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${column} IS NOT NULL)`;
  return `${share(0.5)} AS ${name}_median, ${share(0.9)} AS ${name}_p90, count(${column}) AS ${name}_of`;
};

/** Of incidents that a caller may see; those that were merged into another are not counted twice. */
export async function selectStats(
  db: TenantDb,
  fromId: string,
  limits: Limits | undefined,
): Promise<Omit<IncidentStats, 'from' | 'until'>> {
  const [row] = await db.query<StatsRow>(
    `WITH found AS (
       SELECT severity, category, resolution, recurrence, detected_at, acknowledged_at, resolved_at FROM incidents.incidents
       WHERE ${tenantFilter()} AND id >= $1 AND merged_into IS NULL
         AND ($2::uuid[] IS NULL OR cluster_id = ANY($2)) AND ($3::uuid[] IS NULL OR cloudspace_id = ANY($3))
     )
     SELECT count(*) AS total, count(*) FILTER (WHERE recurrence > 0) AS recurring, ${counts('severity')} AS by_severity,
       ${counts('category')} AS by_category, ${counts('resolution')} AS by_resolution,
       ${times('ack', 'acknowledged_at')}, ${times('resolve', 'resolved_at')}
     FROM found`,
    [fromId, limits?.clusterIds ?? null, limits?.cloudspaceIds ?? null],
  );
  return {
    total: row?.total ?? 0,
    by_severity: row?.by_severity ?? {},
    by_category: row?.by_category ?? {},
    by_resolution: row?.by_resolution ?? {},
    recurring: row?.recurring ?? 0,
    seconds_to_acknowledge: { median: rounded(row?.ack_median), p90: rounded(row?.ack_p90), of: row?.ack_of ?? 0 },
    seconds_to_resolve: {
      median: rounded(row?.resolve_median),
      p90: rounded(row?.resolve_p90),
      of: row?.resolve_of ?? 0,
    },
  };
}

function rounded(seconds: number | null | undefined): number | null {
  return seconds === undefined || seconds === null ? null : Math.round(seconds * 10) / 10;
}

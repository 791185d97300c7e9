import type { Health } from './clusters.ts';

export interface ClusterScore {
  readonly score: number | null;
  readonly stale: boolean;
  /** Open issues that are told of it; `more` when the list is too long to tell all. */
  readonly issues: number;
  readonly more: boolean;
  /** Told only where there is one cluster. */
  readonly nodes?: { readonly ready: number; readonly total: number };
}

/** What the health of all says of each. */
export function scoresOf(health: Health | undefined): ReadonlyMap<string, ClusterScore> {
  if (health === undefined) return new Map();
  const counts = new Map<string, number>();
  for (const { cluster_id } of health.issues) counts.set(cluster_id, (counts.get(cluster_id) ?? 0) + 1);
  const more = health.issues_total > health.issues.length;
  const { cluster_id: only } = health;
  if (only !== undefined)
    return new Map([
      [
        only,
        {
          score: health.healthScore,
          stale: health.stale,
          issues: health.issues_total,
          more: false,
          nodes: { ready: health.readyNodes, total: health.totalNodes },
        },
      ],
    ]);
  return new Map(
    (health.clusters ?? []).map(({ cluster_id, healthScore, stale }) => [
      cluster_id,
      { score: healthScore, stale, issues: counts.get(cluster_id) ?? 0, more },
    ]),
  );
}

import { firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { issueSorts } from './schema.ts';

export interface IssueRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly reason: string;
  readonly category: string;
  readonly severity: 'critical' | 'warning' | 'info';
  readonly status: 'open' | 'resolved';
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly message: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly count: number;
  readonly score_impact: number;
  readonly capped: boolean;
  readonly suggested_action: string;
  readonly action_id: string | null;
  readonly expected: boolean;
  readonly resolved_at: Date | null;
}

/** An open issue was last seen when its cluster was. */
const lastSeen = `CASE WHEN status = 'open' THEN greatest(last_seen,
    (SELECT w.observed_at FROM k8s_monitor.watches AS w WHERE w.cluster_id = issues.cluster_id)) ELSE last_seen END AS last_seen`;
const columns = `id, cluster_id, reason, category, severity, status, kind, namespace, name, message, first_seen, ${lastSeen},
  count, score_impact, capped, suggested_action, action_id, expected, resolved_at`;

export const issues = {
  list: { name: 'issues', counted: ['cluster_id', 'status', 'severity', 'category'], sorts: issueSorts },
  columns,
};

/** Those that took from the score at a moment: an id is made when its issue opens, which may be some time after it was first seen. */
export function openAt(moment: Date): (values: unknown[]) => string {
  return (values) =>
    `id < $${values.push(firstIdOf(new Date(Math.max(0, moment.getTime() + 1))))} AND (resolved_at IS NULL OR resolved_at > $${values.push(moment)})`;
}

/** Of these clusters; undefined is all. */
export async function selectIssue(
  db: TenantDb,
  id: string,
  clusters: readonly string[] | undefined,
): Promise<IssueRow | undefined> {
  const [row] = await db.query<IssueRow>(
    `SELECT ${columns} FROM k8s_monitor.issues
     WHERE ${tenantFilter()} AND id = $1 AND ($2::uuid[] IS NULL OR cluster_id = ANY($2))`,
    [id, clusters ?? null],
  );
  return row;
}

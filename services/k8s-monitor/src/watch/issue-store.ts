import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { asJson } from './as-json.ts';
import {
  type IssueBook,
  type IssueChanges,
  type KeptIssue,
  keyOf,
  type ResolvedIssue,
  sameAgainMs,
} from './issue-changes.ts';

interface IssueRow extends Omit<KeptIssue, 'first_seen'>, Record<string, unknown> {
  readonly status: 'open' | 'resolved';
  readonly first_seen: Date;
  readonly resolved_at: Date | null;
}

const columns =
  'id, reason, category, severity, kind, namespace, name, message, first_seen, count, score_impact, capped, suggested_action, action_id';

/** What the one before left: open issues go on, and those just resolved may be back. */
export async function readIssues(db: TenantDb, clusterId: string, now: Date): Promise<IssueBook> {
  const rows = await db.query<IssueRow>(
    `SELECT ${columns}, status, resolved_at FROM k8s_monitor.issues
     WHERE ${tenantFilter()} AND cluster_id = $1 AND (status = 'open' OR status = 'resolved' AND resolved_at > $2)
     ORDER BY resolved_at`,
    [clusterId, new Date(now.getTime() - sameAgainMs)],
  );
  const open = new Map<string, KeptIssue>();
  const resolved = new Map<string, ResolvedIssue>();
  for (const { status, resolved_at: at, first_seen, ...rest } of rows) {
    const issue = { ...rest, first_seen: first_seen.getTime() };
    if (status === 'open') open.set(keyOf(issue), issue);
    else resolved.set(keyOf(issue), { ...issue, resolved_at: at?.getTime() ?? 0 });
  }
  return { open, resolved };
}

/** One parameter for all rows, because a statement takes 65,535 at most. */
const asRows = `jsonb_to_recordset($2::jsonb) AS i (id uuid, reason text, category text, severity text, kind text, namespace text,
  name text, message text, first_seen timestamptz, count integer, score_impact float8, capped boolean, suggested_action text, action_id uuid)`;

export async function writeIssues(
  db: TenantDb,
  clusterId: string,
  { added, changed, resolved }: IssueChanges,
  now: Date,
): Promise<void> {
  await Promise.all([
    resolved.length > 0 &&
      db.query(
        `UPDATE k8s_monitor.issues SET status = 'resolved', resolved_at = $2, last_seen = $2 WHERE ${tenantFilter()} AND id = ANY($1)`,
        [resolved, now],
      ),
    changed.length > 0 &&
      db.query(
        `UPDATE k8s_monitor.issues AS k SET status = 'open', resolved_at = NULL, last_seen = $1, category = i.category, severity = i.severity,
           message = i.message, count = i.count, score_impact = i.score_impact, capped = i.capped, suggested_action = i.suggested_action,
           action_id = i.action_id
         FROM ${asRows} WHERE ${tenantFilter('k')} AND k.id = i.id`,
        [now, asText(changed)],
      ),
    added.length > 0 &&
      db.query(
        `INSERT INTO k8s_monitor.issues (tenant_id, cluster_id, ${columns}, status, last_seen)
         SELECT $1, $3, ${columns}, 'open', $4 FROM ${asRows}`,
        [db.tenantId, asText(added), clusterId, now],
      ),
  ]);
}

function asText(issues: readonly KeptIssue[]): string {
  return asJson(issues.map((issue) => ({ ...issue, first_seen: new Date(issue.first_seen) })));
}

import type { ActionKind, BuiltInRuleName, Verdict } from '@wheelhouse/contracts';
import { insertRow, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Past } from './confidence.ts';

/** What became of a decision. */
export interface RecordRow extends Record<string, unknown> {
  readonly decision_id: string;
  readonly verdict_id: string;
  readonly incident_id: string | null;
  readonly cluster_id: string;
  readonly rule: BuiltInRuleName | null;
  readonly action: ActionKind;
  readonly target_key: string;
  readonly verdict: Verdict;
  readonly automatic: boolean;
  readonly overruled: boolean;
  readonly summary: string;
  /** When a verdict was first reached; an overrule does not change that. */
  readonly judged_at: Date;
  readonly reached_at: Date;
}

/** Whoever writes a record of a rule, or decides by it, waits for the other. */
export async function lockTrust(db: TenantDb, rule: BuiltInRuleName): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('trust ' || $1 || ' ' || $2, 0))`, [db.tenantId, rule]);
}

const columns = `decision_id, verdict_id, incident_id, cluster_id, rule, action, target_key, verdict, automatic, overruled,
  summary, judged_at, reached_at`;

export async function selectRecord(db: TenantDb, decisionId: string): Promise<RecordRow | undefined> {
  const [row] = await db.query<RecordRow>(
    `SELECT ${columns} FROM agent_analysis.records WHERE ${tenantFilter()} AND decision_id = $1 FOR UPDATE`,
    [decisionId],
  );
  return row;
}

export async function writeRecord(db: TenantDb, row: RecordRow): Promise<void> {
  await db.query(`DELETE FROM agent_analysis.records WHERE ${tenantFilter()} AND decision_id = $1`, [row.decision_id]);
  await insertRow(db, 'agent_analysis.records', row);
}

/** More than any record is measured by, the newest first. */
const mostPast = 500;

type PastRow = Past & { readonly rule: BuiltInRuleName; readonly action: ActionKind };

export async function pastOf(db: TenantDb, rule: BuiltInRuleName, action: ActionKind): Promise<readonly Past[]> {
  return db.query<PastRow>(
    `SELECT verdict, automatic, judged_at AS at FROM agent_analysis.records
     WHERE ${tenantFilter()} AND rule = $1 AND action = $2 AND verdict NOT IN ('not_run', 'unknown')
     ORDER BY judged_at DESC, decision_id DESC LIMIT $3`,
    [rule, action, mostPast],
  );
}

/** What the last judged action on a target came to, whoever proposed it. */
export async function lastOnTarget(db: TenantDb, targetKey: string): Promise<Verdict | null> {
  const [row] = await db.query<{ verdict: Verdict }>(
    `SELECT verdict FROM agent_analysis.records
     WHERE ${tenantFilter()} AND target_key = $1 AND verdict NOT IN ('not_run', 'unknown')
     ORDER BY judged_at DESC, decision_id DESC LIMIT 1`,
    [targetKey],
  );
  return row?.verdict ?? null;
}

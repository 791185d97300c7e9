import { type ActionKind, isJudged, judgedVerdicts, type Verdict } from '@wheelhouse/contracts';
import { firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { mostJudged, type TrackRecord } from './schema.ts';

interface JudgedRow extends Record<string, unknown> {
  readonly rule_id: string;
  readonly action: ActionKind;
  readonly verdict: Verdict;
  readonly reached_at: Date;
}

/** As the index has it: the condition must be the same, word for word. */
const judged = `verdict IN (${judgedVerdicts.map((verdict) => `'${verdict}'`).join(', ')})`;

/** Of some clusters; undefined is all of the tenant's. */
export async function selectRecords(
  db: TenantDb,
  since: Date,
  clusterIds: readonly string[] | undefined,
): Promise<readonly TrackRecord[]> {
  const rows = await db.query<JudgedRow>(
    `SELECT r.rule_id, r.action, v.verdict, v.reached_at FROM agent_feedback.rule_actions AS r CROSS JOIN LATERAL (
       SELECT id, verdict, reached_at FROM agent_feedback.verdicts
       WHERE ${tenantFilter()} AND rule_id = r.rule_id AND action = r.action AND rule_id IS NOT NULL AND ${judged} AND id >= $1
         AND ($2::uuid[] IS NULL OR cluster_id = ANY($2))
       ORDER BY id DESC LIMIT ${mostJudged}
     ) AS v WHERE ${tenantFilter('r')} ORDER BY r.rule_id, r.action, v.id DESC`,
    [firstIdOf(since), clusterIds ?? null],
  );
  const groups = Map.groupBy(rows, ({ rule_id, action }) => `${rule_id} ${action}`);
  return [...groups.values()].flatMap((group) => recordOf(group) ?? []);
}

/** Newest first. */
function recordOf(rows: readonly JudgedRow[]): TrackRecord | undefined {
  const [newest] = rows;
  if (newest === undefined || !isJudged(newest.verdict)) return undefined;
  const counted = (wanted: Verdict) => rows.filter(({ verdict }) => verdict === wanted).length;
  return {
    rule_id: newest.rule_id,
    action: newest.action,
    judged: rows.length,
    cured: counted('cured'),
    by_verdict: {
      cured: counted('cured'),
      relapsed: counted('relapsed'),
      not_cured: counted('not_cured'),
      worse: counted('worse'),
      failed: counted('failed'),
    },
    last_verdict: newest.verdict,
    last_reached_at: newest.reached_at.toISOString(),
  };
}

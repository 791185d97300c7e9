import { builtInRuleId, type BuiltInRuleName, builtInRuleNames, type VerdictReached } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { whyPaused } from './pause.ts';
import { lockTrust, pastOf, type RecordRow, selectRecord, writeRecord } from './records-store.ts';
import { ruleState, saveRuleState } from './rules-store.ts';

export function ruleById(id: string | null): BuiltInRuleName | null {
  return builtInRuleNames.find((name) => builtInRuleId(name) === id?.toLowerCase()) ?? null;
}

/**
 * Keeps what became of a decision. Of several verdicts the latest stands, such as what a person said against what was
 * measured, whichever is heard first; a rule that fails too often is paused with it. Answers whether it is news.
 */
export async function hearVerdict(db: TenantDb, told: VerdictReached, targetKey: string, now: Date): Promise<boolean> {
  const rule = ruleById(told.rule_id);
  if (rule !== null) await lockTrust(db, rule);
  const before = await selectRecord(db, told.decision_id);
  const reachedAt = new Date(told.reached_at);
  if (before !== undefined && !replaces(told, reachedAt, before)) {
    // Heard late, the first verdict still says when the decision was judged.
    if (reachedAt < before.judged_at) await writeRecord(db, { ...before, judged_at: reachedAt });
    return false;
  }
  const judgedAt = before === undefined || reachedAt < before.judged_at ? reachedAt : before.judged_at;
  await writeRecord(db, {
    decision_id: told.decision_id,
    verdict_id: told.verdict_id,
    incident_id: told.incident_id,
    cluster_id: told.cluster_id,
    rule,
    action: told.action,
    target_key: targetKey,
    verdict: told.verdict,
    automatic: told.automatic,
    overruled: told.overruled,
    summary: told.summary,
    judged_at: judgedAt,
    reached_at: reachedAt,
  });
  if (rule !== null) await pauseIfBad(db, rule, told.action, now);
  return true;
}

function replaces(told: VerdictReached, reachedAt: Date, before: RecordRow): boolean {
  const [now, then] = [reachedAt.getTime(), before.reached_at.getTime()];
  return now > then || (now === then && told.overruled && !before.overruled);
}

/** It lowers itself, and never raises itself again. */
async function pauseIfBad(
  db: TenantDb,
  rule: BuiltInRuleName,
  action: VerdictReached['action'],
  now: Date,
): Promise<void> {
  const state = await ruleState(db, rule);
  if (state.paused_since !== null) return;
  const why = whyPaused(await pastOf(db, rule, action), state.resumed_at);
  if (why !== undefined) await saveRuleState(db, rule, { ...state, paused_since: now, paused_because: why });
}

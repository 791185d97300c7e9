import { builtInRuleId } from '@wheelhouse/contracts';
import type { AnalysisRow } from '../records/analysis.ts';
import type { Analysis } from './schema.ts';

export function shownAnalysis(row: AnalysisRow): Analysis {
  const { id, incident_id, cluster_id, object, because, requested_by, observation_id, status, conclusion, reason } =
    row;
  const { rule, summary, advice, evidence, conditions, confidence, decision_id, action, target, automatic } = row;
  return {
    id,
    incident_id,
    cluster_id,
    object,
    because,
    requested_by,
    observation_id,
    status,
    conclusion,
    reason,
    rule,
    rule_id: rule && builtInRuleId(rule),
    summary,
    advice,
    evidence: [...evidence],
    conditions: [...conditions],
    confidence,
    decision_id,
    action,
    target,
    automatic,
    asked_because: row.asked_because,
    again_at: told(row.again_at),
    tried: [...row.tried],
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    concluded_at: told(row.concluded_at),
  };
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

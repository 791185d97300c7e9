import {
  type AnalysisConcluded,
  type BuiltInRuleName,
  builtInRuleId,
  builtInRuleNames,
  type VerdictReached,
} from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import type { NewEntry } from '../entries/entry.ts';
import { incidentsWithKey } from '../entries/store.ts';
import type { Given } from '../incidents/service.ts';
import { startKey } from './from-actions.ts';
import { happened } from './happened.ts';

/** What the agents concluded of an incident, and what became of what they had proposed. Each is told once. */

const longestText = 4_096;
const mostEvidenceBytes = 6 * 1_024;

export async function concluded(db: TenantDb, given: Given, data: AnalysisConcluded): Promise<void> {
  const { incident_id: incidentId, cluster_id: clusterId } = data;
  await happened(db, given, [{ place: { clusterId, incidentId }, entries: [conclusionOf(data)] }]);
}

function conclusionOf(data: AnalysisConcluded): NewEntry {
  const { analysis_id, conclusion, rule, summary, advice, evidence, object, concluded_at: at } = data;
  const { decision_id, automatic, asked_because } = data;
  return {
    kind: conclusion === 'suggestion' ? 'suggestion' : 'analysis',
    key: `analysis ${analysis_id}`,
    isOnce: true,
    at: new Date(at),
    summary,
    ...(advice === null ? {} : { text: advice.slice(0, longestText).toWellFormed() }),
    ...(isBuiltIn(rule) ? { actor: { type: 'rule', id: builtInRuleId(rule) } } : {}),
    ...(object === null ? {} : { object }),
    ref: { type: 'analysis', id: analysis_id, url: null },
    data: { analysis_id, conclusion, rule, evidence: shortened(evidence), decision_id, automatic, asked_because },
  };
}

function isBuiltIn(rule: string | null): rule is BuiltInRuleName {
  return builtInRuleNames.some((name) => name === rule);
}

/** As many as an entry holds, the first first; the analysis itself has all of them. */
function shortened(evidence: AnalysisConcluded['evidence']): AnalysisConcluded['evidence'] {
  let bytes = 0;
  return evidence.filter((one) => (bytes += Buffer.byteLength(JSON.stringify(one))) <= mostEvidenceBytes);
}

/** Without an incident of its own it belongs wherever its action stands. */
export async function judged(db: TenantDb, given: Given, data: VerdictReached): Promise<void> {
  const { cluster_id: clusterId, incident_id: incidentId, action_id: actionId } = data;
  const ofAction = actionId === null ? [] : await incidentsWithKey(db, startKey(actionId));
  const entries = [verdictOf(data)];
  await happened(
    db,
    given,
    (incidentId === null ? ofAction : [incidentId]).map((id) => ({ place: { clusterId, incidentId: id }, entries })),
  );
}

function verdictOf(data: VerdictReached): NewEntry {
  const { verdict_id: id, verdict, decision_id, action_id, automatic, overruled, summary, reached_at: at } = data;
  return {
    kind: 'verdict',
    key: `verdict ${id}${overruled ? ' overruled' : ''}`,
    isOnce: true,
    at: new Date(at),
    summary,
    ...(action_id === null ? {} : { ref: { type: 'action', id: action_id, url: null } }),
    data: { verdict, decision_id, action_id, automatic, overruled },
  };
}

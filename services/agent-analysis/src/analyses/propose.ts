import { actionLabels, builtInRuleId, type ProposalFields } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { unknownStanding } from '../neighbours/action-agent.ts';
import type { EvidenceItem } from '../records/analysis.ts';
import { type DecisionRow, insertDecision } from '../records/decisions-store.ts';
import type { Choice } from '../rules/judge.ts';
import type { Proposed } from '../rules/rule.ts';
import { approvalOf } from '../trust/approve.ts';
import { decisionOf } from '../trust/decision.ts';
import { lastOnTarget, lockTrust, pastOf } from '../trust/records-store.ts';
import { ruleState, tenantSettings } from '../trust/rules-store.ts';
import { targetKeyOf } from '../trust/target-key.ts';
import type { Ending } from './conclude.ts';
import { citedBy } from './evidence.ts';
import type { Writing } from './given.ts';
import type { Matter } from './matter.ts';

export const decisionsExchange = 'analysis.decisions';

interface Proposal extends Matter {
  readonly choice: Extract<Choice, { kind: 'proposal' }>;
  /** Of the incident, those that were not withdrawn. */
  readonly decisions: readonly DecisionRow[];
  readonly evidence: readonly EvidenceItem[];
}

/**
 * The one decision of an analysis. Whether it may run by itself is decided under the lock of the rule's record, in the
 * transaction that publishes it.
 */
export async function propose(db: TenantDb, given: Writing, proposal: Proposal): Promise<Ending> {
  const { incident, row, looked, decisions, choice, evidence } = proposal;
  const { rule, judged } = choice;
  const { proposes, reason, advice = null } = judged;
  const standing = looked.standings.get(proposes.action) ?? unknownStanding;
  if (standing.autonomy === 'never') return onlySuggested(choice);
  const now = given.clock.now();
  await lockTrust(db, rule.name);
  const state = await ruleState(db, rule.name);
  const targetKey = targetKeyOf(row.cluster_id, proposes.target);
  const approval = approvalOf({
    proposedBy: 'rule',
    ...standing,
    window: windowName(looked.window),
    now,
    past: await pastOf(db, rule.name, proposes.action),
    prior: rule.prior,
    autoFrom: (await tenantSettings(db)).auto_from,
    pausedSince: state.paused_since,
    resumedAt: state.resumed_at,
    earlierAutomatic: decisions.some(({ automatic }) => automatic),
    lastOnTarget: await lastOnTarget(db, targetKey),
  });
  const id = given.makeId();
  const { automatic, lines, askedBecause, confidence } = approval;
  const fields: ProposalFields = {
    decision_id: id,
    tenant_id: db.tenantId,
    cluster_id: row.cluster_id,
    reason,
    confidence: confidence.value,
    proposed_by: { type: 'rule', id: builtInRuleId(rule.name) },
    incident_id: incident.id,
    evidence: citedBy(rule, evidence, given.settings.EXTERNAL_URL),
    created_at: now.toISOString(),
    ...proposes,
  };
  const body = decisionOf(fields, approval);
  await insertDecision(db, {
    id,
    incident_id: incident.id,
    analysis_id: row.id,
    cluster_id: row.cluster_id,
    rule: rule.name,
    ...proposes,
    target_key: targetKey,
    automatic: body.AutoApprove,
    state: 'pending',
    withdrawn_because: null,
    ended_as: null,
    created_at: now,
    ended_at: null,
  });
  await given.emitMessage(db, { exchange: decisionsExchange, routingKey: row.cluster_id, body, id });
  return {
    conclusion: 'action_proposed',
    rule: rule.name,
    summary: `${rule.title}: ${reason}`,
    advice,
    conditions: lines,
    confidence: confidence.value,
    decision_id: id,
    ...proposes,
    automatic,
    asked_because: askedBecause,
  };
}

function windowName(window: Matter['looked']['window']): string | null | undefined {
  if (window === 'unknown') return undefined;
  return window === 'none' ? null : window.name;
}

/** `Restart Pod shop/checkout-a`. */
function proposedWords({ action, target }: Proposed): string {
  const label = actionLabels[action];
  if ('node_name' in target) return `${label} ${target.node_name}`;
  if ('pod' in target) return `${label} ${target.namespace}/${target.pod}`;
  const replicas = 'replicas' in target && target.replicas !== undefined ? ` to ${target.replicas} replicas` : '';
  return `${label} ${target.namespace}/${target.deployment_name}${replicas}`;
}

/** What a decision can never bring about here is left to people, and said. */
function onlySuggested({ rule, judged: { proposes, reason, advice } }: Proposal['choice']): Ending {
  const own = `${proposedWords(proposes)} by hand if you agree: the autonomy of ${proposes.action} is never here, so no decision to do it is carried out.`;
  return {
    conclusion: 'suggestion',
    rule: rule.name,
    summary: `${rule.title}: ${reason}`,
    advice: advice === undefined ? own : `${own} ${advice}`,
  };
}

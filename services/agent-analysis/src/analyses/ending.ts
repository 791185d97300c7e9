import type { AnalysisReason, Facts } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import type { Observed } from '../neighbours/observability.ts';
import { type DecisionRow, decisionsOf } from '../records/decisions-store.ts';
import { type Choice, judgeAll, type Judgement } from '../rules/judge.ts';
import type { Proposed } from '../rules/rule.ts';
import { clockTime, objectWords } from '../rules/words.ts';
import { ruleStates } from '../trust/rules-store.ts';
import { targetKeyOf } from '../trust/target-key.ts';
import type { Ending } from './conclude.ts';
import { evidenceOf } from './evidence.ts';
import type { Writing } from './given.ts';
import type { Matter } from './matter.ts';
import { lastTime } from './previous.ts';
import { propose } from './propose.ts';

/** What an analysis comes to. What is proposed is written with it. */
export async function endingFrom(db: TenantDb, given: Writing, matter: Matter): Promise<Ending> {
  const { window, observed, whyNot } = matter.looked;
  if (typeof window === 'object')
    return {
      conclusion: 'not_analysed',
      reason: 'window',
      summary: `The maintenance window ${window.name} is on until ${clockTime(window.ends_at)}; it is looked at again then.`,
      again_at: new Date(window.ends_at),
    };
  if (observed === undefined) return unobservable('not_observed', whyNot);
  if (observed.status === 'not_observable' || observed.facts === null)
    return unobservable(reasonOf(observed), observed.message ?? undefined);
  if (!observed.facts.exists)
    return unobservable('object_gone', `${objectWords(observed.facts.object)} does not exist any more.`);
  return judge(db, given, matter, observed, observed.facts);
}

const reasons: ReadonlySet<string> = new Set<AnalysisReason>(['no_object', 'no_worker', 'not_observed', 'object_gone']);

function reasonOf({ reason }: Observed): AnalysisReason {
  return reason !== null && isReason(reason) ? reason : 'not_observed';
}

function isReason(word: string): word is AnalysisReason {
  return reasons.has(word);
}

function unobservable(reason: AnalysisReason, why = 'The cluster did not answer.'): Ending {
  return { conclusion: 'not_observable', reason, summary: why };
}

async function judge(
  db: TenantDb,
  given: Writing,
  { incident, row, looked }: Matter,
  observed: Observed,
  facts: Facts,
): Promise<Ending> {
  const decisions = (await decisionsOf(db, incident.id)).filter(({ state }) => state !== 'withdrawn');
  const states = await ruleStates(db);
  const judgement = judgeAll(facts, {
    proposed: new Set(decisions.map(({ rule }) => rule)),
    isEnabled: (rule) => states.get(rule)?.enabled !== false,
    isBarred: (rule, proposed) => isBarred(decisions, rule, targetKeyOf(row.cluster_id, proposed.target), proposed),
  });
  const { choice, tried } = judgement;
  const common = { tried, evidence: evidenceOf(observed) };
  const before = await lastTime(db, incident.previous_incident_id);
  const ending =
    choice.kind === 'proposal'
      ? await propose(db, given, { incident, row, looked, decisions, choice, evidence: common.evidence })
      : withoutProposal(choice, judgement);
  return { ...common, ...ending, summary: before === undefined ? ending.summary : `${ending.summary} ${before}` };
}

/** Once for an incident, rule and target; and never what waits or runs already, whichever rule has proposed it. */
function isBarred(
  decisions: readonly DecisionRow[],
  rule: DecisionRow['rule'],
  targetKey: string,
  { action }: Proposed,
): boolean {
  return decisions.some(
    (one) => one.target_key === targetKey && (one.rule === rule || (one.action === action && one.state !== 'ended')),
  );
}

function withoutProposal(choice: Exclude<Choice, { kind: 'proposal' }>, { tried }: Judgement): Ending {
  if (choice.kind === 'suggestion') {
    const { reason, advice, whyNoAction } = choice.judged;
    return {
      conclusion: 'suggestion',
      rule: choice.rule.name,
      summary: `${choice.rule.title}: ${reason} ${whyNoAction}`,
      advice,
    };
  }
  if (choice.kind === 'later') {
    const { at, waitsFor } = choice.judged;
    return {
      conclusion: 'no_rule',
      summary: `No rule fits what was seen yet: ${waitsFor}. It is looked at again at ${clockTime(at)}.`,
      again_at: at,
    };
  }
  const { barred } = choice;
  if (barred === undefined)
    return {
      conclusion: 'no_rule',
      summary: `None of the ${tried.length} rules fits what was seen. An agent run can look further.`,
    };
  const why =
    barred.outcome === 'switched_off'
      ? 'but the rule is switched off'
      : 'but it has proposed this for this incident before, and does so once';
  return {
    conclusion: 'no_rule',
    reason: barred.outcome,
    rule: barred.rule.name,
    summary: `${barred.rule.title} would fit what was seen, ${why}.`,
  };
}

import type { ActionKind } from './action-words.ts';

/** The words of the agents, the same on REST, in events and on pages. Without schemas, as `action-words`. */

/** Each part of what is looked at, as people are told of it. */
export const factParts = {
  workload: 'the workload and its rollout',
  pods: 'its pods',
  changes: 'what was changed of it',
  budgets: 'disruption budgets',
  autoscaler: 'its autoscaler',
  node: 'the node',
  room: 'room on other nodes',
  issues: 'what is wrong with it',
  warnings: 'warnings of the cluster',
  logs: 'the last lines of crashed containers',
  actions: 'what was done about it',
} as const satisfies Readonly<Record<string, string>>;
export type FactPart = keyof typeof factParts;

export const factPartNames: readonly FactPart[] = Object.keys(factParts).filter((word): word is FactPart =>
  Object.hasOwn(factParts, word),
);

export const observationStatuses = ['observing', 'complete', 'partial', 'not_observable'] as const;
export type ObservationStatus = (typeof observationStatuses)[number];

/** What an analysis came to. */
export const conclusions = {
  action_proposed: 'An action was proposed',
  suggestion: 'Something can be done that we cannot do',
  no_rule: 'No rule fits what was seen',
  recovered: 'It was over before anything was concluded',
  not_observable: 'It could not be looked at',
  not_analysed: 'It was not analyzed',
} as const satisfies Readonly<Record<string, string>>;
export type Conclusion = keyof typeof conclusions;

export const analysisStatuses = ['queued', 'observing', 'concluded'] as const;
export type AnalysisStatus = (typeof analysisStatuses)[number];

/** Why something was not analyzed, or is not proposed. */
export const analysisReasons = {
  window: 'A maintenance window is active',
  cap: 'It was analyzed five times within the last hour',
  incident_over: 'The incident is over',
  no_object: 'The incident is about no object of a cluster',
  no_worker: 'No worker observes the cluster',
  not_observed: 'The cluster did not answer',
  object_gone: 'The object no longer exists',
  proposed_before: 'The rule has proposed this once for this incident',
  switched_off: 'The rule is switched off',
} as const satisfies Readonly<Record<string, string>>;
export type AnalysisReason = keyof typeof analysisReasons;

/** What became of a decision, or why that is not judged. */
export const verdicts = {
  cured: 'The trouble ended and stayed away',
  relapsed: 'The trouble ended and came back within 30 minutes',
  not_cured: 'The trouble did not end',
  worse: 'It became worse',
  failed: 'The action failed',
  not_run: 'The action was never carried out',
  unknown: 'The cluster was not observed meanwhile',
} as const satisfies Readonly<Record<string, string>>;
export type Verdict = keyof typeof verdicts;

/** Those that count in a record. */
export const judgedVerdicts = [
  'cured',
  'relapsed',
  'not_cured',
  'worse',
  'failed',
] as const satisfies readonly Verdict[];

/** Two of these among the last ten automatic ones, and the rule asks again. */
export const badVerdicts = ['relapsed', 'not_cured', 'worse', 'failed'] as const satisfies readonly Verdict[];

export function isJudged(verdict: Verdict): boolean {
  return judgedVerdicts.some((one) => one === verdict);
}

export const builtInRuleNames = [
  'wedged_pod',
  'stale_crash_loop',
  'replicas_too_many',
  'replicas_too_few',
  'forgotten_cordon',
  'failing_node',
  'dead_node',
  'bad_rollout',
  'image_pull',
  'out_of_memory',
  'autoscaler_at_maximum',
  'no_room',
  'failing_job',
  'blocked_drain',
] as const;
export type BuiltInRuleName = (typeof builtInRuleNames)[number];

/** What a rule proposes; the others only suggest. */
export const ruleActions: Readonly<Partial<Record<BuiltInRuleName, ActionKind>>> = {
  wedged_pod: 'restart_pod',
  stale_crash_loop: 'restart_pod',
  replicas_too_many: 'scale_deployment',
  replicas_too_few: 'scale_deployment',
  forgotten_cordon: 'uncordon_node',
  failing_node: 'drain_node',
  dead_node: 'cordon_node',
};

/** The same in every installation: an action names by it which rule proposed it. */
export function builtInRuleId(name: BuiltInRuleName): string {
  const number = builtInRuleNames.indexOf(name) + 1;
  return `019cad00-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const recommendationKinds = {
  memory_limit: 'Raise a memory limit',
  single_replica: 'Run more than one replica',
  autoscaler_maximum: 'Raise the maximum of an autoscaler',
  budget_blocks_drains: 'Let a disruption budget allow evictions',
  recurring_cause: 'Remove a cause that keeps coming back',
  missing_right: 'Grant a right',
  autonomy_up: 'Let a rule act by itself',
  autonomy_down: 'Have a rule ask again',
} as const satisfies Readonly<Record<string, string>>;
export type RecommendationKind = keyof typeof recommendationKinds;

export const recommendationStatuses = ['open', 'accepted', 'dismissed', 'done'] as const;
export type RecommendationStatus = (typeof recommendationStatuses)[number];

import { builtInRuleId, type BuiltInRuleName, builtInRuleNames, ruleActions } from '@wheelhouse/contracts';
import type { Analysis, Recommendation, Rule, VerdictRow } from '../../src/api/agents.ts';
import { actionId, clusterId } from './fixtures.ts';
import { incidentId, minutesAgo } from './incident-fixtures.ts';
import type { PaperApi } from './paper-api.ts';

export const analysisId = '01a1cf00-0000-7000-8000-000000000201';
export const decisionId = '01a1cf00-0000-7000-8000-000000000202';
export const observationId = '01a1cf00-0000-7000-8000-000000000203';
export const verdictId = '01a1cf00-0000-7000-8000-000000000204';
export const recommendationId = '01a1cf00-0000-7000-8000-000000000205';

export const checkout = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };
export const pod = 'checkout-6c9f7d5b8-m8kzp';

const workload = `/clusters/${clusterId}/workloads/Deployment/shop/checkout`;

export const conditions: Analysis['conditions'] = [
  { name: 'by_rule', holds: true, words: 'A rule proposes it.' },
  {
    name: 'autonomy',
    holds: false,
    words: 'The autonomy of this kind of action is not set. An administrator may set it to auto.',
  },
  { name: 'confidence', holds: true, words: '7 of 7 helped, which is a confidence of 0.81.' },
  { name: 'not_paused', holds: true, words: 'The rule is not paused.' },
  { name: 'no_window', holds: true, words: 'No maintenance window is on.' },
];

/** The last lines of what crashed: the look that it is of has them. */
export const crashed: Analysis['evidence'][number] = {
  n: 4,
  source: 'logs',
  summary: 'Container app ended with exit code 1: its last 2 lines.',
  at: minutesAgo(15),
  url: `${workload}/logs`,
};

/** A pod hangs, and a person is asked. */
export const analysis = (more: Partial<Analysis> = {}): Analysis => ({
  id: analysisId,
  incident_id: incidentId,
  cluster_id: clusterId,
  object: checkout,
  because: 'opened',
  requested_by: null,
  observation_id: observationId,
  status: 'concluded',
  conclusion: 'action_proposed',
  reason: null,
  rule: 'wedged_pod',
  rule_id: builtInRuleId('wedged_pod'),
  summary: `Pod shop/${pod} has been Running but not Ready for 4 min without a restart, and nothing was changed within the hour.`,
  advice: null,
  evidence: [
    {
      n: 1,
      source: 'pods',
      summary: `Pod ${pod} is Running and not Ready for 4 min; 5 others of the same template are Ready.`,
      at: minutesAgo(12),
      url: `/clusters/${clusterId}/workloads/Pod/shop/${pod}`,
    },
    {
      n: 2,
      source: 'changes',
      summary: 'Nothing was changed of it within 60 min.',
      at: minutesAgo(12),
      url: `${workload}/changes`,
    },
    {
      n: 3,
      source: 'node',
      summary: 'Node kwok-0007 is Ready, without pressure.',
      at: minutesAgo(12),
      url: `/clusters/${clusterId}/nodes/kwok-0007`,
    },
  ],
  conditions,
  confidence: 0.81,
  decision_id: decisionId,
  action: 'restart_pod',
  target: { namespace: 'shop', pod },
  automatic: false,
  asked_because: 'The autonomy of this kind of action is not set. An administrator may set it to auto.',
  again_at: null,
  tried: [
    { rule: 'wedged_pod', outcome: 'matched', words: 'Its pod hangs.' },
    { rule: 'stale_crash_loop', outcome: 'no', words: 'no pod waits in CrashLoopBackOff' },
  ],
  created_at: minutesAgo(13),
  due_at: minutesAgo(12),
  concluded_at: minutesAgo(12),
  ...more,
});

/** One that came to nothing that could be done by us. */
export const without = (more: Partial<Analysis>): Analysis =>
  analysis({
    rule: null,
    rule_id: null,
    decision_id: null,
    action: null,
    target: null,
    conditions: [],
    confidence: null,
    asked_because: null,
    tried: [],
    evidence: [],
    ...more,
  });

const titles: Readonly<Partial<Record<BuiltInRuleName, string>>> = {
  wedged_pod: 'A pod hangs',
  stale_crash_loop: 'A pod crashes over and over',
  forgotten_cordon: 'A node was left cordoned',
  out_of_memory: 'A container runs out of memory',
};

export const rule = (name: BuiltInRuleName, more: Partial<Rule> = {}): Rule => ({
  id: builtInRuleId(name),
  name,
  title: titles[name] ?? name.replaceAll('_', ' '),
  about:
    'A pod runs but no longer answers its readiness probe, and nothing restarts it. A new pod in its place usually helps.',
  when: ['A pod is Running, has not restarted, and has not been Ready for 3 minutes.', 'Its node is Ready.'],
  follows: ruleActions[name] ?? 'the suggestion of what would help',
  action: ruleActions[name] ?? null,
  enabled: true,
  prior: 0.7,
  record: ruleActions[name] === undefined ? null : { judged: 0, cured: 0, confidence: 0.7, measured: false },
  records: [],
  paused: null,
  autonomy: null,
  ...more,
});

/** All that ship: one with a record, one that is paused, one that is off. */
export const rules = (): readonly Rule[] =>
  builtInRuleNames.map((name) => {
    if (name === 'wedged_pod') return rule(name, { record: { judged: 8, cured: 7, confidence: 0.67, measured: true } });
    if (name === 'stale_crash_loop')
      return rule(name, {
        record: { judged: 10, cured: 6, confidence: 0.4, measured: true },
        paused: { since: minutesAgo(180), why: '2 of its last 10 automatic actions did not help: it became worse.' },
      });
    if (name === 'forgotten_cordon') return rule(name, { enabled: false });
    return rule(name);
  });

export const verdict = (more: Partial<VerdictRow> = {}): VerdictRow => ({
  id: verdictId,
  decision_id: decisionId,
  action_id: actionId,
  incident_id: incidentId,
  cluster_id: clusterId,
  rule_id: builtInRuleId('wedged_pod'),
  proposed_by: { type: 'rule', id: builtInRuleId('wedged_pod') },
  action: 'restart_pod',
  target: { namespace: 'shop', pod },
  target_key: 'restart_pod shop/checkout',
  automatic: false,
  state: 'final',
  verdict: 'cured',
  summary: 'The incident became quiet 1 min after the action ended and stayed so for 30 min.',
  measured: {
    verdict: 'cured',
    summary: 'The incident became quiet 1 min after the action ended and stayed so for 30 min.',
    quiet_after_seconds: 60,
    back_after_seconds: null,
    score_before: 82,
    score_after: 100,
    new_issues: [],
    reached_at: minutesAgo(2),
  },
  overruled_by: null,
  overruled_at: null,
  note: null,
  started_at: minutesAgo(40),
  ended_at: minutesAgo(38),
  final_by: null,
  reached_at: minutesAgo(2),
  created_at: minutesAgo(38),
  ...more,
});

export const recommendation = (more: Partial<Recommendation> = {}): Recommendation => ({
  id: recommendationId,
  cluster_id: clusterId,
  kind: 'memory_limit',
  object: checkout,
  rule: null,
  severity: 'high',
  why: 'Container app was killed because it used more than its limit of 256 MiB. Seen 4 times since 2026-11-12.',
  how: 'Raise the limit to 384 MiB, or find out why it needs more than before.',
  status: 'open',
  accepted_by: null,
  accepted_at: null,
  note: null,
  dismissed: null,
  created_at: minutesAgo(300),
  seen_at: minutesAgo(20),
  done_at: null,
  ...more,
});

/** The agents have looked at nothing, and know of nothing to do. */
export const quietAgents = (api: PaperApi): PaperApi =>
  api
    .list('/agents/analysis/api/v1/analyses', [])
    .list('/agents/analysis/api/v1/rules', [])
    .list('/agents/feedback/api/v1/verdicts', [])
    .list('/agents/recommendation/api/v1/recommendations', []);

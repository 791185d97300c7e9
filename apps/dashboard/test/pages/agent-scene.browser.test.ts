import { builtInRuleId } from '@wheelhouse/contracts';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  analysis,
  checkout,
  conditions,
  crashed,
  decisionId,
  observationId,
  pod,
  recommendation,
  recommendationId,
  rules,
  verdict,
  without,
} from './agent-fixtures.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, autonomy, clusterId, ledgerRow, plan } from './fixtures.ts';
import { entry, incidentId, inFull, minutesAgo, person, showIncident } from './incident-fixtures.ts';

/** What agents tell, as docs/guides/agents.md shows it. With WRITE_IMAGES=1 its pictures are taken anew. */
const dashboard = useDashboard();
const images = process.env['IMAGES'] ?? join(import.meta.dirname, '../../../../docs/images');
const writesImages = process.env['WRITE_IMAGES'] === '1';

const analysesPath = '/agents/analysis/api/v1/analyses';
const verdictsPath = '/agents/feedback/api/v1/verdicts';
const recommendationsPath = '/agents/recommendation/api/v1/recommendations';
const actionPath = '/agents/action/api/v1/actions/{id}';

const looks = [
  { look: 'light', colorScheme: 'light', size: { width: 1280, height: 800 } },
  { look: 'dark', colorScheme: 'dark', size: { width: 1280, height: 800 } },
  { look: 'narrow', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const;

async function shoot(page: Page, name: string): Promise<void> {
  if (!writesImages) return;
  for (const { look, colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const whole = process.env['IMAGES'] !== undefined;
    const path = join(images, `${name}-${look}.png`);
    await page.screenshot({ path, fullPage: whole, animations: 'disabled', caret: 'hide' });
  }
}

const hanging = `Pod shop/${pod} has been Running but not Ready for 4 min without a restart, and nothing was changed within the hour.`;

const restart = (more: Parameters<typeof action>[0] = {}) =>
  action({
    action: 'restart_pod',
    target: { namespace: 'shop', pod },
    decision_id: decisionId,
    incident_id: incidentId,
    reason: `${hanging} Its 5 siblings on the same template are Ready.`,
    proposed_by: { type: 'rule', id: builtInRuleId('wedged_pod') },
    plan: {
      ...plan(6, 6),
      action: 'restart_pod',
      target: { namespace: 'shop', pod },
      summary: `Restart Pod ${pod} in shop`,
      changes: [],
    },
    ...more,
  });

const hung = inFull({
  number: 41,
  title: 'Deployment shop/checkout has too few replicas',
  severity: 'high',
  status: 'acknowledged',
  assignee_id: person.id,
  acknowledged_at: minutesAgo(9),
});

const told = [
  entry(14, {
    summary: 'Deployment shop/checkout has too few replicas: 5 of 6 are ready.',
    object: checkout,
    data: { rule: 'replica_shortfall', severity: 'high' },
  }),
  entry(12, {
    kind: 'analysis',
    summary: hanging,
    actor: { type: 'rule', id: builtInRuleId('wedged_pod') },
    object: checkout,
    ref: { type: 'analysis', id: '01a1cf00-0000-7000-8000-000000000201', url: null },
    data: { conclusion: 'action_proposed', rule: 'wedged_pod' },
  }),
  entry(11.8, {
    kind: 'proposal',
    summary: `Proposed: Restart Pod ${pod} in shop`,
    actor: { type: 'rule', id: builtInRuleId('wedged_pod') },
    object: checkout,
    ref: { type: 'action', id: actionId, url: null },
  }),
];

const excerpt = [
  '03:08:11 payment gateway: read timed out after 30 s',
  '03:08:41 payment gateway: read timed out after 30 s',
  '03:09:02 worker 3 is not answering, token=[masked]',
].join('\n');

const look = {
  id: observationId,
  incident_id: incidentId,
  cluster_id: clusterId,
  object: checkout,
  because: 'opened',
  status: 'complete',
  reason: null,
  message: null,
  not_visible: [],
  asked_by: null,
  created_at: minutesAgo(13),
  due_at: minutesAgo(12),
  finished_at: minutesAgo(12),
  facts: null,
  items: [{ n: 4, source: 'logs', summary: crashed.summary, at: minutesAgo(13), excerpt }],
} as const;

const whole = analysis({ summary: hanging, evidence: [...analysis().evidence, crashed] });

test('what was found, what is proposed, and why a person is asked', async () => {
  showIncident(dashboard.signIn(), hung, told)
    .answers('GET', actionPath, restart())
    .answers('GET', '/agents/observability/api/v1/observations/{id}', look)
    .list(analysesPath, [whole]);
  const page = await dashboard.open(`/incidents/${incidentId}`);
  await page.getByText('Asked because the autonomy').waitFor();
  await page.getByText('4 of 5 conditions to act by itself hold').click();
  expect(await page.getByRole('heading', { name: 'What was found' }).count()).toBe(1);
  await shoot(page, 'incident-found');
});

test('what was done by itself, and what became of it', async () => {
  showIncident(dashboard.signIn(), { ...hung, status: 'resolved', firing: 0, resolved_at: minutesAgo(2) }, told)
    .answers('GET', actionPath, restart({ status: 'success', finished_at: minutesAgo(9) }))
    .list(analysesPath, [
      analysis({
        summary: hanging,
        automatic: true,
        asked_because: null,
        conditions: conditions.map((one) =>
          one.holds ? one : { ...one, holds: true, words: 'The autonomy of this kind of action is auto.' },
        ),
      }),
      without({ id: 'before', conclusion: 'no_rule' }),
    ])
    .list(verdictsPath, [verdict({ automatic: true })]);
  const page = await dashboard.open(`/incidents/${incidentId}`);
  await page.getByText('The trouble ended and stayed away.').waitFor();
  expect(await page.getByText('Acted by itself').count()).toBe(1);
  await shoot(page, 'incident-cured');
});

test('what no action of ours would help', async () => {
  showIncident(dashboard.signIn(), hung, told.slice(0, 1)).list(analysesPath, [
    without({
      conclusion: 'suggestion',
      rule: 'out_of_memory',
      rule_id: builtInRuleId('out_of_memory'),
      summary:
        'A container runs out of memory: container app of Deployment shop/checkout was killed 4 times within the hour at its limit of 256 Mi. A restart would end the same way.',
      advice: 'Raise the memory limit of container app from 256 Mi to 384 Mi.',
      evidence: analysis().evidence,
    }),
  ]);
  const page = await dashboard.open(`/incidents/${incidentId}`);
  await page.getByRole('heading', { name: 'What would help' }).waitFor();
  expect(await page.getByText('to 384 Mi.').count()).toBe(1);
  await shoot(page, 'incident-suggestion');
});

test('why nothing was found', async () => {
  showIncident(dashboard.signIn(), hung, told.slice(0, 1)).list(analysesPath, [
    without({
      conclusion: 'not_analysed',
      reason: 'window',
      summary: 'The maintenance window Kernel patches is on until 04:00 UTC; it is looked at again then.',
      again_at: minutesAgo(-44),
    }),
  ]);
  const page = await dashboard.open(`/incidents/${incidentId}`);
  await page.getByText('it is looked at again then').waitFor();
  expect(await page.getByRole('link', { name: 'maintenance windows', exact: true }).count()).toBe(1);
  await shoot(page, 'incident-not-analyzed');
});

const pageOf = (total: number) => ({ data: [], next_cursor: null, total });

function counted() {
  const analyses: Readonly<Record<string, number>> = {
    'action_proposed,suggestion,no_rule,recovered': 17,
    'not_observable,not_analysed': 2,
    action_proposed: 9,
    suggestion: 5,
  };
  const verdicts: Readonly<Record<string, number>> = {
    cured: 7,
    'cured,relapsed,not_cured,worse,failed': 8,
    'relapsed,not_cured,worse,failed': 1,
  };
  return dashboard
    .signIn()
    .answers('GET', '/incidents/api/v1/incidents', ({ query }) => pageOf(query['created_after'] === undefined ? 0 : 19))
    .answers('GET', analysesPath, ({ query }) => pageOf(analyses[query['conclusion'] ?? ''] ?? 0))
    .answers('GET', verdictsPath, ({ query }) => pageOf(verdicts[query['verdict'] ?? ''] ?? 0))
    .list('/agents/analysis/api/v1/rules', rules())
    .list(recommendationsPath, [recommendation()])
    .answers('GET', '/agents/action/api/v1/autonomy', autonomy({ restart_pod: 'auto', drain_node: 'never' }))
    .answers('GET', '/agents/action/api/v1/actions/ledger', {
      from: '2026-11-12',
      to: '2026-11-19',
      data: [ledgerRow({ approved: 4, automatic: 3 })],
    });
}

test('the loop, and the rules it goes by', async () => {
  counted();
  const page = await dashboard.open('/agents');
  await page.getByText('of 8 judged').waitFor();
  await page.getByRole('link', { name: '7 of 8 cured' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(15);
  await shoot(page, 'agents');
});

test('what is recommended', async () => {
  const rows = [
    recommendation(),
    recommendation({
      id: '2',
      kind: 'recurring_cause',
      severity: 'medium',
      object: { kind: 'Deployment', namespace: 'shop', name: 'search' },
      why: 'The same cause came back 4 times within 7 days: crash loop.',
      status: 'accepted',
      accepted_by: person,
    }),
    recommendation({
      id: '3',
      kind: 'autonomy_up',
      severity: 'low',
      object: null,
      rule: { rule_id: builtInRuleId('wedged_pod'), name: 'wedged_pod', action: 'restart_pod' },
      why: 'Restart Pod, as the rule wedged_pod proposes it, helped 7 of 7 times: measured confidence 81 %, and 80 % are enough.',
    }),
  ];
  dashboard.signIn().list(recommendationsPath, rows).answers('GET', `${recommendationsPath}/{id}`, recommendation());
  const page = await dashboard.open('/agents/recommendations');
  await page.getByRole('link', { name: /^Let a rule act by itself/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(4);
  await shoot(page, 'agent-recommendations');
  const one = await dashboard.open(`/agents/recommendations/${recommendationId}`);
  await one.getByText('Raise the limit to 384 MiB').waitFor();
  await shoot(one, 'agent-recommendation');
});

test('every analysis, and every verdict', async () => {
  dashboard
    .signIn()
    .list(analysesPath, [
      without({ id: '1', status: 'observing', conclusion: null, summary: null, concluded_at: null }),
      analysis({ summary: hanging }),
      without({ id: '3', conclusion: 'suggestion', rule: 'out_of_memory', summary: 'A container runs out of memory.' }),
      without({ id: '4', conclusion: 'not_observable', reason: 'no_worker', summary: 'No worker observes it.' }),
      without({ id: '5', conclusion: 'recovered', summary: 'All of its pods are Ready again.' }),
    ])
    .list(verdictsPath, [
      verdict({ id: '0', state: 'pending', verdict: null, summary: null, reached_at: null, final_by: minutesAgo(-30) }),
      verdict(),
      verdict({ id: '2', verdict: 'worse', automatic: true, summary: 'The health score fell from 90 to 60.' }),
      verdict({ id: '3', verdict: 'not_run', summary: 'A person rejected the action.' }),
    ]);
  const page = await dashboard.open('/agents/analyses');
  await page.getByText('Not concluded yet').waitFor();
  expect(await page.getByRole('row').count()).toBe(6);
  await shoot(page, 'agent-analyses');
  const other = await dashboard.open('/agents/verdicts');
  await other.getByText('fell from 90 to 60').waitFor();
  await shoot(other, 'agent-verdicts');
});

/**
 * Long because the area has five pages that share their fixtures, each with its empty, failed and narrow states.
 */
import { builtInRuleId } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import {
  analysis,
  analysisId,
  checkout,
  recommendation,
  recommendationId,
  rule,
  rules,
  verdict,
  without,
} from './agent-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { action, autonomy, clusterId, ledgerRow } from './fixtures.ts';
import { incident, incidentId, inFull, minutesAgo, person, showIncident } from './incident-fixtures.ts';

const dashboard = useDashboard();
const analysesPath = '/agents/analysis/api/v1/analyses';
const rulesPath = '/agents/analysis/api/v1/rules';
const verdictsPath = '/agents/feedback/api/v1/verdicts';
const recommendationsPath = '/agents/recommendation/api/v1/recommendations';

const pageOf = (total: number) => ({ data: [], next_cursor: null, total });

/** Totals as the query asks for them. */
function counted(scopes?: readonly string[]) {
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
    .signIn(scopes)
    .answers('GET', '/incidents/api/v1/incidents', ({ query }) => pageOf(query['created_after'] === undefined ? 0 : 19))
    .answers('GET', analysesPath, ({ query }) => pageOf(analyses[query['conclusion'] ?? ''] ?? 0))
    .answers('GET', verdictsPath, ({ query }) => pageOf(verdicts[query['verdict'] ?? ''] ?? 0))
    .list(rulesPath, rules())
    .answers('GET', '/agents/action/api/v1/autonomy', autonomy({ restart_pod: 'auto', drain_node: 'never' }))
    .answers('GET', '/agents/action/api/v1/actions/ledger', {
      from: '2026-11-12',
      to: '2026-11-19',
      data: [ledgerRow({ approved: 4, automatic: 3 }), ledgerRow({ origin: 'manual', requested: 6 })],
    });
}

describe('the loop', () => {
  test('is a picture of the last days, each step leading to what was counted', async () => {
    const api = counted();
    const page = await dashboard.open('/agents');
    const loop = page.getByRole('figure', { name: /^From signals to outcomes/ });
    await loop.getByText('of 8 judged').waitFor();
    const texts = await loop.getByRole('link').allInnerTexts();
    expect(texts.map((text) => text.replaceAll('\n', ' '))).toEqual([
      'Signals issues of clusters, alerts, programs',
      'Incidents 19 opened',
      'Analyzed 17 2 could not be',
      'Proposed 9 and 5 suggested',
      'Approved 4 by people',
      'By itself 3 where an admin allows it',
      'Cured 7 of 8 judged',
    ]);
    await loop.getByText('1 did not help, and was looked into again').waitFor();
    const since = Date.parse(api.called('GET', verdictsPath)[0]?.query['created_after'] ?? '');
    expect(Math.round((Date.now() - since) / 86_400_000)).toBe(7);
    await mustBeClean(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await loop.getByRole('link', { name: /^Cured/ }).click();
    await page.waitForURL(/\/agents\/verdicts\?verdict=cured&created_after=/);
  });

  test('leads to the incidents that it counted', async () => {
    const api = counted();
    const page = await dashboard.open('/agents');
    await page.getByRole('link', { name: /^Incidents 19/ }).click();
    await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Since / }).waitFor();
    const asked = api.called('GET', '/incidents/api/v1/incidents').at(-1)?.query;
    expect(asked?.['status']).toContain('closed');
    await mustBeClean(page);
    await page.getByRole('button', { name: /^Since / }).click();
    await page.waitForURL((url) => !url.search.includes('created_after'));
  });

  test('says what could not be counted', async () => {
    counted().refuses('GET', verdictsPath, {
      status: 503,
      code: 'unavailable',
      message: 'agent-feedback is restarting',
    });
    const page = await dashboard.open('/agents');
    await page.getByRole('alert').filter({ hasText: 'Not all of it could be counted.' }).waitFor();
    expect(await page.getByRole('link', { name: /^Cured – of – judged/ }).count()).toBe(1);
  });
});

describe('the rules', () => {
  test('say what they look for, how often they helped, and whether they ask', async () => {
    counted();
    const page = await dashboard.open('/agents');
    const rows = page.getByRole('row');
    await rows.nth(14).waitFor();
    const [hangs, crashes] = [rows.nth(1), rows.nth(2)];
    expect(await hangs.innerText()).toMatch(
      /A pod hangs[\s\S]*may act by itself[\s\S]*7 of 8 cured[\s\S]*confidence 0\.67/,
    );
    const record = hangs.getByRole('link', { name: '7 of 8 cured' });
    expect(await record.getAttribute('href')).toBe(`/agents/verdicts?rule_id=${builtInRuleId('wedged_pod')}`);
    expect(await hangs.getByRole('link', { name: 'may act by itself' }).getAttribute('href')).toBe('/actions/autonomy');
    expect(await crashes.innerText()).toMatch(/paused[\s\S]*3 h ago[\s\S]*2 of its last 10 automatic actions/);
    expect(await page.getByText('the suggestion of what would help').count()).toBe(7);
    await hangs.getByText('All that it has to see').click();
    await hangs.getByText('Its node is Ready.').waitFor();
    await mustBeClean(page);
  });

  test('are switched by keys alone', async () => {
    let enabled = false;
    const api = counted()
      .answers('GET', rulesPath, () => ({ ...pageOf(1), data: [rule('forgotten_cordon', { enabled })] }))
      .answers('PATCH', `${rulesPath}/{name}`, ({ body }) => {
        ({ enabled } = body as { enabled: boolean });
        return rule('forgotten_cordon', { enabled });
      });
    const page = await dashboard.open('/agents');
    const choice = page.getByRole('group', { name: 'Rule: A node was left cordoned' });
    await choice.getByRole('button', { name: 'off', pressed: true }).waitFor();
    await choice.getByRole('button', { name: 'on', exact: true }).focus();
    await page.keyboard.press('Enter');
    await choice.getByRole('button', { name: 'on', exact: true, pressed: true }).waitFor();
    const [call] = api.called('PATCH', `${rulesPath}/{name}`);
    expect([call?.path, call?.body]).toEqual([`${rulesPath}/forgotten_cordon`, { enabled: true }]);
  });

  test('one that is paused is resumed, and says what that means', async () => {
    let isPaused = true;
    const crashes = () => rule('stale_crash_loop', isPaused ? { paused: { since: minutesAgo(3), why: 'Two.' } } : {});
    const api = counted()
      .answers('GET', rulesPath, () => ({ ...pageOf(1), data: [crashes()] }))
      .answers('POST', `${rulesPath}/{name}/resume`, () => {
        isPaused = false;
        return crashes();
      });
    const page = await dashboard.open('/agents');
    await page.getByRole('button', { name: 'Resume A pod crashes over and over' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Restart Pod may run by itself again').waitFor();
    await mustBeClean(page);
    await dialog.getByRole('button', { name: 'Resume A pod crashes over and over' }).click();
    await page.getByText('Resumed: A pod crashes over and over').waitFor();
    expect(await page.getByText('paused', { exact: true }).count()).toBe(0);
    expect(api.called('POST', `${rulesPath}/{name}/resume`)).toHaveLength(1);
  });

  test('are shown and not offered without the scope admin', async () => {
    counted(['read', 'actions', 'agents']);
    const page = await dashboard.open('/agents');
    await page.getByText('paused', { exact: true }).waitFor();
    expect(await page.getByRole('group', { name: /^Rule: / }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Resume/ }).count()).toBe(0);
  });

  test('while the analysis agent is away, the page says so', async () => {
    counted().refuses('GET', rulesPath, { status: 503, code: 'unavailable', message: 'agent-analysis is restarting' });
    const page = await dashboard.open('/agents');
    await page.getByText('The analysis agent does not answer.').waitFor();
    await page.getByRole('link', { name: /^Incidents 19/ }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });
});

describe('recommendations', () => {
  const open = () => dashboard.open('/agents/recommendations');

  test('are listed as long as nobody has dismissed them, and opened by keys', async () => {
    const api = dashboard
      .signIn()
      .list(recommendationsPath, [
        recommendation(),
        recommendation({
          id: 'up',
          kind: 'autonomy_up',
          severity: 'low',
          object: null,
          rule: { rule_id: builtInRuleId('wedged_pod'), name: 'wedged_pod', action: 'restart_pod' },
        }),
      ])
      .answers('GET', `${recommendationsPath}/{id}`, recommendation());
    const page = await open();
    await page.getByRole('link', { name: 'Raise a memory limit: Deployment shop/checkout' }).waitFor();
    await page.getByRole('link', { name: 'Let a rule act by itself: wedged pod, Restart Pod' }).waitFor();
    expect(api.called('GET', recommendationsPath).some(({ query }) => query['status'] === 'open,accepted')).toBe(true);
    await mustBeClean(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/agents/recommendations/${recommendationId}`);
  });

  test('are found by their status, and there may be none', async () => {
    const api = dashboard.signIn();
    const page = await open();
    await page.getByRole('heading', { name: 'Nothing is recommended' }).waitFor();
    await page.getByLabel('Status').selectOption('dismissed');
    await page.getByRole('heading', { name: 'No recommendations match these filters' }).waitFor();
    expect(api.called('GET', recommendationsPath).at(-1)?.query['status']).toBe('dismissed');
  });

  test('one is accepted by its key', async () => {
    let one = recommendation();
    const api = dashboard
      .signIn()
      .answers('GET', `${recommendationsPath}/{id}`, () => one)
      .answers('POST', `${recommendationsPath}/{id}/accept`, () => {
        one = recommendation({ status: 'accepted', accepted_by: person, accepted_at: minutesAgo(0) });
        return one;
      });
    const page = await dashboard.open(`/agents/recommendations/${recommendationId}`);
    await page.getByText('Raise the limit to 384 MiB').waitFor();
    await mustBeClean(page);
    await page.keyboard.press('a');
    await page.getByText('Accepted by you').waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    expect(api.called('POST', `${recommendationsPath}/{id}/accept`)).toHaveLength(1);
  });

  test('one is dismissed with a reason, until a date', async () => {
    let one = recommendation();
    const api = dashboard
      .signIn()
      .answers('GET', `${recommendationsPath}/{id}`, () => one)
      .answers('POST', `${recommendationsPath}/{id}/dismiss`, ({ body }) => {
        const { reason, until } = body as { readonly reason: string; readonly until: string };
        one = recommendation({ status: 'dismissed', dismissed: { reason, until, by: person, at: minutesAgo(0) } });
        return one;
      });
    const page = await dashboard.open(`/agents/recommendations/${recommendationId}`);
    await page.getByRole('button', { name: 'Dismiss…' }).waitFor();
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: 'Dismiss the recommendation' });
    expect(await dialog.getByRole('button', { name: 'Dismiss', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Why').fill('It is replaced next week');
    await dialog.getByLabel('How long').selectOption('90');
    await mustBeClean(page);
    await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByText('It is replaced next week').waitFor();
    await page.getByText(/If its cause is still there in \d mo/).waitFor();
    const [call] = api.called('POST', `${recommendationsPath}/{id}/dismiss`);
    const sent = call?.body as { readonly until: string } | undefined;
    expect(Math.round((Date.parse(sent?.until ?? '') - Date.now()) / 86_400_000)).toBe(90);
  });

  test('who may only read sees one, and cannot decide', async () => {
    dashboard.signIn(['read']).answers('GET', `${recommendationsPath}/{id}`, recommendation());
    const page = await dashboard.open(`/agents/recommendations/${recommendationId}`);
    expect(await page.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('analyses', () => {
  test('are listed by their conclusion, and one opens as its page', async () => {
    const api = dashboard
      .signIn()
      .list(analysesPath, [
        analysis(),
        without({ id: 'now', status: 'observing', conclusion: null, summary: null, concluded_at: null }),
        without({ id: 'none', conclusion: 'not_observable', reason: 'no_worker', summary: 'No worker observes it.' }),
      ])
      .list(verdictsPath, [verdict()])
      .answers('GET', `${analysesPath}/{id}`, analysis())
      .answers('GET', '/incidents/api/v1/incidents/{id}', inFull())
      .answers('GET', '/agents/action/api/v1/actions/{id}', action({ status: 'success', finished_at: minutesAgo(38) }));
    const page = await dashboard.open('/agents/analyses');
    await page.getByRole('table').getByText('not observable', { exact: true }).waitFor();
    await page.getByText('Not concluded yet').waitFor();
    await mustBeClean(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Conclusion').selectOption('action_proposed');
    await page.waitForURL(/conclusion=action_proposed/);
    expect(api.called('GET', analysesPath).some(({ query }) => query['conclusion'] === 'action_proposed')).toBe(true);
    await page.getByRole('link', { name: /has been Running but not Ready/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Analysis of Deployment shop/checkout' }).waitFor();
    await page.getByRole('link', { name: '#12 Deployment shop/checkout is in a crash loop' }).waitFor();
    await page.getByText('Asked because the autonomy').waitFor();
    await page.getByRole('region', { name: 'Verdict' }).getByText('cured', { exact: true }).waitFor();
    await mustBeClean(page);
  });

  test('say what would make one', async () => {
    dashboard.signIn();
    const page = await dashboard.open('/agents/analyses');
    await page.getByRole('heading', { name: 'Analyses will appear here' }).waitFor();
    expect(await page.getByText('when somebody asks for it on its page').count()).toBe(1);
  });

  test('of an address that names none are not found', async () => {
    dashboard.signIn().refuses('GET', `${analysesPath}/{id}`, { status: 404, code: 'not_found', message: 'none' });
    const page = await dashboard.open(`/agents/analyses/${analysisId}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByText('conclu').count()).toBe(0);
  });
});

test('verdicts say what became of every decision, and whether a person was asked', async () => {
  dashboard
    .signIn()
    .list(verdictsPath, [
      verdict(),
      verdict({ id: 'two', verdict: 'worse', automatic: true, summary: 'The health score fell from 90 to 60.' }),
      verdict({ id: 'three', state: 'pending', verdict: null, summary: null, reached_at: null, incident_id: null }),
    ]);
  const page = await dashboard.open(`/agents/verdicts?rule_id=${builtInRuleId('wedged_pod')}`);
  const rows = page.getByRole('row');
  await rows.nth(3).waitFor();
  expect(await rows.nth(1).innerText()).toMatch(/cured[\s\S]*Restart Pod[\s\S]*wedged pod[\s\S]*asked/);
  expect(await rows.nth(2).innerText()).toMatch(/worse[\s\S]*fell from 90 to 60[\s\S]*by itself/);
  expect(await rows.nth(3).innerText()).toMatch(/pending/);
  expect(await page.getByLabel('Rule').inputValue()).toBe(builtInRuleId('wedged_pod'));
  await mustBeClean(page);
});

test('a rule that is paused and what is recommended need somebody', async () => {
  const now = new Date().toISOString();
  const api = counted()
    .answers('GET', '/agents/action/api/v1/actions/{id}', action())
    .streams('/k8s-monitor/api/health/stream', 'health', {
      healthScore: 100,
      readyNodes: 3,
      totalNodes: 3,
      issues: [],
      issues_total: 0,
      observed_at: now,
      stale: false,
      clusters: [{ cluster_id: clusterId, healthScore: 100, stale: false }],
    })
    .answers('GET', '/k8s-monitor/api/health/history', { from: now, to: now, step_seconds: 300, data: [] })
    .list(recommendationsPath, [recommendation()]);
  const page = await dashboard.open('/');
  await page.getByText('The rule “A pod crashes over and over” asks again').first().waitFor();
  await page.getByText('Raise a memory limit: Deployment shop/checkout').first().waitFor();
  await page.getByRole('link', { name: 'Agents 1 to decide' }).waitFor();
  const asked = api.called('GET', recommendationsPath).find(({ query }) => query['severity'] !== undefined)?.query;
  expect(asked).toMatchObject({ status: 'open', severity: 'high,medium' });
  await mustBeClean(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: /^See the rule/ }).click();
  await page.waitForURL('**/agents#stale_crash_loop');
});

test('the palette leads to rules and recommendations, and has an incident analyzed', async () => {
  const open = [incident()];
  const api = showIncident(counted(), inFull())
    .list('/incidents/api/v1/incidents', open)
    .list('/auth/api/v1/sessions', [])
    .answers('POST', analysesPath, without({ status: 'queued', conclusion: null }));
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill('recommendations');
  await page.getByRole('option', { name: 'Recommendations' }).waitFor();
  await box.fill('rule a pod h');
  await page.getByRole('option', { name: 'Rule A pod hangs' }).waitFor();
  await box.fill('analyze incident 12');
  await page.getByRole('option', { name: /^Analyze incident 12/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/incidents/${incidentId}`);
  await page.getByText('Incident #12 is being analyzed').waitFor();
  expect(api.called('POST', analysesPath)[0]?.body).toEqual({ incident_id: incidentId });
});

test('g e leads to the agents', async () => {
  counted().list('/auth/api/v1/sessions', []);
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/agents');
});

test('names that strangers gave are text', async () => {
  const script = '<img src=x onerror="window.hacked=1">';
  const turned = '‮pod‬ name';
  const object = { ...checkout, name: `${script}${turned}` };
  dashboard
    .signIn()
    .list(recommendationsPath, [recommendation({ object, why: script, how: turned })])
    .list(analysesPath, [analysis({ object, summary: `${script} ${'x'.repeat(300)}` })])
    .list(verdictsPath, [verdict({ summary: script, target: { namespace: 'shop', pod: script } })]);
  for (const path of ['recommendations', 'analyses', 'verdicts']) {
    const page = await dashboard.open(`/agents/${path}`);
    await page.getByText(script).first().waitFor();
    expect(await page.evaluate('"hacked" in window')).toBe(false);
    expect(await page.locator('main img').count()).toBe(0);
    await mustBeClean(page);
  }
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Analysis } from '../../src/api/agents.ts';
import { analysis, crashed, decisionId, observationId, pod, verdict, without } from './agent-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, clusterId, personId } from './fixtures.ts';
import { entry, incidentId, inFull, minutesAgo, person, showIncident, story } from './incident-fixtures.ts';

const dashboard = useDashboard();
const analyses = '/agents/analysis/api/v1/analyses';
const verdicts = '/agents/feedback/api/v1/verdicts';
const ratings = '/agents/feedback/api/v1/ratings';
const actionPath = '/agents/action/api/v1/actions/{id}';

const restart = (more: Parameters<typeof action>[0] = {}) =>
  action({
    action: 'restart_pod',
    target: { namespace: 'shop', pod },
    decision_id: decisionId,
    incident_id: incidentId,
    plan: null,
    ...more,
  });

const found = (rows: readonly Analysis[], scopes?: readonly string[], shown = inFull()) =>
  showIncident(dashboard.signIn(scopes), shown).answers('GET', actionPath, restart()).list(analyses, rows);

const partOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'What was found' }) });

const open = () => dashboard.open(`/incidents/${incidentId}`);

describe('what was found about an incident', () => {
  test('is said with what it rests on, each leading to its place', async () => {
    const api = found([analysis({ evidence: [...analysis().evidence, crashed] })]).answers(
      'GET',
      '/agents/observability/api/v1/observations/{id}',
      {
        id: observationId,
        incident_id: incidentId,
        cluster_id: clusterId,
        object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
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
        items: [
          {
            n: 4,
            source: 'logs',
            summary: 'Container app',
            at: minutesAgo(13),
            excerpt: 'PAYMENTS_TIMEOUT is not set\nexit 1',
          },
        ],
      },
    );
    const page = await open();
    const part = partOf(page);
    await part.getByText('action proposed', { exact: true }).waitFor();
    await part.getByText('has been Running but not Ready for 4 min').waitFor();
    expect(await part.getByRole('link', { name: 'wedged pod' }).getAttribute('href')).toBe('/agents#wedged_pod');
    const evidence = part.getByRole('list').first().getByRole('listitem');
    expect(await evidence.count()).toBe(4);
    const href = (name: RegExp) => part.getByRole('link', { name }).getAttribute('href');
    expect(await href(/^See the Pod of 1/)).toBe(`/clusters/${clusterId}/workloads/Pod/shop/${pod}`);
    expect(await href(/^See its changes of 2/)).toBe(
      `/clusters/${clusterId}/workloads/Deployment/shop/checkout/changes`,
    );
    expect(await href(/^See the node of 3/)).toBe(`/clusters/${clusterId}/nodes/kwok-0007`);
    await part.getByText('Its last lines').click();
    await part.getByText('PAYMENTS_TIMEOUT is not set').waitFor();
    expect(api.called('GET', analyses).every(({ query }) => query['incident_id'] === incidentId)).toBe(true);
    await mustBeClean(page);
  });

  test('stands below the proposal, which says why it is asked', async () => {
    found([analysis()]);
    const page = await open();
    const proposed = page.getByRole('article');
    await proposed.getByText('Asked because the autonomy of this kind of action is not set.').waitFor();
    await proposed.getByText('4 of 5 conditions to act by itself hold').click();
    await proposed.getByText('7 of 7 helped, which is a confidence of 0.81.').waitFor();
    expect(await proposed.getByText('does not hold:').count()).toBe(1);
    const [above, below] = await Promise.all([proposed.boundingBox(), partOf(page).boundingBox()]);
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    // Said once: with the proposal, as long as that is open.
    expect(await page.getByText('Asked because').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    const timeline = await page.getByRole('heading', { name: 'Timeline' }).boundingBox();
    const narrow = await partOf(page).boundingBox();
    expect(narrow?.y).toBeLessThan(timeline?.y ?? 0);
  });

  test('tells what became of what was done by itself', async () => {
    found([analysis({ automatic: true, asked_because: null })])
      .answers('GET', actionPath, restart({ status: 'success', finished_at: minutesAgo(38) }))
      .list(verdicts, [verdict({ automatic: true })]);
    const page = await open();
    const part = partOf(page);
    await part.getByText('Acted by itself because all conditions for it held.').waitFor();
    expect(await part.getByRole('link', { name: `Restart Pod: Pod shop/${pod}` }).getAttribute('href')).toBe(
      `/actions/${actionId}`,
    );
    const told = part.getByRole('region', { name: 'Verdict' });
    await told.getByText('cured', { exact: true }).waitFor();
    await told.getByText('The trouble ended and stayed away.').waitFor();
    await told.getByText('became quiet 1 min after the action ended').waitFor();
    await mustBeClean(page);
  });

  test('says until when it is not known what became of it', async () => {
    const pending = { state: 'pending', verdict: null, summary: null, measured: null, reached_at: null } as const;
    found([analysis()])
      .answers('GET', actionPath, restart({ status: 'success', finished_at: minutesAgo(1) }))
      .list(verdicts, [verdict({ ...pending, final_by: minutesAgo(-39.5) })]);
    const page = await open();
    const told = page.getByRole('region', { name: 'Verdict' });
    await told.getByText('known in 39 min at the latest').waitFor();
    expect(await told.getByRole('button', { name: 'Overrule…' }).count()).toBe(0);
  });

  test('gives advice where no action of ours would help', async () => {
    found([
      without({
        conclusion: 'suggestion',
        rule: 'out_of_memory',
        summary: 'A container runs out of memory: app was killed 4 times. A restart would not help.',
        advice: 'Raise the limit of container app from 256 Mi to 384 Mi.',
      }),
    ]);
    const page = await open();
    const part = partOf(page);
    await part.getByRole('heading', { name: 'What would help' }).waitFor();
    expect(await part.getByText('Raise the limit of container app from 256 Mi to 384 Mi.').count()).toBe(1);
  });

  test.for([
    ['not_analysed', 'window', 'maintenance windows', '/incidents/windows?state=active'],
    ['not_observable', 'no_worker', 'the cluster', `/clusters/${clusterId}`],
    ['no_rule', 'switched_off', 'Agents', '/agents'],
  ] as const)('says why it came to nothing, and the next step: %s, %s', async ([conclusion, reason, words, to]) => {
    found([without({ conclusion, reason, summary: 'It came to nothing.' })]);
    const page = await open();
    const part = partOf(page);
    await part.getByText('It came to nothing.').waitFor();
    expect(await part.getByRole('link', { name: words, exact: true }).getAttribute('href')).toBe(to);
  });

  test('says that it is being looked at, and then what was found', async () => {
    let row = without({ status: 'observing', conclusion: null, summary: null, concluded_at: null });
    found([]).answers('GET', analyses, () => ({ data: [row], next_cursor: null, total: 1 }));
    const page = await open();
    const part = partOf(page);
    await part.getByText('observing', { exact: true }).waitFor();
    expect(await part.getByRole('button', { name: /^Analyze/ }).count()).toBe(0);
    row = without({ conclusion: 'recovered', summary: 'All of its pods are Ready again.' });
    await part.getByText('All of its pods are Ready again.').waitFor();
  });

  test('while the analysis agent is away, says so, and all else goes on', async () => {
    found([]).refuses('GET', analyses, { status: 503, code: 'unavailable', message: 'agent-analysis is restarting' });
    const page = await open();
    const part = partOf(page);
    await part.getByText('The analysis agent does not answer.').waitFor();
    expect(await part.getByText('agent-analysis is restarting').count()).toBe(1);
    await page.getByText('App checkout: deployed revision 8').first().waitFor();
    await mustBeClean(page);
  });

  test('leads to what was found before', async () => {
    found([analysis(), without({ id: 'before', conclusion: 'no_rule', summary: 'None fits.' })]);
    const page = await open();
    const link = page.getByRole('link', { name: 'Earlier analyses' });
    expect(await link.getAttribute('href')).toBe(`/agents/analyses?incident_id=${incidentId}`);
  });

  test('and its verdict stand in the timeline, each with what it is', async () => {
    const told = [
      entry(12, {
        kind: 'analysis',
        summary: 'A pod hangs.',
        data: { conclusion: 'action_proposed' },
      }),
      entry(2, { kind: 'verdict', summary: 'The incident became quiet.', data: { verdict: 'cured' } }),
    ];
    showIncident(dashboard.signIn(), inFull(), [...story(), ...told]).list(analyses, []);
    const page = await open();
    await page.getByText('The incident became quiet.').first().waitFor();
    await page.getByLabel('Kind').selectOption('verdict');
    expect(await page.locator('main ol[class*=timeline] > li').count()).toBe(1);
    expect(await page.locator('main ol[class*=timeline] [data-tone=ok]').count()).toBe(1);
  });
});

describe('by keys alone', () => {
  test('it is analyzed again, and rated', async () => {
    const api = found([analysis()])
      .answers('POST', analyses, without({ status: 'queued', conclusion: null }))
      .answers('POST', ratings, ({ body }) => ({
        analysis_id: analysis().id,
        run_id: null,
        note: null,
        rated_by: person,
        rated_at: minutesAgo(0),
        helpful: (body as { helpful: boolean }).helpful,
      }));
    const page = await open();
    await page.getByRole('button', { name: 'Analyze again' }).waitFor();
    await page.keyboard.press('l');
    await page.getByText('It is being analyzed').waitFor();
    expect(api.called('POST', analyses).map(({ body }) => body)).toEqual([{ incident_id: incidentId }]);
    const question = page.getByRole('group', { name: 'Was this helpful?' });
    await question.getByRole('button', { name: 'No' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('What was wrong or missing (optional)');
    await field.focus();
    await page.keyboard.type('It is the third time today');
    await page.getByRole('button', { name: 'Add', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Noted: it did not help.').waitFor();
    expect(api.called('POST', ratings).map(({ body }) => body)).toEqual([
      { analysis_id: analysis().id, helpful: false },
      { analysis_id: analysis().id, helpful: false, note: 'It is the third time today' },
    ]);
  });

  test('a verdict is overruled, with why', async () => {
    let row = verdict();
    const api = found([analysis()])
      .answers('GET', actionPath, restart({ status: 'success', finished_at: minutesAgo(38) }))
      .answers('GET', verdicts, () => ({ data: [row], next_cursor: null, total: 1 }))
      .answers('POST', `${verdicts}/{id}/overrule`, () => {
        row = verdict({
          verdict: 'not_cured',
          overruled_by: { type: 'user', id: personId },
          overruled_at: minutesAgo(0),
          note: 'Customers saw errors all the time',
        });
        return row;
      });
    const page = await open();
    await page.getByRole('button', { name: 'Overrule…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Overrule the verdict' });
    await dialog.getByText('Measured: cured.').waitFor();
    await mustBeClean(page);
    await dialog.getByLabel('What became of it').selectOption('not_cured');
    await dialog.getByLabel('Why').fill('Customers saw errors all the time');
    await dialog.getByRole('button', { name: 'Overrule', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Overruled by you: Customers saw errors all the time').waitFor();
    await page.getByText('Measured: cured. The incident became quiet').waitFor();
    expect(api.called('POST', `${verdicts}/{id}/overrule`)[0]?.body).toEqual({
      verdict: 'not_cured',
      note: 'Customers saw errors all the time',
    });
  });
});

test('who may only read sees it, and is told what is missing for the rest', async () => {
  found([analysis()], ['read']);
  const page = await open();
  const again = page.getByRole('button', { name: 'Analyze again' });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  expect(await again.getAttribute('title')).toBe('Requires the scope agents');
  expect(await page.getByRole('button', { name: 'Yes', exact: true }).isDisabled()).toBe(true);
});

test('that it was refused to analyze it again is said where it was asked', async () => {
  found([analysis()]).refuses('POST', analyses, {
    status: 409,
    code: 'invalid_state',
    message: 'it was analyzed five times within the last hour',
  });
  const page = await open();
  await page.getByRole('button', { name: 'Analyze again' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'It was not analyzed.' });
  expect(await alert.innerText()).toContain('It was analyzed five times within the last hour.');
});

test('what clusters and logs say is text, and leads nowhere but into the dashboard', async () => {
  const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const turned = '‮pod‬ name';
  found([
    analysis({
      summary: script,
      advice: turned,
      asked_because: script,
      evidence: [
        { n: 1, source: script, summary: turned, at: minutesAgo(1), url: 'javascript:alert(1)' },
        { n: 2, source: 'pods', summary: script, at: null, url: 'https://evil.example/clusters/1/nodes/2' },
        { n: 3, source: 'pods', summary: 'x'.repeat(900), at: null, url: '//evil.example/actions/1' },
      ],
      tried: [{ rule: 'wedged_pod', outcome: 'no', words: script }],
    }),
  ]).answers('GET', actionPath, restart({ status: 'rejected', finished_at: minutesAgo(1) }));
  const page = await open();
  const part = partOf(page);
  await part.getByText(script).first().waitFor();
  expect(await part.locator('ol a').count()).toBe(0);
  expect(await page.evaluate('"hacked" in window')).toBe(false);
  expect(await page.locator('main script, main img').count()).toBe(0);
  await mustBeClean(page);
});

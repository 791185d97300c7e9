import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/api/actions.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, agentSettings, canary, clusterId, personId, plan } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

const dashboard = useDashboard();
const onePath = '/agents/action/api/v1/actions/{id}';
const undoPath = '/agents/action/api/v1/actions/{id}/undo';
const otherId = '01a1cf00-0000-7000-8000-0000000000b2';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

function shown(one: Action, scopes?: readonly string[]): PaperApi {
  return dashboard
    .signIn(scopes)
    .streams(`${onePath}/stream`, one.finished_at === null ? 'action' : 'ended', one)
    .answers('GET', onePath, one)
    .answers('GET', '/k8s-monitor/api/health/history', { from: ago(300), to: ago(0), step_seconds: 5, data: [] })
    .list('/agents/action/api/v1/clusters', [
      { cluster_id: clusterId, ready: true, seen_at: null, version: null, missing_rights: [], trouble: null },
    ]);
}

const scaleUp = (more: Partial<Action> = {}): Action =>
  action({ plan: plan(4, 6), expires_at: null, started_at: ago(30), ...more });

const done = (more: Partial<Action> = {}): Action =>
  scaleUp({ status: 'success', finished_at: new Date().toISOString(), ...more });

const open = () => dashboard.open(`/actions/${actionId}`);

describe('the canary of a scale-up', () => {
  test('counts down to the comparison', async () => {
    shown(
      scaleUp({
        status: 'executing',
        step: 'settling',
        details: { canary: canary({ settles_at: new Date(Date.now() + 90_000).toISOString() }) },
      }),
    );
    const page = await open();
    const told = page.getByText(/comparing the health score in 1 min \d+ s/);
    await told.waitFor();
    const before = await told.innerText();
    await expect.poll(() => told.innerText(), { timeout: 5_000 }).not.toBe(before);
    await page.getByText('The health score was 88 before the scale-up.').waitFor();
  });

  test('that was reverted says so plainly, with both scores and what made the difference', async () => {
    const issue = {
      severity: 'critical',
      reason: 'replica_shortfall',
      object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
      message: '4 of 6 replicas are available',
      more_impact: 16.5,
    };
    shown(
      done({
        status: 'failed',
        result: 'reverted',
        error: { code: 'health_dropped', message: 'The health score dropped.' },
        details: { canary: canary({ verdict: 'reverted', score_after: 71.5, settles_at: ago(5), issues: [issue] }) },
      }),
    );
    const page = await open();
    await page.getByText('Reverted: the health score dropped too far, so the Deployment was scaled back.').waitFor();
    await page.getByText('dropped from 88 to 71.5, by 16.5 points, of which 10 are allowed').waitFor();
    await page.getByText('4 of 6 replicas are available').waitFor();
    await page.locator('canvas').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test.for([
    [{ verdict: 'kept', score_after: 88 }, 'The health score stayed at 88.'],
    [{ verdict: 'kept', score_after: 90 }, 'The health score rose from 88 to 90.'],
    [{ verdict: 'inconclusive', why: 'No score after it: it is stale' }, 'No score after it: it is stale.'],
    [{ verdict: 'skipped', score_before: null, why: 'CANARY_ENABLED is false' }, 'CANARY_ENABLED is false.'],
  ] as const)('%j is told in a sentence', async ([figures, words]) => {
    shown(done({ details: { canary: canary({ settles_at: ago(5), ...figures }) } }));
    const page = await open();
    await page.getByText(words).waitFor();
    const pictures = figures.verdict === 'skipped' ? 0 : 1;
    await expect.poll(() => page.locator('canvas').count(), { timeout: 10_000 }).toBe(pictures);
  });
});

test('the guards of a plan: those that do not pass in view, the others folded, each with its setting', async () => {
  shown(
    action({
      plan: {
        ...plan(6, 3),
        guards: [
          { guard: 'kill_switch', effect: 'refuses', passes: true, message: 'The kill switch is not engaged.' },
          { guard: 'protected_namespaces', effect: 'refuses', passes: false, message: 'Namespace shop is protected.' },
        ],
      },
    }),
  );
  const page = await open();
  await page.getByText('Namespace shop is protected.').waitFor();
  expect(await page.getByText('The kill switch is not engaged.').isVisible()).toBe(false);
  await page.getByText('1 guard passes').click();
  await page.getByText('The kill switch is not engaged.').waitFor();
  expect(await page.getByRole('link', { name: 'protected_namespaces' }).getAttribute('href')).toContain(
    '/settings/guards#protected_namespaces',
  );
});

test('a guard that only warns a person is told where they approve', async () => {
  const cooldown = {
    guard: 'cooldown_seconds',
    effect: 'warns',
    passes: false,
    message: 'It ran a minute ago.',
  } as const;
  shown(action({ plan: { ...plan(6, 3), guards: [cooldown] } }));
  const page = await open();
  await page.getByRole('button', { name: 'Scale checkout to 3' }).click();
  expect(await page.getByRole('dialog').innerText()).toContain('It ran a minute ago.');
});

describe('to undo an action', () => {
  test('makes a new one and leads to it, which whoever asked for it may approve', async () => {
    const undo = action({
      id: otherId,
      undoes: actionId,
      plan: plan(6, 4),
      proposed_by: { type: 'user', id: personId },
      origin: 'manual',
    });
    const api = shown(done()).answers('GET', '/agents/action/api/v1/settings', agentSettings);
    const page = await open();
    await page.getByRole('button', { name: 'Undo' }).click();
    api.answers('POST', undoPath, () => {
      shown(undo).answers('GET', '/agents/action/api/v1/settings', agentSettings);
      return undo;
    });
    await page.getByRole('dialog').getByLabel('Why (optional)').fill('too many');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo action' }).click();
    await page.waitForURL(new RegExp(otherId));
    await page.getByRole('link', { name: 'the action that it takes back' }).waitFor();
    expect(api.called('POST', undoPath).map(({ body }) => body)).toEqual([{ reason: 'too many' }]);
    await page.getByRole('button', { name: 'Scale checkout to 4' }).click();
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Scale checkout to 4' });
    await yes.waitFor();
    expect(await yes.isDisabled()).toBe(false);
  });

  test('that has changed since is refused with the difference', async () => {
    shown(done()).refuses('POST', undoPath, {
      status: 409,
      code: 'invalid_state',
      message: 'The target has changed since: spec.replicas is 9, was left at 6. Next step: look at who changed it.',
    });
    const page = await open();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo action' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'Not undone: it cannot be done in the current state.' });
    expect(await told.innerText()).toContain('spec.replicas is 9, was left at 6');
  });

  test.for([
    ['what cannot be undone', done({ plan: { ...plan(4, 6), undo: { possible: false, words: 'Gone.' } } }), undefined],
    ['a dry run', done({ result: 'dry_run' }), undefined],
    ['without the scope actions', done(), ['read']],
  ] as const)('is not offered for %s', async ([, one, scopes]) => {
    shown(one, scopes);
    const page = await open();
    await page.getByText(/^Done/).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});

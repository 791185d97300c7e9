import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/api/actions.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, agentSettings, clusterId, personId, plan } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

const dashboard = useDashboard();
const onePath = '/agents/action/api/v1/actions/{id}';
const approvePath = '/agents/action/api/v1/actions/{id}/approve';

function shown(one: Action, scopes?: readonly string[]): PaperApi {
  return dashboard
    .signIn(scopes)
    .streams('/agents/action/api/v1/actions/{id}/stream', 'action', one)
    .answers('GET', onePath, one)
    .list('/agents/action/api/v1/clusters', [
      { cluster_id: clusterId, ready: true, seen_at: null, version: null, missing_rights: [], trouble: null },
    ])
    .list('/auth/api/v1/users', []);
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scale checkout to 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Scale checkout to 3' }).click();
}

const open = () => dashboard.open(`/actions/${actionId}`);

describe('to approve an action', () => {
  test('names the plan that is in view', async () => {
    const api = shown(action()).answers('POST', approvePath, action({ status: 'executing' }));
    const page = await open();
    await approve(page);
    await page.getByText('Approved and running').waitFor();
    expect(api.called('POST', approvePath).map(({ headers }) => headers['if-match'])).toEqual(['"6-3"']);
  });

  test('when the plan has changed shows both, and sends the new one only after another yes', async () => {
    const changed = action({ plan: plan(9, 3), planned_at: new Date(Date.now() + 1_000).toISOString() });
    const api = shown(action()).refuses('POST', approvePath, {
      status: 409,
      code: 'plan_changed',
      message: 'the plan has changed',
    });
    const page = await open();
    await page.getByRole('button', { name: 'Scale checkout to 3' }).waitFor();
    api.answers('GET', onePath, changed);
    await approve(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The cluster has changed: this action would now do something different.').waitFor();
    expect(await dialog.getByRole('alert').innerText()).toContain('9');
    api.answers('POST', approvePath, changed);
    await dialog.getByRole('button', { name: 'Approve this plan instead' }).click();
    await page.getByText('Approved and running').waitFor();
    expect(api.called('POST', approvePath).map(({ headers }) => headers['if-match'])).toEqual(['"6-3"', '"9-3"']);
  });

  test.for([
    ['an administrator gives a reason for the emergency', undefined, true],
    ['others are told to ask someone else', ['read', 'actions'], false],
  ] as const)('that one has proposed: %s', async ([, scopes, mayOverride]) => {
    shown(action({ proposed_by: { type: 'user', id: personId } }), scopes).answers(
      'GET',
      '/agents/action/api/v1/settings',
      agentSettings,
    );
    const page = await open();
    await page.getByRole('button', { name: 'Scale checkout to 3' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/someone else has to approve it/).waitFor();
    const button = dialog.getByRole('button', { name: 'Scale checkout to 3' });
    expect(await button.isDisabled()).toBe(true);
    const reason = dialog.getByLabel(/^Break-glass/);
    expect(await reason.count()).toBe(mayOverride ? 1 : 0);
    if (!mayOverride) return;
    await reason.fill('the shop is down');
    expect(await button.isDisabled()).toBe(false);
  });

  test('without the scope is not possible, and says which one is missing', async () => {
    shown(action(), ['read']);
    const page = await open();
    await page.getByText('To decide, your role needs the scope').waitFor();
    expect(await page.getByRole('button', { name: 'Scale checkout to 3' }).isDisabled()).toBe(true);
  });

  test('waits for its plan', async () => {
    shown(action({ plan: null, planned_at: null }));
    const page = await open();
    await page.getByText('Waiting for the plan from the cluster’s worker.').waitFor();
    expect(await page.getByRole('button', { name: 'Scale checkout', exact: true }).isDisabled()).toBe(true);
  });
});

describe('an action that runs', () => {
  test.for([
    ['planning', false],
    ['applying', true],
  ] as const)('and is %s: canceling it is refused once its change was sent', async ([step, isSent]) => {
    shown(action({ status: 'executing', step, started_at: new Date().toISOString(), expires_at: null }));
    const page = await open();
    const button = page.getByRole('button', { name: 'Cancel action' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(isSent);
  });
});

test('an action that nobody has is a page that says so', async () => {
  dashboard.signIn().refuses('GET', '/agents/action/api/v1/actions/{id}/stream', {
    status: 404,
    code: 'not_found',
    message: 'no such action',
  });
  const page = await open();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByRole('group', { name: 'Decide' }).count()).toBe(0);
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { KillSwitch } from '../../src/api/kill-switch.ts';
import { useDashboard } from './dashboard.ts';
import { actionId, cluster, clusterId, engagement, me, released } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

const dashboard = useDashboard();
const path = '/agents/action/api/v1/kill-switch';
const engagePath = '/agents/action/api/v1/kill-switch/engage';
const releasePath = '/agents/action/api/v1/kill-switch/release';

const brief = (name: string): KillSwitch['still_running'][number] => ({
  id: actionId,
  cluster_id: clusterId,
  action: 'cordon_node',
  target: { node_name: name },
  step: 'verifying',
});

const stoppedAll: KillSwitch = { ...released, engaged: true, tenant: engagement() };
const stoppedOne: KillSwitch = { ...released, clusters: [{ ...engagement(), cluster_id: clusterId }] };

const signedIn = (scopes?: readonly string[]): PaperApi => dashboard.signIn(scopes).list('/auth/api/v1/sessions', []);

async function open(): Promise<Page> {
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  return page;
}

const banner = (page: Page) => page.getByRole('region', { name: 'Kill switch' });

describe('to stop actions', () => {
  test('takes two presses from any page, and says what was stopped and what still runs', async () => {
    const api = signedIn().answers('POST', engagePath, () => {
      api.answers('GET', path, { ...stoppedAll, still_running: [brief('node-7')] });
      return { ...stoppedAll, stopped: [brief('node-8')], still_running: [brief('node-7')] };
    });
    const page = await open();
    await page.getByRole('button', { name: 'Stop actions' }).click();
    await page.getByRole('button', { name: 'Stop all actions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Stopped before anything was sent (1)').waitFor();
    await dialog.getByRole('link', { name: 'Cordon Node: Node node-8' }).waitFor();
    await dialog.getByRole('link', { name: 'Cordon Node: Node node-7' }).waitFor();
    expect(api.called('POST', engagePath).map(({ body }) => body)).toEqual([{}]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await banner(page).getByText('All actions are stopped.').waitFor();
    expect(await page.getByRole('button', { name: 'Stop actions' }).count()).toBe(0);
  });

  test('the palette leads there too, for one cluster, with a reason', async () => {
    const api = signedIn().answers('POST', engagePath, { ...stoppedOne, stopped: [] });
    const page = await open();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Sessions' }).waitFor();
    await page.keyboard.type('stop actions on');
    await page.getByRole('option', { name: 'Stop actions on prod-eu' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stop actions (kill switch)' });
    await dialog.getByLabel('Why (optional)').fill('checkout fails');
    await dialog.getByRole('button', { name: 'Stop actions on prod-eu' }).click();
    await page.getByText('Nothing had to be stopped.').waitFor();
    expect(api.called('POST', engagePath).map(({ body }) => body)).toEqual([
      { cluster_id: clusterId, reason: 'checkout fails' },
    ]);
  });

  test('is not the first thing that the name of a cluster finds', async () => {
    signedIn();
    const page = await open();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Sessions' }).waitFor();
    await page.keyboard.type('prod-eu');
    await page.getByRole('option', { name: 'Sessions' }).waitFor({ state: 'detached' });
    const found = await page.getByRole('option').allInnerTexts();
    expect(found.map((words) => words.includes('Stop'))).toEqual([false, true]);
  });

  test('a role that is limited to clusters is offered these only', async () => {
    signedIn().answers('GET', '/auth/api/v1/me', { ...me(['read', 'actions']), cluster_ids: [clusterId] });
    const page = await open();
    await page.getByRole('button', { name: 'Stop actions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Stop actions on prod-eu' }).waitFor();
    expect(await dialog.getByLabel('Where').locator('option').allInnerTexts()).toEqual(['prod-eu']);
  });

  test('without the scope is not offered', async () => {
    signedIn(['read']);
    const page = await open();
    expect(await page.getByRole('button', { name: 'Stop actions' }).count()).toBe(0);
  });

  test('that is refused says why and stays', async () => {
    signedIn().refuses('POST', engagePath, { status: 503, code: 'unavailable', message: 'the agent is restarting' });
    const page = await open();
    await page.getByRole('button', { name: 'Stop actions' }).click();
    await page.getByRole('button', { name: 'Stop all actions' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'The kill switch was not engaged.' });
    expect(await told.innerText()).toContain('The agent is restarting.');
  });
});

describe('while actions are stopped', () => {
  test('every page says so, since when, by whom and why, and an administrator releases it', async () => {
    const api = signedIn()
      .answers('GET', path, { ...stoppedAll, still_running: [brief('node-7')] })
      .answers('POST', releasePath, () => {
        api.answers('GET', path, released);
        return { ...released, stopped: [] };
      });
    const page = await open();
    await banner(page)
      .getByText(/engaged \d min ago by you: “the shop is down”. 1 action still runs/)
      .waitFor();
    await page.getByRole('button', { name: 'Release the kill switch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release kill switch' }).click();
    await page.getByText('Released: actions can run again').waitFor();
    await banner(page).waitFor({ state: 'detached' });
    expect(api.called('POST', releasePath).map(({ body }) => body)).toEqual([{}]);
  });

  test('on one cluster, the banner names it, and others can still be stopped', async () => {
    signedIn().answers('GET', path, stoppedOne).list('/platform/api/v1/clusters', [cluster()]);
    const page = await open();
    await banner(page).getByText('Actions on prod-eu are stopped.').waitFor();
    expect(await page.getByRole('button', { name: 'Stop actions' }).count()).toBe(1);
  });

  test('whoever is no administrator is told whom to ask', async () => {
    signedIn(['read', 'actions']).answers('GET', path, stoppedAll);
    const page = await open();
    await banner(page).getByText('Only an administrator can release it.').waitFor();
    expect(await banner(page).getByRole('button').count()).toBe(0);
  });
});

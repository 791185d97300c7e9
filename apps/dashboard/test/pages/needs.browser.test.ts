import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { action, cluster, health, webhook } from './fixtures.ts';

const dashboard = useDashboard();

/** What the overview reads besides what every page does. */
function overview() {
  const now = new Date().toISOString();
  return dashboard
    .signIn()
    .streams('/k8s-monitor/api/health/stream', 'health', health())
    .answers('GET', '/k8s-monitor/api/health/history', { from: now, to: now, step_seconds: 300, data: [] });
}

test('with nothing to decide it says so', async () => {
  overview();
  const page = await dashboard.open('/');
  await page.getByText('Nothing needs you').waitFor();
  expect(await page.getByRole('link', { name: 'Needs you' }).innerText()).not.toMatch(/\d/);
});

test('every source counts, in the list and in the menu', async () => {
  overview()
    .list('/agents/action/api/v1/actions/pending', [action()])
    .list('/platform/api/v1/webhooks', [webhook({ state: 'disabled', disabled_at: new Date().toISOString() })])
    .list('/platform/api/v1/clusters', [cluster({ phase: 'Unreachable', message: 'Connection refused.' })]);
  const page = await dashboard.open('/');
  for (const words of ['Scale Deployment checkout', 'no longer receives events', 'The cluster cannot be reached'])
    await page.getByText(words).first().waitFor();
  await page.getByRole('link', { name: 'Needs you 3 to look at' }).waitFor();
  expect(await page.getByRole('link', { name: 'Actions 1 to approve' }).count()).toBe(1);
});

test('a source that cannot be read is named, and hides no other', async () => {
  overview().list('/agents/action/api/v1/actions/pending', [action()]).refuses('GET', '/platform/api/v1/webhooks', {
    status: 503,
    code: 'unavailable',
    message: 'webhooks is restarting',
  });
  const page = await dashboard.open('/');
  await page.getByRole('alert').filter({ hasText: 'Could not load the webhooks.' }).waitFor();
  await page.getByText('Scale Deployment checkout').first().waitFor();
  expect(await page.getByText('Nothing needs you').count()).toBe(0);
});

test('a group of the menu folds, and stays folded', async () => {
  overview();
  const page = await dashboard.open('/');
  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Operate' }).click();
  expect(await places.getByRole('link', { name: 'Clusters' }).count()).toBe(0);
  await page.reload();
  await places.getByRole('button', { name: 'Operate', expanded: false }).click();
  await places.getByRole('link', { name: 'Clusters' }).waitFor();
});

test('the palette offers only what the person may reach, and leads there', async () => {
  dashboard.signIn(['read']).list('/auth/api/v1/sessions', []);
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('option', { name: 'Webhooks' }).waitFor();
  expect(await dialog.getByRole('option', { name: 'Create a webhook' }).count()).toBe(0);
  expect(await dialog.getByRole('option', { name: 'Audit trail' }).count()).toBe(0);
  await dialog.getByRole('option', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
});

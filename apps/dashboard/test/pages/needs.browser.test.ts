import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { action, cluster, clusterId, health, webhook } from './fixtures.ts';
import { incident, inFull } from './incident-fixtures.ts';

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

const issue = (name: string) =>
  ({
    id: `issue of ${name}`,
    cluster_id: clusterId,
    severity: 'critical',
    category: 'workloads',
    reason: 'crash_loop',
    message: `${name} crashes`,
    suggested_action: 'Read its log.',
    object: { kind: 'Deployment', namespace: 'shop', name },
    score_impact: 10,
    capped: false,
    expected: false,
    action_id: null,
    first_seen: new Date().toISOString(),
    last_seen: new Date().toISOString(),
    count: 1,
  }) as never;

test('an incident that nobody acknowledged stands for its issues, and is acknowledged on its row', async () => {
  const path = '/incidents/api/v1/incidents';
  let status: 'open' | 'acknowledged' = 'open';
  const api = overview()
    .streams(
      '/k8s-monitor/api/health/stream',
      'health',
      health({ issues: [issue('checkout'), issue('cart')], issues_total: 2 }),
    )
    .answers('GET', path, () => ({ data: [incident({ status })], next_cursor: null, total: 1 }))
    .answers('POST', `${path}/{id}/acknowledge`, () => {
      status = 'acknowledged';
      return inFull({ status });
    });
  const page = await dashboard.open('/');
  await page.getByText('cart crashes').first().waitFor();
  await page.getByText('#12 Deployment shop/checkout is in a crash loop').first().waitFor();
  const list = page.locator('ol').filter({ hasText: '#12' });
  expect(await list.getByText('checkout crashes').count()).toBe(0);
  await list.getByRole('button', { name: /^Acknowledge/ }).click();
  await page.getByText('Incident #12 is acknowledged').waitFor();
  await list.getByText('#12').waitFor({ state: 'detached' });
  // Somebody looks after it: its issues need nobody else.
  expect(await page.locator('main ol').getByText('checkout crashes').count()).toBe(0);
  expect(api.called('POST', `${path}/{id}/acknowledge`)).toHaveLength(1);
});

test('with all that is wrong looked after, it says where', async () => {
  overview().list('/incidents/api/v1/incidents', [incident({ status: 'investigating' })]);
  const page = await dashboard.open('/');
  await page.getByText('what is wrong is looked after in 1 incident').waitFor();
  expect(await page.getByText('there are no open critical').count()).toBe(0);
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

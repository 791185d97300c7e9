import { expect, test } from 'vitest';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { cluster, clusterId, health } from './fixtures.ts';
import { maintenance, minutesAgo, windowId } from './incident-fixtures.ts';

const dashboard = useDashboard();
const path = '/incidents/api/v1/maintenance-windows';

test('without a window the page says what one does', async () => {
  dashboard.signIn();
  const page = await dashboard.open('/incidents/windows');
  await page.getByRole('heading', { name: 'Maintenance windows will appear here' }).waitFor();
  expect(await page.getByRole('link', { name: 'Announce maintenance' }).count()).toBe(1);
  await mustBeClean(page);
});

test('a window is shown with what it is about, and ended', async () => {
  const api = dashboard
    .signIn()
    .list(path, [
      maintenance(),
      maintenance({ id: `${windowId.slice(0, -1)}9`, name: 'Last week', state: 'ended', ended_at: minutesAgo(9_000) }),
    ])
    .answers('DELETE', `${path}/{id}`, maintenance({ state: 'ended', ended_at: minutesAgo(0) }));
  const page = await dashboard.open('/incidents/windows');
  const row = page.getByRole('row').filter({ hasText: 'Kernel patches' });
  expect(await row.innerText()).toMatch(
    /active[\s\S]*Kernel patches[\s\S]*prod-eu[\s\S]*nodes node-1, node-2[\s\S]*you/,
  );
  await mustBeClean(page);
  expect(await page.getByRole('button', { name: 'End Last week' }).count()).toBe(0);
  await page.getByRole('button', { name: 'End Kernel patches' }).click();
  const dialog = page.getByRole('dialog', { name: 'End Kernel patches now' });
  await dialog.getByText('opens incidents at once, with their true start').waitFor();
  await dialog.getByRole('button', { name: 'End Kernel patches now' }).click();
  await page.getByText('Ended maintenance Kernel patches').waitFor();
  expect(api.called('DELETE', `${path}/{id}`)).toHaveLength(1);
});

test('who may only read can end none', async () => {
  dashboard.signIn(['read']).list(path, [maintenance()]);
  const page = await dashboard.open('/incidents/windows');
  await page.getByText('Kernel patches').first().waitFor();
  expect(await page.getByRole('button', { name: 'End Kernel patches' }).isDisabled()).toBe(true);
});

test('maintenance is announced for some nodes only once these are named', async () => {
  const api = dashboard.signIn().answers('POST', path, maintenance());
  const page = await dashboard.open('/incidents/windows/new');
  await page.getByLabel('Name', { exact: true }).fill('Kernel patches');
  await page.getByText('signals of the whole cluster in prod-eu open no incident').waitFor();
  await page.getByLabel('Only some namespaces or nodes').check();
  await mustBeClean(page);
  await page.getByRole('button', { name: 'Announce maintenance' }).click();
  await page.getByText('Name at least one namespace or node').waitFor();
  expect(api.called('POST', path)).toHaveLength(0);
  await page.getByRole('textbox', { name: 'Nodes' }).fill('node-1, node-2');
  await page.getByText('signals of nodes node-1, node-2 in prod-eu open no incident').waitFor();
  await page.getByRole('button', { name: 'Announce maintenance' }).click();
  await page.waitForURL('**/incidents/windows');
  expect(api.called('POST', path)[0]?.body).toMatchObject({
    name: 'Kernel patches',
    cluster_id: clusterId,
    nodes: ['node-1', 'node-2'],
  });
});

test('pages of a cluster say that maintenance is on there', async () => {
  const now = new Date().toISOString();
  const api = dashboard
    .signIn()
    .answers('GET', '/platform/api/v1/clusters/{id}', cluster())
    .streams('/k8s-monitor/api/health/stream', 'health', health())
    .answers('GET', '/k8s-monitor/api/health/history', { from: now, to: now, step_seconds: 300, data: [] })
    .list(path, [maintenance()]);
  const page = await dashboard.open(`/clusters/${clusterId}`);
  const banner = page.getByRole('region', { name: 'Maintenance' });
  await banner.getByText('Signals of nodes node-1, node-2 open no incident. 4 were kept so far.').waitFor();
  expect(api.called('GET', path).at(-1)?.query).toMatchObject({ state: 'active', cluster_id: clusterId });
  await page.getByRole('link', { name: 'Needs you' }).click();
  await banner.waitFor({ state: 'detached' });
});

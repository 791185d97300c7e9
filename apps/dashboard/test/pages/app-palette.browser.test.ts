import { describe, expect, test } from 'vitest';
import {
  ago,
  app,
  appId,
  appsPath,
  cloudspace,
  cloudspaceId,
  deployment,
  failed,
  listApps,
  listCloudspaces,
  showApp,
  you,
} from './app-fixtures.ts';
import { useDashboard } from './dashboard.ts';
import { listNodes } from './drain-fixtures.ts';
import { clusterId, health } from './fixtures.ts';

const dashboard = useDashboard();

async function openPalette(scopes?: readonly string[]) {
  const api = showApp(dashboard.signIn(scopes), app()).list('/auth/api/v1/sessions', []);
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Sessions' }).waitFor();
  return { api, page };
}

describe('the palette', () => {
  test('finds apps and CloudSpaces by how their names begin', async () => {
    const { api, page } = await openPalette();
    await page.keyboard.type('check');
    await page.getByRole('option', { name: 'checkout (shop-apps)' }).waitFor();
    expect(api.called('GET', appsPath).at(-1)?.query).toEqual({ q: 'check', sort: 'name', limit: '5' });
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/apps/${appId}$`));
    api.answers('GET', '/platform/api/v1/cloudspaces/{id}', cloudspace());
    await page.keyboard.press('Control+k');
    await page.keyboard.type('shop-a');
    await page.getByRole('option', { name: 'shop-apps' }).last().waitFor();
    await page.getByRole('option', { name: /^.*shop-apps\s*CloudSpace$/ }).click();
    await page.waitForURL(new RegExp(`/cloudspaces/${cloudspaceId}$`));
  });

  test.each([
    ['roll back check', 'Roll back checkout (shop-apps)…', 'Roll back checkout'],
    ['rollback check', 'Rollback checkout (shop-apps)…', 'Roll back checkout'],
    ['deploy check', 'Deploy checkout (shop-apps)…', 'Deploy checkout'],
    ['scale check', 'Scale checkout (shop-apps)…', 'Scale checkout'],
  ])('"%s" leads to its dialog', async (typed, option, title) => {
    const { page } = await openPalette();
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  test('offers no verb to whoever lacks its scope', async () => {
    const { page } = await openPalette(['read']);
    await page.keyboard.type('roll back checkout');
    await page.getByText('No matches.').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
  });
});

test('what needs somebody is on the first page, with the way to it', async () => {
  const now = new Date().toISOString();
  const pinned = { revision: 7, by: you, reason: 'The index is rebuilt', at: ago(8 * 86_400) };
  const apps = [
    app({ id: 'a1', name: 'cart', deployment: failed() }),
    app({ id: 'a2', name: 'search', pinned }),
    app({ id: 'a3', name: 'importer', state: 'delete_failed', state_message: 'Service importer stays.' }),
  ];
  listCloudspaces(listApps(dashboard.signIn(), apps), [
    cloudspace({ phase: 'Failed', message: 'Grant it, then retry.' }),
  ])
    .streams('/k8s-monitor/api/health/stream', 'health', health())
    .answers('GET', '/k8s-monitor/api/health/history', { from: now, to: now, step_seconds: 300, data: [] });
  const page = await dashboard.open('/');
  for (const words of [
    'Revision 9 of cart failed',
    'CloudSpace shop-apps failed',
    'importer could not be deleted completely',
    'search is pinned to revision 7',
  ])
    await page.getByText(words).first().waitFor();
  await page.getByRole('link', { name: 'Needs you 4 to look at' }).waitFor();
  await page.getByRole('link', { name: 'Apps 1 failed' }).waitFor();
  const link = page.getByRole('link', { name: /See why.*Revision 9 of cart failed/ });
  expect(await link.getAttribute('href')).toContain('/apps/a1/deployments/9');
});

test('deployments are ticks on the score of their cluster, and links under it', async () => {
  const deploys = [deployment({ created_at: ago(3_600) }), failed({ id: 'd9', created_at: ago(7_200) })];
  const api = listNodes(dashboard.signIn(), []).list('/platform/api/v1/deployments', deploys);
  const page = await dashboard.open(`/clusters/${clusterId}/nodes`);
  const list = page.getByRole('list', { name: 'Deployments in this time, newest first' });
  await list.getByRole('link', { name: 'checkout revision 9' }).waitFor();
  expect(api.called('GET', '/platform/api/v1/deployments').map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ cluster_id: clusterId }),
  );
  const chart = page.getByRole('slider');
  await chart.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('checkout revision 9 deployed, Failed');
});

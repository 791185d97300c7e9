import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Cluster } from '../../src/api/clusters.ts';
import { applyCommand, deployAccount, printCommand } from '../../src/pages/clusters/kubectl-commands.ts';
import { deployMessageOf } from '../../../../services/platform/src/clusters/deploy-reasons.ts';
import { neededRights } from '../../../../services/platform/src/clusters/needed-rights.ts';
import { useDashboard } from './dashboard.ts';
import { cluster, clusterId, health } from './fixtures.ts';

/** What a cluster's settings say about deploying to it. */
const dashboard = useDashboard();
const one = '/platform/api/v1/clusters/{id}';

const watched = cluster({
  rights: neededRights.map((right) => ({
    ...right,
    name: right.name ?? null,
    allowed: right.needed_by === 'k8s-monitor' || right.verb === 'list',
  })),
  deployable: false,
  deploy_reason: 'rights_missing',
  deploy_message: deployMessageOf('rights_missing', 'The credentials only allow this cluster to be watched.'),
});
const deployable = cluster({ deploy_credential: { kind: 'token', expires_at: null } });

async function openSettings(now: () => Cluster, scopes?: readonly string[]): Promise<Page> {
  const at = new Date().toISOString();
  dashboard
    .signIn(scopes)
    .answers('GET', one, () => now())
    .answers('GET', '/k8s-monitor/api/health/history', { from: at, to: at, step_seconds: 300, data: [] })
    .streams('/k8s-monitor/api/health/stream', 'health', health());
  const page = await dashboard.open(`/clusters/${clusterId}/settings`);
  await page.getByRole('heading', { name: 'Deploying' }).waitFor();
  return page;
}
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Deploying' }) });
const axeFinds = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);

test('a cluster that is only watched says why, what is missing and which commands grant it; the answer is shown', async () => {
  let now = watched;
  const page = await openSettings(() => now);
  const deploying = section(page);
  await deploying.getByText('cannot be deployed to', { exact: true }).waitFor();
  await deploying.getByText(watched.deploy_message).waitFor();
  await deploying.getByText('those it is registered with').waitFor();
  const table = deploying.getByRole('region', { name: 'Permissions for deploying' });
  expect(await table.getByRole('row').filter({ hasText: 'namespaces' }).innerText()).toContain(
    'no: get, watch, create, patch, delete',
  );
  expect(await table.getByRole('row').filter({ hasText: 'wheelhouse-cloudspace' }).innerText()).toMatch(/no\n?\t/);
  // The other table is about watching only.
  const watching = page.getByRole('region', { name: 'Permissions in the cluster' });
  expect(await watching.getByText('namespaces').count()).toBe(0);
  expect(await axeFinds(page)).toEqual([]);

  await deploying.getByRole('button', { name: 'Let Wheelhouse deploy to it' }).click();
  for (const command of [
    'wheelhouse clusters connect --deploy',
    applyCommand(dashboard.api.origin, deployAccount),
    printCommand(deployAccount),
  ])
    await deploying.getByText(command, { exact: true }).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  const api = dashboard.api.answers('PATCH', one, () => {
    now = { ...deployable, deployable: false, deploy_reason: 'not_checked', deploy_message: 'Wait a moment.' };
    return now;
  });
  await deploying.getByRole('textbox', { name: 'Kubeconfig for deploying' }).fill('{clusters: [\n]}');
  await deploying.getByRole('button', { name: 'Let Wheelhouse deploy to prod-eu' }).click();
  await deploying.getByText('being checked').waitFor();
  expect(api.called('PATCH', one).map(({ body }) => body)).toEqual([
    { deploy_access: { kubeconfig: '{clusters: []}' } },
  ]);
  now = deployable;
  await deploying.getByText('can be deployed to', { exact: true }).waitFor();
  await deploying.getByText('a token, no expiry stated').waitFor();
});

test('what is refused is told at its field', async () => {
  const page = await openSettings(() => watched);
  dashboard.api.refuses('PATCH', one, {
    status: 422,
    code: 'validation_failed',
    message: 'deploy_access.kubeconfig cannot be used: This is not a kubeconfig.',
    details: [{ field: 'deploy_access.kubeconfig', code: 'malformed', message: 'cannot be used' }],
  });
  await page.getByRole('button', { name: 'Let Wheelhouse deploy to it' }).click();
  const field = page.getByRole('textbox', { name: 'Kubeconfig for deploying' });
  await field.fill('hello');
  await page.getByRole('button', { name: 'Let Wheelhouse deploy to prod-eu' }).click();
  await page.getByRole('alert').filter({ hasText: 'The credentials for deploying were not taken.' }).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('the credentials for deploying are removed after it was said what that means', async () => {
  const page = await openSettings(() => deployable);
  const api = dashboard.api.answers('PATCH', one, () => watched);
  await section(page).getByRole('button', { name: 'Remove deploy credentials' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('kubectl -n wheelhouse delete serviceaccount wheelhouse-platform').waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove deploy credentials of prod-eu' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(api.called('PATCH', one).map(({ body }) => body)).toEqual([{ deploy_access: null }]);
});

test('without the scope admin it can be read, not changed', async () => {
  const page = await openSettings(() => deployable, ['read']);
  await section(page).getByText('can be deployed to', { exact: true }).waitFor();
  for (const name of ['Replace deploy credentials', 'Remove deploy credentials'])
    expect(await section(page).getByRole('button', { name }).isDisabled()).toBe(true);
});

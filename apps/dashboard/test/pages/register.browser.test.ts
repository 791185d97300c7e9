import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Cluster } from '../../src/api/clusters.ts';
import {
  applyCommand,
  deployAccount,
  monitorAccount,
  printCommand,
} from '../../src/pages/clusters/kubectl-commands.ts';
import { useDashboard } from './dashboard.ts';
import { cluster, clusterId, health } from './fixtures.ts';

const dashboard = useDashboard();
const clusters = '/platform/api/v1/clusters';
const one = '/platform/api/v1/clusters/{id}';

const pending = cluster({
  phase: 'Pending',
  reason: 'not_contacted',
  message: 'The cluster was registered and has not been contacted yet.',
  last_seen_at: null,
  version: null,
});
const printed =
  '{clusters: [{name: c, cluster: {"server":"https://10.0.0.1:6443"}}], users: [{name: u, user: {token: ey.J}}]}';

/** An installation that takes the cluster, and tells of it what `now` says. */
function taking(now: () => Cluster) {
  const at = new Date().toISOString();
  const none = { data: [], next_cursor: null, total: 0 };
  return dashboard
    .signIn()
    .answers('POST', clusters, pending)
    .answers('GET', one, () => now())
    .answers('GET', '/k8s-monitor/api/health/history', { from: at, to: at, step_seconds: 300, data: [] })
    .answers('GET', '/k8s-monitor/api/v1/issues', none);
}

const refusesWith = (code: string, message: string) =>
  dashboard.signIn().refuses('POST', clusters, {
    status: 422,
    code: 'validation_failed',
    message: `kubeconfig ${message}.`,
    details: [{ field: 'kubeconfig', code, message }],
  });

async function openForm(): Promise<Page> {
  const page = await dashboard.open('/clusters/new');
  await page.getByRole('heading', { name: 'Register a cluster' }).waitFor();
  return page;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('prod-eu');
  await page.getByRole('textbox', { name: 'Kubeconfig' }).fill(text);
  await page.getByRole('button', { name: 'Register cluster' }).click();
}

test('two commands to copy come first, and axe finds nothing', async () => {
  dashboard.signIn();
  const page = await openForm();
  for (const [name, command] of [
    ['Copy the first command', applyCommand(dashboard.api.origin, monitorAccount)],
    ['Copy the second command', printCommand(monitorAccount)],
  ] as const) {
    await page.getByText(command, { exact: true }).waitFor();
    await page.getByRole('button', { name }).waitFor();
  }
  expect(await page.getByRole('link', { name: 'this manifest' }).getAttribute('href')).toBe(
    '/api/platform/api/v1/cluster-manifest',
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('what the commands print is sent whole, though the terminal broke its lines, and turns into the first score', async () => {
  let now = pending;
  const api = taking(() => now).refuses('GET', '/k8s-monitor/api/health/stream', {
    status: 503,
    code: 'unavailable',
    message: 'the cluster has not been observed yet',
  });
  const page = await openForm();
  await paste(page, `${printed.slice(0, 40)}\n${printed.slice(40)}\n`);
  await page.getByRole('status').filter({ hasText: 'Waiting for prod-eu…' }).waitFor();
  expect(api.called('POST', clusters).map(({ body }) => body)).toEqual([{ name: 'prod-eu', kubeconfig: printed }]);
  now = cluster();
  await page.getByRole('status').filter({ hasText: 'Waiting for the first score of prod-eu…' }).waitFor();
  api.streams('/k8s-monitor/api/health/stream', 'health', health({ healthScore: 97 }));
  await page.getByText('nodes ready 3/3').waitFor();
  await page.getByText('score 97').first().waitFor();
  expect(await page.getByText('Waiting for').count()).toBe(0);
});

test('with deploying it sends both accounts, each printed by commands of its own', async () => {
  const api = taking(() => cluster()).streams('/k8s-monitor/api/health/stream', 'health', health());
  const page = await openForm();
  await page.getByLabel('Also let Wheelhouse deploy to it').check();
  await page.getByText(applyCommand(dashboard.api.origin, deployAccount), { exact: true }).waitFor();
  await page.getByText(printCommand(deployAccount), { exact: true }).waitFor();
  await page.getByText('wheelhouse clusters connect --deploy', { exact: true }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.getByLabel('Name', { exact: true }).fill('prod-eu');
  await page.getByRole('textbox', { name: 'Kubeconfig', exact: true }).fill(printed);
  await page.getByRole('textbox', { name: 'Kubeconfig for deploying' }).fill(printed.replace('ey.J', 'ey.K'));
  await page.getByRole('button', { name: 'Register cluster' }).click();
  await page.getByText('score 100').first().waitFor();
  expect(api.called('POST', clusters).map(({ body }) => body)).toEqual([
    { name: 'prod-eu', kubeconfig: printed, deploy_access: { kubeconfig: printed.replace('ey.J', 'ey.K') } },
  ]);
});

test('a cluster that cannot be reached turns into the reason', async () => {
  let now = pending;
  taking(() => now).refuses('GET', '/k8s-monitor/api/health/stream', {
    status: 503,
    code: 'unavailable',
    message: 'the cluster has not been observed yet',
  });
  const page = await openForm();
  await paste(page, printed);
  await page.getByRole('status').filter({ hasText: 'Waiting for prod-eu…' }).waitFor();
  const message = 'Nothing is listening at this address and port. Check the port, and that the API server is running.';
  now = cluster({ phase: 'Unreachable', reason: 'connection_refused', message, last_seen_at: null });
  await page.getByText('prod-eu cannot be reached').waitFor();
  await page.getByText(message).waitFor();
  expect(await page.getByRole('link', { name: 'See its credentials' }).count()).toBe(1);
  expect(await page.getByText('Waiting for').count()).toBe(0);
});

test.each([
  ['garbage', 'malformed', 'cannot be used: This is not a kubeconfig'],
  ['a private address', 'address_refused', 'points to an address this installation does not connect to: 10.0.0.1'],
  ['a login program', 'exec', 'cannot be used: users[0].user.exec is not accepted'],
])(
  '%s is refused at its field, in a summary that has the focus, and can be corrected',
  async (_what, code, message) => {
    refusesWith(code, message);
    const page = await openForm();
    await paste(page, 'something');
    const alert = page.getByRole('alert').filter({ hasText: 'The cluster was not registered.' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(message);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('The cluster was not registered.');
    const field = page.getByRole('textbox', { name: 'Kubeconfig' });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('something');
  },
);

test('the whole way can be gone by keyboard', async () => {
  const api = taking(() => cluster()).streams('/k8s-monitor/api/health/stream', 'health', health());
  const page = await openForm();
  const focusOn = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const { activeElement: at } = document;
        const text = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0] : at;
        return at?.getAttribute('aria-label') ?? text?.textContent;
      });
      if (label === name) return;
    }
    throw new Error(`Tab never comes to ${name}`);
  };
  await focusOn('Name');
  await page.keyboard.type('prod-eu');
  await focusOn('With kubectl');
  await focusOn('Copy the first command');
  await page.keyboard.press('Enter');
  await focusOn('Copy the second command');
  await page.keyboard.press('Enter');
  await focusOn('Kubeconfig');
  await page.keyboard.insertText(printed);
  await focusOn('Register cluster');
  await page.keyboard.press('Enter');
  await page.getByText('score 100').first().waitFor();
  expect(api.called('POST', clusters)).toHaveLength(1);
});

test('without the scope admin the form says whom to ask', async () => {
  dashboard.signIn(['read']);
  const page = await openForm();
  await page.getByText('You cannot register clusters').waitFor();
  expect(await page.getByRole('button', { name: 'Register cluster' }).isDisabled()).toBe(true);
});

test('the page of a cluster says that actions are off while no agent runs for it', async () => {
  const worker = {
    cluster_id: clusterId,
    ready: false,
    seen_at: null,
    version: null,
    missing_rights: [],
    trouble: null,
  };
  const api = taking(() => cluster())
    .streams('/k8s-monitor/api/health/stream', 'health', health())
    .list('/agents/action/api/v1/actions', [])
    .list('/agents/action/api/v1/clusters', [worker]);
  const page = await dashboard.open(`/clusters/${clusterId}/actions`);
  await page.getByText('Actions are off for this cluster, because no action agent is running for it.').waitFor();
  api.list('/agents/action/api/v1/clusters', [{ ...worker, ready: true, seen_at: new Date().toISOString() }]);
  await expect.poll(() => page.getByText('Actions are off').count(), { timeout: 20_000 }).toBe(0);
});

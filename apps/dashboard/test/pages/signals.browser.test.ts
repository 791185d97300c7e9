import { expect, test } from 'vitest';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { cluster, clusterId } from './fixtures.ts';

const dashboard = useDashboard();
const tokens = '/auth/api/v1/signal-tokens';
const shown = (more: object = {}) => ({
  id: '01a1cf00-0000-7000-8000-000000000111',
  name: 'alertmanager',
  prefix: 'whi_abcd',
  last_four: 'wxyz',
  cluster_id: null,
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 364 * 86_400_000).toISOString(),
  last_used_at: null,
  last_used_ip: null,
  revoked_at: null,
  ...more,
});
const made = (more: object = {}) => ({ ...shown(more), token: 'whi_abcd-the-whole-token-wxyz' });

test('a token is made for one cluster, shown once, and ready for Alertmanager and for curl', async () => {
  const api = dashboard
    .signIn()
    .list(tokens, [])
    .answers('POST', tokens, made({ cluster_id: clusterId }));
  const page = await dashboard.open('/settings/signals');
  await page.getByRole('heading', { name: 'Signal tokens will appear here' }).waitFor();
  await page.getByRole('button', { name: 'Create signal token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('alertmanager');
  await dialog.getByLabel('Cluster').selectOption({ label: 'prod-eu' });
  await dialog.getByRole('button', { name: 'Create signal token' }).click();
  const told = page.getByRole('dialog', { name: 'Signal token alertmanager' });
  await told.getByText(made().token, { exact: true }).waitFor();
  // Nothing is said of its end: the longest there is is what it has without a word.
  expect(api.called('POST', tokens).map(({ body }) => body)).toEqual([{ name: 'alertmanager', cluster_id: clusterId }]);
  const [receiver = '', command = ''] = await told.locator('pre').allTextContents();
  expect(receiver).toContain(`- url: ${api.origin}/api/incidents/api/v1/signals/alertmanager\n`);
  expect(receiver).toContain('credentials_file: /etc/alertmanager/wheelhouse-token');
  expect(command).toContain(
    `curl -sS ${api.origin}/api/incidents/api/v1/signals -H "Authorization: Bearer $SIGNAL_TOKEN"`,
  );
  expect(receiver + command).not.toContain(made().token);
  await mustBeClean(page);
  await page.keyboard.press('Escape');
  await told.getByLabel('I saved the signal token').check();
  await told.getByRole('button', { name: 'Close' }).click();
  await told.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(made().token);
});

test('of several clusters, the sender has to say which, unless the token does', async () => {
  const other = cluster({ id: '01a1cf00-0000-7000-8000-0000000000c2', name: 'staging' });
  const api = dashboard
    .signIn()
    .list('/platform/api/v1/clusters', [cluster(), other])
    .list(tokens, [])
    .answers('POST', tokens, made());
  const page = await dashboard.open('/settings/signals');
  await page.getByRole('button', { name: 'Create signal token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('alertmanager');
  await page.getByRole('dialog').getByLabel('Expires after').selectOption({ label: '30 days' });
  await page.getByRole('dialog').getByRole('button', { name: 'Create signal token' }).click();
  const told = page.getByRole('dialog', { name: 'Signal token alertmanager' });
  await told.getByText('with the id of the cluster that the signals are of').waitFor();
  const [receiver = '', command = ''] = await told.locator('pre').allTextContents();
  expect(receiver).toContain('/signals/alertmanager?cluster_id=CLUSTER_ID\n');
  expect(command).toContain('"cluster_id":"CLUSTER_ID"');
  const [{ body } = { body: undefined }] = api.called('POST', tokens);
  const { expires_at } = body as { expires_at: string };
  expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(30);
});

test('one is revoked by its name, and those that have ended offer nothing', async () => {
  const [live, gone] = [
    shown({ cluster_id: clusterId, last_used_at: new Date().toISOString(), last_used_ip: '203.0.113.9' }),
    shown({ id: '01a1cf00-0000-7000-8000-000000000112', name: 'old', revoked_at: new Date().toISOString() }),
  ];
  const one = '/auth/api/v1/signal-tokens/{id}';
  const api = dashboard.signIn().list(tokens, [live, gone]).answers('DELETE', one, undefined);
  const page = await dashboard.open('/settings/signals');
  await page.getByRole('row', { name: /alertmanager active.*prod-eu.*whi_abcd…wxyz.*203\.0\.113\.9/ }).waitFor();
  await page.getByRole('row', { name: /old revoked.*all clusters/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Revoke signal token alertmanager' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revoke signal token alertmanager' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(api.called('DELETE', one).map(({ path }) => path)).toEqual([`${tokens}/${live.id}`]);
});

test('whoever may not administer is told so', async () => {
  dashboard.signIn(['read', 'actions']).refuses('GET', tokens, {
    status: 403,
    code: 'insufficient_scope',
    message: 'This endpoint requires the scope admin.',
  });
  const page = await dashboard.open('/settings/signals');
  await page.getByText('You don’t have access to signal tokens').waitFor();
  expect(await page.getByRole('button', { name: 'Create signal token' }).isDisabled()).toBe(true);
});

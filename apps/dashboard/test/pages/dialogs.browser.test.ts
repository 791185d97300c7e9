import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { session, webhook, webhookId } from './fixtures.ts';

const dashboard = useDashboard();
const tokens = '/auth/api/v1/tokens';
const made = {
  id: '01a1cf00-0000-7000-8000-000000000101',
  name: 'ci',
  prefix: 'whp_abcd',
  last_four: 'wxyz',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  last_used_at: null,
  last_used_ip: null,
  revoked_at: null,
  scopes: ['read' as const],
  token: 'whp_abcd-the-whole-secret-wxyz',
};

test('a token is shown once, and its dialog stays until it is said to be saved', async () => {
  dashboard.signIn().answers('POST', tokens, made);
  const page = await dashboard.open('/settings/access-tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('ci');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Token ci' });
  await shown.getByText(made.token).waitFor();
  await page.keyboard.press('Escape');
  expect(await shown.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
  await shown.getByLabel('I saved the token').check();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(made.token);
});

test('a change that wants a fresh proof asks for the password, then goes on with what was filled in', async () => {
  const api = dashboard.signIn().refuses('POST', tokens, {
    status: 403,
    code: 'forbidden',
    message: 'sign in again first',
    details: [{ field: 'session', code: 'reauthentication_required', message: 'prove who you are' }],
  });
  const page = await dashboard.open('/settings/access-tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('ci');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  api.answers('POST', '/auth/api/v1/session/reauthenticate', () => {
    api.answers('POST', tokens, made);
    return session();
  });
  await dialog.getByLabel('Password').fill('four unrelated words here');
  await dialog.getByRole('button', { name: 'Confirm it is you' }).click();
  await page.getByRole('dialog', { name: 'Token ci' }).waitFor();
  expect(api.called('POST', tokens).at(-1)?.body).toMatchObject({ name: 'ci', scopes: ['read'] });
});

test('to delete a webhook its host has to be typed exactly', async () => {
  const one = '/platform/api/v1/webhooks/{id}';
  const api = dashboard
    .signIn()
    .answers('GET', one, webhook())
    .answers('DELETE', one, undefined as never)
    .list('/platform/api/v1/webhooks/event-types', [])
    .list('/platform/api/v1/webhooks/{id}/deliveries', [])
    .answers('GET', '/platform/api/v1/webhooks/{id}/stats', {
      from: new Date().toISOString(),
      until: new Date().toISOString(),
      hours: [],
      succeeded: 0,
      failed: 0,
    } as never);
  const page = await dashboard.open(`/webhooks/${webhookId}`);
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('hooks.acme');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await dialog.getByText('Type hooks.acme.example exactly').waitFor();
  expect(api.called('DELETE', one)).toEqual([]);
  await dialog.getByRole('textbox').fill('hooks.acme.example');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'Your webhooks will appear here' }).waitFor();
  expect(api.called('DELETE', one).map(({ path }) => path)).toEqual([`/platform/api/v1/webhooks/${webhookId}`]);
});

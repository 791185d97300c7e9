import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { webhook } from './fixtures.ts';
import { tryAgain } from './try-again.ts';

const dashboard = useDashboard();
const path = '/platform/api/v1/webhooks';
const unavailable = { status: 503, code: 'unavailable', message: 'webhooks is restarting' };

test('a list that is empty says what will be there, and shows no filters', async () => {
  dashboard.signIn();
  const page = await dashboard.open('/webhooks');
  await page.getByRole('heading', { name: 'Your webhooks will appear here' }).waitFor();
  expect(await page.getByRole('search').count()).toBe(0);
});

test('a filter is in the address, is asked of the API, and can be cleared', async () => {
  const api = dashboard.signIn();
  api.answers('GET', path, ({ query }) => {
    const data = query['state'] === undefined ? [webhook()] : [];
    return { data, next_cursor: null, total: data.length };
  });
  const page = await dashboard.open('/webhooks');
  await page.getByLabel('State').selectOption('paused');
  await page.getByRole('heading', { name: 'No webhooks match these filters' }).waitFor();
  expect(new URL(page.url()).search).toBe('?state=paused');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'hooks.acme.example/wheelhouse' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('an address with a filter opens filtered', async () => {
  const api = dashboard.signIn().list(path, []);
  const page = await dashboard.open('/webhooks?state=disabled');
  await page.getByRole('heading', { name: 'No webhooks match these filters' }).waitFor();
  expect(await page.getByLabel('State').inputValue()).toBe('disabled');
  expect(api.called('GET', path).some(({ query }) => query['state'] === 'disabled')).toBe(true);
});

test('a list that cannot be loaded says why, and is tried again when asked', async () => {
  const api = dashboard.signIn().refuses('GET', path, unavailable);
  const page = await dashboard.open('/webhooks');
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: 'Could not load webhooks.' }).waitFor();
  expect(await alert.innerText()).toContain('Webhooks is restarting.');
  await tryAgain(page, () => api.list(path, [webhook()]));
  await page.getByRole('link', { name: 'hooks.acme.example/wheelhouse' }).waitFor();
});

test('rows that are there stay when they cannot be refreshed', async () => {
  const api = dashboard.signIn().list(path, [webhook()]);
  const page = await dashboard.open('/webhooks');
  await page.getByRole('link', { name: 'hooks.acme.example/wheelhouse' }).waitFor();
  api.refuses('GET', path, unavailable);
  await page.getByRole('alert').filter({ hasText: 'Could not refresh webhooks.' }).waitFor();
  expect(await page.getByRole('link', { name: 'hooks.acme.example/wheelhouse' }).isVisible()).toBe(true);
});

test('who lacks the scope is told whom to ask, not that something failed', async () => {
  dashboard
    .signIn(['read'])
    .list('/auth/api/v1/roles', [])
    .refuses('GET', '/auth/api/v1/users', { status: 403, code: 'insufficient_scope', message: 'needs admin' });
  const page = await dashboard.open('/settings/users');
  await page.getByText('You don’t have access to users.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Invite user' }).isDisabled()).toBe(true);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { session } from './fixtures.ts';

const dashboard = useDashboard();
const path = '/auth/api/v1/session';
const nobody = { status: 401, code: 'unauthenticated', message: 'sign in first' };

/** Nobody is signed in, in an installation with one tenant. */
function signedOut(options: { readonly sso?: boolean; readonly password?: boolean; readonly tenants?: boolean } = {}) {
  const { sso = false, password = true, tenants = false } = options;
  return dashboard.api.refuses('GET', path, nobody).answers('GET', '/auth/api/v1/sign-in-options', {
    password,
    sso,
    needs_tenant: tenants,
    ...(!tenants && { tenant_name: 'Acme' }),
  });
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@acme.example');
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('whoever came for a page gets to it after signing in', async () => {
  const api = signedOut();
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  api.answers('POST', path, () => {
    dashboard.signIn().list('/auth/api/v1/sessions', []);
    return session();
  });
  await enter(page);
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/sessions');
});

test('a wrong password is told, and what was typed stays', async () => {
  const api = signedOut();
  const page = await dashboard.open('/login');
  api.refuses('POST', path, { status: 401, code: 'unauthenticated', message: 'email or password is wrong' });
  await enter(page);
  await page.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@acme.example');
});

test('a second factor is asked for with the password kept, or a recovery code in its place', async () => {
  const api = signedOut();
  const page = await dashboard.open('/login');
  api.refuses('POST', path, {
    status: 401,
    code: 'unauthenticated',
    message: 'a second factor is required',
    details: [{ field: 'totp', code: 'totp_required', message: 'send totp' }],
  });
  await enter(page);
  await page.getByLabel('Code from your authenticator app').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill('abcd-efgh');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect
    .poll(() => api.called('POST', path).at(-1)?.body)
    .toMatchObject({ password: 'four unrelated words here', recovery_code: 'abcd-efgh' });
});

test('too many tries: the button counts down and cannot be pressed', async () => {
  const api = signedOut();
  const page = await dashboard.open('/login');
  api.refuses('POST', path, {
    status: 429,
    code: 'rate_limited',
    message: 'too many attempts',
    headers: { 'retry-after': '125' },
  });
  await enter(page);
  const button = page.getByRole('button', { name: /^Try again in 2 min/ });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
});

test('single sign-on alone: a password is still there for owners, one step away', async () => {
  signedOut({ sso: true, password: false });
  const page = await dashboard.open('/login');
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).waitFor();
  expect(await page.getByLabel('Email').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in with a password' }).click();
  await page.getByLabel('Email').waitFor();
});

test('what single sign-on refused is explained where it began', async () => {
  signedOut({ sso: true });
  const page = await dashboard.open('/login?error=sso_denied');
  const alert = page.getByRole('alert').filter({ hasText: 'Single sign-on failed.' });
  expect(await alert.innerText()).toContain('denied access');
});

test('with several tenants the tenant is asked for first', async () => {
  const api = signedOut({ tenants: true });
  const page = await dashboard.open('/login');
  await page.getByLabel('Tenant').fill('acme');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login/acme');
  expect(api.called('GET', '/auth/api/v1/sign-in-options').at(-1)?.query).toEqual({ tenant: 'acme' });
});

test.for([
  ['/setup#whl_short', 'This setup link is incomplete.'],
  ['/setup', 'This page needs the full setup link.'],
  ['/invite', 'This page needs the full link you were given.'],
  ['/invite#whl_short', 'This link is incomplete.'],
] as const)('%s says what is wrong with the link', async ([address, words]) => {
  dashboard.api.answers('GET', '/auth/api/v1/setup', {
    needed: true,
    link_expires_at: new Date(Date.now() + 60_000).toISOString(),
  });
  const page = await dashboard.open(address);
  await page.getByText(words).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

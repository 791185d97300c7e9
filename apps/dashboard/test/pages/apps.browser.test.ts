import { describe, expect, test } from 'vitest';
import {
  ago,
  app,
  appId,
  appsPath,
  cloudspace,
  cloudspaceId,
  failed,
  listApps,
  listCloudspaces,
  showApp,
  you,
} from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';

const dashboard = useDashboard();

describe('the list of apps', () => {
  const pinned = { revision: 7, by: you, reason: null, at: ago(60) };
  const all = [
    app(),
    app({ id: '01a1cf00-0000-7000-8000-000000000a12', name: 'cart', deployment: failed(), health: 'Degraded', pinned }),
    app({ id: '01a1cf00-0000-7000-8000-000000000a13', name: 'search', pinned }),
  ];

  test('has the worst that is to be said of each, and why', async () => {
    listCloudspaces(listApps(dashboard.signIn(), all), [cloudspace()]);
    const page = await dashboard.open('/apps');
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('cart').getByText('Failed').waitFor();
    expect(await row('cart').innerText()).toContain('2 of 2 new pods end again and again');
    expect(await row('search').innerText()).toContain('pinned');
    expect(await row('checkout').innerText()).toContain('Live');
    await mustBeClean(page);
  });

  test('is filtered by the address, and asked of the API', async () => {
    const api = listCloudspaces(listApps(dashboard.signIn(), all), [cloudspace()]);
    const page = await dashboard.open('/apps?phase=Failed');
    await page.getByRole('link', { name: 'cart', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'checkout', exact: true }).count()).toBe(0);
    await page.getByLabel('CloudSpace').selectOption('shop-apps');
    await expect.poll(() => new URL(page.url()).search).toBe(`?phase=Failed&cloudspace_id=${cloudspaceId}`);
    await expect
      .poll(() => api.called('GET', appsPath).some(({ query }) => query['cloudspace_id'] === cloudspaceId))
      .toBe(true);
  });

  test('empty, it says the next step: first a CloudSpace, then an app', async () => {
    const api = dashboard.signIn();
    const page = await dashboard.open('/apps');
    await page.getByRole('link', { name: 'Create a CloudSpace' }).waitFor();
    await mustBeClean(page);
    listCloudspaces(api, [cloudspace()]);
    await page.reload();
    await page.getByRole('link', { name: 'Deploy an app' }).click();
    await page.getByRole('heading', { name: 'Deploy an app', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/apps/new');
  });
});

describe('a new app', () => {
  test('by keyboard alone: the form, what will be made of it, and its page', async () => {
    const api = listCloudspaces(dashboard.signIn(), [cloudspace()]);
    const page = await dashboard.open('/apps/new');
    const made = page.getByRole('region', { name: 'What will be made' });
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('checkout');
    await page.keyboard.press('Tab');
    await page.keyboard.type('registry.acme.example/shop/checkout:1.8');
    await made.getByText('none: without a port it is a worker').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('8080');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/healthz');
    await made.getByText('http://checkout.shop-apps.svc.cluster.local:8080').waitFor();
    await made.getByText('It is Live once a GET of /healthz is answered with 2xx or 3xx.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    await made.getByText('3 replicas, rolling').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Name 1', { exact: true }).evaluate(hasFocus)).toBe(true);
    await page.keyboard.type('LOG_LEVEL');
    await page.keyboard.press('Tab');
    await page.keyboard.type('info');
    await made.getByText('1 variable and PORT as its environment').waitFor();
    await mustBeClean(page);
    api.answers('POST', appsPath, () => {
      showApp(api, app());
      return app();
    });
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/apps/${appId}$`));
    await page.getByRole('heading', { name: 'checkout', level: 1 }).waitFor();
    expect(api.called('POST', appsPath).map(({ body }) => body)).toMatchObject([
      {
        name: 'checkout',
        cloudspace_id: cloudspaceId,
        source: { type: 'image', image: 'registry.acme.example/shop/checkout:1.8' },
        port: 8080,
        replicas: 3,
        env: { LOG_LEVEL: 'info' },
        health_check: { path: '/healthz' },
        rollback_on_failure: true,
      },
    ]);
  });

  test('that is refused says why, at its field and above the button', async () => {
    listCloudspaces(dashboard.signIn(), [cloudspace()]).refuses('POST', appsPath, {
      status: 422,
      code: 'validation_failed',
      message: 'resources.memory_limit is below memory_request.',
      details: [{ field: 'resources.memory_limit', code: 'below_request', message: 'is below memory_request' }],
    });
    const page = await dashboard.open('/apps/new');
    await page.getByLabel('Name', { exact: true }).fill('checkout');
    await page.getByLabel('Image').fill('shop/checkout:1');
    await page.getByRole('button', { name: 'Deploy checkout' }).click();
    await page.getByRole('alert').filter({ hasText: 'The app was not created.' }).waitFor();
    await page.getByText('Advanced').click();
    expect(await page.getByLabel('Memory limit').getAttribute('aria-invalid')).toBe('true');
  });

  test('cannot be sent without the scope deploy, and says whom to ask', async () => {
    listCloudspaces(dashboard.signIn(['read']), [cloudspace()]);
    const page = await dashboard.open('/apps/new');
    await page.getByText('You cannot deploy apps').waitFor();
    expect(await page.getByRole('button', { name: 'Deploy app' }).isDisabled()).toBe(true);
  });
});

const hasFocus = (element: unknown) =>
  element === (globalThis as { document?: { activeElement: unknown } }).document?.activeElement;

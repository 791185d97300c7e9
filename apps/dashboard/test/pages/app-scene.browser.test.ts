import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  ago,
  app,
  appId,
  cloudspace,
  cloudspaceId,
  deployment,
  failed,
  listApps,
  showApp,
  showDeployment,
} from './app-fixtures.ts';
import { useDashboard } from './dashboard.ts';

/** An app of a shop, as docs/guides/apps.md shows it. With WRITE_IMAGES=1 its pictures are taken anew. */
const dashboard = useDashboard();
const images = join(import.meta.dirname, '../../../../docs/images');
const writesImages = process.env['WRITE_IMAGES'] === '1';

const looks = [
  { look: 'light', colorScheme: 'light', size: { width: 1280, height: 800 } },
  { look: 'dark', colorScheme: 'dark', size: { width: 1280, height: 800 } },
  { look: 'narrow', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const;

async function shoot(page: Page, name: string): Promise<void> {
  if (!writesImages) return;
  for (const { look, colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await page.screenshot({ path: join(images, `${name}-${look}.png`), animations: 'disabled', caret: 'hide' });
  }
}

test('an app that is Live, and answers', async () => {
  showApp(dashboard.signIn(), app());
  const page = await dashboard.open(`/apps/${appId}`);
  await page.getByText('by a request through the API server').waitFor();
  await page.getByText('checkout-6c9f7d5b8-4hjnl').waitFor();
  expect(await page.getByRole('list', { name: 'Phases' }).getByText('21 s').count()).toBe(1);
  await shoot(page, 'apps-live');
});

test('a deployment that failed, with the reason and the last lines', async () => {
  const one = failed();
  showDeployment(dashboard.signIn(), one, app({ deployment: one }));
  const page = await dashboard.open(`/apps/${appId}/deployments/9`);
  await page.getByText('PAYMENTS_TIMEOUT is not set').waitFor();
  await page.getByText('2 of 2 new pods end again and again').waitFor();
  expect(await page.getByText('crash_loop').count()).toBe(1);
  await shoot(page, 'apps-failed');
});

test('what a rollback would change, and that it pins', async () => {
  showApp(dashboard.signIn(), app());
  const page = await dashboard.open(`/apps/${appId}`);
  await page.getByRole('button', { name: 'Roll back…' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('is then pinned').waitFor();
  expect(await dialog.getByLabel('What revision 7 changes').innerText()).toContain('checkout:1.7');
  await shoot(page, 'apps-rollback');
});

test('a CloudSpace, its quota and its apps', async () => {
  const others = [
    ['cart', 'Live'],
    ['payments', 'RollingOut'],
    ['search', 'Live'],
  ] as const;
  const apps = [
    app(),
    ...others.map(([name, phase], index) =>
      app({
        id: `${appId.slice(0, -1)}${index + 5}`,
        name,
        replicas: index + 1,
        deployment: deployment({ revision: 12 + index, phase, created_at: ago(4_000 * (index + 1)) }),
      }),
    ),
  ];
  listApps(dashboard.signIn(), apps).answers(
    'GET',
    '/platform/api/v1/cloudspaces/{id}',
    cloudspace({ apps_total: apps.length }),
  );
  const page = await dashboard.open(`/cloudspaces/${cloudspaceId}`);
  await page.getByText('2.25 of 4 cores').waitFor();
  expect(await page.getByText('9 of 20').count()).toBe(1);
  await shoot(page, 'cloudspace');
});

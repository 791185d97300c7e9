import type { Flow, Scene } from './keys-scene.ts';
import { forgetApps, writeApps } from './paper-apps.ts';

const placeOf = ({ world, tenantId, clusterId }: Scene) => ({ db: world.db, tenantId, clusterId });

/** From a form to an app, and from a failed deployment back to the one before. */
export const appFlows: Readonly<Record<string, Flow>> = {
  'deploy an app': async (scene) => {
    const { keys, tab } = scene;
    await writeApps(placeOf(scene));
    await keys.go('Deploy an app');
    await keys.isAt('Deploy an app');
    await keys.tabTo(tab.page.getByLabel('CloudSpace', { exact: true }));
    await keys.type('shop');
    await keys.fill('Name', 'web');
    await keys.fill('Image', 'registry.acme.example/shop/web:1');
    await keys.fill('Port', '8080');
    await keys.sees('http://web.shop-apps.svc.cluster.local:8080');
    await keys.use('button', 'Add variable');
    await keys.fill('Name 1', 'LOG_LEVEL');
    await keys.fill('Value of LOG_LEVEL', 'info');
    await keys.use('button', 'Deploy web');
    await keys.isAt('web');
    await keys.sees('Queued');
  },
  'change its settings': async ({ keys }) => {
    await keys.use('link', 'Settings');
    await keys.fill('Value of LOG_LEVEL', 's');
    await keys.sees('env.LOG_LEVEL');
    await keys.use('button', 'Deploy these changes');
    await keys.sees(/revision 2/);
  },
  'read why a deployment failed, and roll back': async ({ keys, tab }) => {
    await keys.goBy('p', 'Apps');
    await keys.tabTo(tab.page.getByRole('link', { name: 'cart', exact: true }));
    await keys.press('Enter');
    await keys.isAt('cart');
    await keys.sees('FATAL PAYMENTS_TIMEOUT is not set');
    await keys.go('Roll back search');
    await tab.page.getByRole('dialog', { name: 'Roll back search' }).waitFor();
    await keys.fill('Why (optional)', 'the index is broken');
    await keys.press('Enter');
    await keys.sees('Pinned to');
    await keys.sees('“the index is broken”');
  },
  'unpin it': async ({ keys, tab }) => {
    await keys.use('button', 'Unpin');
    await tab.page.getByText('Pinned to').waitFor({ state: 'detached' });
  },
  'delete a CloudSpace with its apps': async (scene) => {
    const { keys, tab } = scene;
    await keys.goBy('l', 'CloudSpaces');
    await keys.go('shop-apps');
    await keys.isAt('shop-apps');
    await keys.use('button', 'Delete CloudSpace');
    await tab.page
      .getByRole('dialog')
      .getByText(/cart, checkout/)
      .waitFor();
    await keys.use('checkbox', /^Delete its/, 'Space');
    await keys.fill('Type shop-apps to continue', 'shop-apps');
    await keys.use('button', 'Delete CloudSpace shop-apps');
    await keys.isAt('CloudSpaces');
    await keys.sees('Deleting');
    await forgetApps(placeOf(scene));
  },
};

import { describe, expect, test } from 'vitest';
import { app, cloudspace, cloudspaceId, listApps, listCloudspaces } from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { cluster, clusterId } from './fixtures.ts';

const dashboard = useDashboard();
const path = '/platform/api/v1/cloudspaces';
const onePath = '/platform/api/v1/cloudspaces/{id}';

test('the list has phase, cluster, apps and quota of each', async () => {
  const message = 'Its namespace and the objects in it are being written.';
  listCloudspaces(dashboard.signIn(), [
    cloudspace(),
    cloudspace({ id: cloudspaceId.replace('51', '52'), name: 'data', phase: 'Provisioning', message, quota: null }),
  ]);
  const page = await dashboard.open('/cloudspaces');
  await page.getByText('4 CPU, 8Gi, 20 pods').waitFor();
  await page.getByText(message).waitFor();
  expect(await page.getByText('Provisioning').count()).toBeGreaterThan(0);
  await mustBeClean(page);
});

describe('a new CloudSpace', () => {
  test('is made with quota, registry and placement, and leads to its page', async () => {
    const api = dashboard.signIn();
    const page = await dashboard.open('/cloudspaces/new');
    await page.getByLabel('Name', { exact: true }).fill('shop-apps');
    await page.getByLabel('CPU quota').fill('4');
    await page.getByRole('region', { name: 'What will be made' }).getByText('4 CPU').waitFor();
    await page.getByText('Placement:').press('Enter');
    await page.getByLabel('Node labels').fill('pool=apps');
    await page.getByRole('button', { name: 'Add registry' }).press('Enter');
    await page.getByLabel('Host').fill('registry.acme.example');
    await page.getByLabel('User name').fill('pull');
    await page.getByLabel('Password or token').fill('a secret of the registry');
    await mustBeClean(page);
    api.answers('POST', path, () => {
      api.answers('GET', onePath, cloudspace({ phase: 'Provisioning' }));
      return cloudspace({ phase: 'Provisioning' });
    });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shop-apps', level: 1 }).waitFor();
    expect(api.called('POST', path).map(({ body }) => body)).toEqual([
      {
        name: 'shop-apps',
        cluster_id: clusterId,
        quota: { cpu: '4' },
        pod_security: 'baseline',
        placement: { node_selector: { pool: 'apps' } },
        registries: [{ host: 'registry.acme.example', username: 'pull', password: 'a secret of the registry' }],
      },
    ]);
  });

  test('says of a cluster that cannot be deployed to what is missing, before anybody waits', async () => {
    const barred = { ...cluster(), deployable: false, deploy_message: 'It may not create namespaces.' };
    dashboard.signIn().list('/platform/api/v1/clusters', [barred]);
    const page = await dashboard.open('/cloudspaces/new');
    await page.getByText('prod-eu cannot be deployed to yet.').waitFor();
    const link = page.getByRole('link', { name: 'Its settings' });
    expect(await link.getAttribute('href')).toContain(`/clusters/${clusterId}/settings`);
  });

  test('placement is for administrators only', async () => {
    dashboard.signIn(['read', 'deploy']);
    const page = await dashboard.open('/cloudspaces/new');
    await page.getByLabel('CPU quota').waitFor();
    expect(await page.getByText('Placement:').count()).toBe(0);
  });
});

describe('the page of a CloudSpace', () => {
  const shown = (more: Parameters<typeof cloudspace>[0] = {}, scopes?: readonly string[]) =>
    listApps(dashboard.signIn(scopes), [app(), app({ id: 'a2', name: 'cart', replicas: 13 })]).answers(
      'GET',
      onePath,
      cloudspace({ apps_total: 2, ...more }),
    );
  const open = () => dashboard.open(`/cloudspaces/${cloudspaceId}`);

  test('has what its apps ask for of its quota, and says where it is short', async () => {
    shown({ quota: { cpu: '3', memory: '8Gi' } });
    const page = await open();
    await page.getByText('4 of 3 cores').waitFor();
    await page.getByText('over the quota').waitFor();
    expect(await page.getByText('16, no limit').count()).toBe(1);
    await mustBeClean(page);
  });

  test('that failed says why, and tries again', async () => {
    const message = 'The credentials may not create namespaces. Grant it, then retry.';
    const api = shown({ phase: 'Failed', reason: 'rights_missing', message });
    api.answers('POST', `${onePath}/retry`, () => {
      api.answers('GET', onePath, cloudspace({ phase: 'Updating' }));
      return cloudspace({ phase: 'Updating' });
    });
    const page = await open();
    await page.getByText(message).waitFor();
    await mustBeClean(page);
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Updating', { exact: true }).waitFor();
    expect(api.called('POST', `${onePath}/retry`)).toHaveLength(1);
  });

  test('sets and removes the password of a registry, which is nowhere afterwards', async () => {
    const api = shown()
      .answers('PUT', `${onePath}/registries/{host}`, cloudspace())
      .answers('DELETE', `${onePath}/registries/{host}`, cloudspace());
    const page = await open();
    await page.getByRole('button', { name: 'Set password… of registry.acme.example' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password or token').fill('another secret');
    await mustBeClean(page);
    await dialog.getByLabel('Password or token').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const [put] = api.called('PUT', `${onePath}/registries/{host}`);
    expect(put?.path).toContain('/registries/registry.acme.example');
    expect(put?.body).toEqual({ username: 'shop-pull', password: 'another secret' });
    expect(await page.content()).not.toContain('another secret');
    await page.getByRole('button', { name: 'Remove… registry.acme.example' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove registry registry.acme.example' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(api.called('DELETE', `${onePath}/registries/{host}`)).toHaveLength(1);
  });

  test('is deleted by its name, with its apps only if that is said', async () => {
    const api = shown().refuses('DELETE', onePath, {
      status: 409,
      code: 'conflict',
      message: 'CloudSpace shop-apps has 2 apps: cart, checkout. Delete them first, or send cascade=true.',
    });
    const page = await open();
    await page.getByRole('button', { name: 'Delete CloudSpace' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('checkout, cart').waitFor();
    await dialog.getByLabel('Type shop-apps to continue').fill('shop-apps');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'has 2 apps' }).waitFor();
    await mustBeClean(page);
    api.answers('DELETE', onePath, cloudspace({ phase: 'Deleting' }));
    await dialog.getByLabel('Delete its 2 apps too').check();
    await dialog.getByRole('button', { name: 'Delete CloudSpace shop-apps' }).click();
    await page.getByRole('heading', { name: 'CloudSpaces', level: 1 }).waitFor();
    expect(api.called('DELETE', onePath).map(({ query }) => query)).toEqual([{}, { cascade: 'true' }]);
  });

  test('changes only what was changed', async () => {
    const api = shown().answers('PATCH', onePath, cloudspace());
    const page = await open();
    await page.getByRole('button', { name: 'Change…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('CPU quota').fill('6');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(api.called('PATCH', onePath).map(({ body }) => body)).toEqual([
      { quota: { cpu: '6', memory: '8Gi', pods: 20 } },
    ]);
  });
});

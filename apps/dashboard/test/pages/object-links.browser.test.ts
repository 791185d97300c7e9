import { expect, test } from 'vitest';
import { app, appId, showApp } from './app-fixtures.ts';
import { useDashboard } from './dashboard.ts';
import { listNodes, showAction } from './drain-fixtures.ts';
import { action, actionId, clusterId, health } from './fixtures.ts';
import { issue, node, nodeAt, showNode, showWorkload, wellWorkload, workloadAt } from './object-fixtures.ts';

const dashboard = useDashboard();

test('the Nodes tab leads to the page of a node, by keyboard', async () => {
  showNode(listNodes(dashboard.signIn(), ['node-7']), node());
  const page = await dashboard.open(`/clusters/${clusterId}/nodes`);
  await page.getByRole('link', { name: 'node-7' }).press('Enter');
  await page.waitForURL(new RegExp(`${nodeAt}$`));
  await page.getByRole('heading', { name: 'Conditions' }).waitFor();
  expect(await page.getByRole('heading', { name: 'node-7', level: 1 }).count()).toBe(1);
});

test('the Workloads tab leads to the page of a workload', async () => {
  showWorkload(listNodes(dashboard.signIn(), []), wellWorkload()).list('/k8s-monitor/api/v1/workloads', [
    {
      id: '01a1cf00-0000-7000-8000-000000000f01',
      cluster_id: clusterId,
      kind: 'Deployment',
      namespace: 'shop',
      name: 'web',
      desired: 3,
      ready: 3,
      available: 3,
      status: 'ok',
      issues: 0,
    },
  ]);
  const page = await dashboard.open(`/clusters/${clusterId}/workloads`);
  await page.getByRole('link', { name: 'shop/web' }).press('Enter');
  await page.waitForURL(new RegExp(`${workloadAt}$`));
  await page.getByText('3 wanted, 3 ready').waitFor();
  expect(await page.getByRole('heading', { name: 'web', level: 1 }).count()).toBe(1);
});

test('an issue leads to what it is about; what has no page is only named', async () => {
  const claim = { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' };
  const issues = [
    issue(),
    issue({ id: '01a1cf00-0000-7000-8000-000000000e02', object: claim, message: 'data is not bound.' }),
  ];
  listNodes(dashboard.signIn(), []).streams(
    '/k8s-monitor/api/health/stream',
    'health',
    health({ cluster_id: clusterId, issues, issues_total: 2 }),
  );
  const page = await dashboard.open(`/clusters/${clusterId}`);
  const table = page.getByRole('region', { name: 'Open issues of prod-eu' });
  await table.getByText('PersistentVolumeClaim shop/data').waitFor();
  expect(await table.getByRole('link', { name: 'Deployment shop/web' }).getAttribute('href')).toBe(workloadAt);
  expect(await table.getByRole('link', { name: 'PersistentVolumeClaim shop/data' }).count()).toBe(0);
});

test('an action leads to its target', async () => {
  showAction(dashboard.signIn(), action({ target: { namespace: 'shop', deployment_name: 'web', replicas: 3 } }));
  const page = await dashboard.open(`/actions/${actionId}`);
  const link = page.getByRole('link', { name: 'Deployment shop/web' }).first();
  expect(await link.getAttribute('href')).toBe(workloadAt);
});

test('an app leads to its workload', async () => {
  showApp(dashboard.signIn(), app());
  const page = await dashboard.open(`/apps/${appId}`);
  const { namespace, name } = app();
  const link = page.getByRole('link', { name: `Deployment ${namespace}/${name}` });
  expect(await link.getAttribute('href')).toBe(`/clusters/${clusterId}/workloads/Deployment/${namespace}/${name}`);
});

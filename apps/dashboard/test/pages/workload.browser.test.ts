import { describe, expect, test } from 'vitest';
import { ago, app, appId } from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, cluster, clusterId, plan } from './fixtures.ts';
import { incident, incidentId } from './incident-fixtures.ts';
import {
  changes,
  event,
  failingPod,
  showWorkload,
  wellWorkload,
  workload,
  workloadAt,
  workloadPath,
} from './object-fixtures.ts';
import { tryAgain } from './try-again.ts';

const dashboard = useDashboard();
const actionsPath = '/agents/action/api/v1/actions';
const logsPath = `${workloadPath}/logs`;
const workloadChangesPath = `${workloadPath}/changes` as const;

const page = async (path = workloadAt) => dashboard.open(path);

describe('the page of a workload', () => {
  test('says in words what is wrong and what to look at, and leads to its pods and their nodes', async () => {
    showWorkload(dashboard.signIn(), workload());
    const shown = await page();
    await shown.getByRole('heading', { name: 'web', level: 1 }).waitFor();
    const notice = shown.getByRole('status').filter({ hasText: '1 of 3 new pods cannot pull shop/web:9: not found.' });
    expect(await notice.innerText()).toContain('has a pull secret for its registry');
    for (const words of ['3 wanted, 2 ready, 2 available, 1 up to date', 'by kubectl-scale', 'by kubectl-set'])
      await shown.getByText(words).first().waitFor();
    const pods = shown.getByRole('region', { name: 'Pods' });
    expect(await pods.getByText('ImagePullBackOff').count()).toBe(1);
    expect(await pods.getByText('of an older template').count()).toBe(1);
    expect(await pods.getByRole('link', { name: 'node-8' }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/nodes/node-8`,
    );
    expect(await pods.getByRole('link', { name: failingPod().name, exact: true }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/workloads/Pod/shop/${failingPod().name}`,
    );
    await shown.getByRole('region', { name: 'Open issues' }).getByText('Look at why its pods are not ready.').waitFor();
    await shown
      .getByRole('region', { name: 'Events' })
      .getByText('Failed to pull image "shop/web:9": not found')
      .waitFor();
    await mustBeClean(shown);
  });

  test('tells its changes with who made them, and all of them on a page of their own', async () => {
    showWorkload(dashboard.signIn(), workload()).list(workloadChangesPath, changes);
    const shown = await page();
    const line = shown.getByRole('listitem').filter({ hasText: 'Image shop/web:8 → shop/web:9' });
    expect(await line.innerText()).toContain('by kubectl-set');
    await shown.getByText('Scaled from 2 to 3').waitFor();
    expect(await shown.getByText('by whom, the API server does not say').count()).toBe(1);
    await shown.getByRole('link', { name: 'All changes' }).press('Enter');
    await shown.waitForURL(new RegExp(`${workloadAt}/changes$`));
    await shown.getByText('Scaled from 2 to 3').waitFor();
    expect(dashboard.api.called('GET', workloadChangesPath).at(-1)?.query).toMatchObject({ cluster_id: clusterId });
    await mustBeClean(shown);
  });

  test('has the actions on it and on its pods, and those alone', async () => {
    const others = [
      action({ id: actionId, target: { namespace: 'shop', deployment_name: 'web', replicas: 5 }, status: 'success' }),
      action({
        id: '01a1cf00-0000-7000-8000-0000000000b2',
        action: 'restart_pod',
        target: { namespace: 'shop', pod: failingPod().name },
        status: 'failed',
      }),
      action({ id: '01a1cf00-0000-7000-8000-0000000000b3', target: { namespace: 'data', deployment_name: 'web' } }),
    ];
    showWorkload(dashboard.signIn(), workload()).list(actionsPath, others);
    const shown = await page();
    const table = shown.getByRole('region', { name: 'Actions on it' });
    await table.getByText('failed').waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    expect(dashboard.api.called('GET', actionsPath).at(-1)?.query).toEqual({ cluster_id: clusterId, limit: '200' });
  });

  test('names the live incident that it began, and one that it is only affected by', async () => {
    const web = { kind: 'Deployment', namespace: 'shop', name: 'web' };
    const other = { kind: 'Node', namespace: null, name: 'node-7' };
    showWorkload(dashboard.signIn(), workload()).list('/incidents/api/v1/incidents', [
      incident({ title: 'web cannot pull its image', object: web }),
      incident({ id: '01a1cf00-0000-7000-8000-000000000109', number: 13, object: other, affected: [web] }),
      incident({ id: '01a1cf00-0000-7000-8000-00000000010a', number: 14 }),
    ]);
    const shown = await page();
    const link = shown.getByRole('link', { name: 'Incident #12: web cannot pull its image' });
    expect(await link.getAttribute('href')).toBe(`/incidents/${incidentId}`);
    await shown.getByText('; this is affected by it').waitFor();
    expect(await shown.getByRole('link', { name: /^Incident #/ }).count()).toBe(2);
    await mustBeClean(shown);
  });

  test('of a cluster that does not answer says since when and why, and keeps what it knew', async () => {
    showWorkload(
      dashboard.signIn(),
      wellWorkload({
        stale: true,
        fault: 'Connection refused.',
        observed_at: ago(300),
        pods: [],
        pods_total: null,
        events: null,
        logs: { allowed: null, grant: null },
      }),
    );
    const shown = await page();
    const notice = shown.getByRole('status').filter({ hasText: 'prod-eu does not answer.' });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/Connection refused\.\s+This page shows what was known 5 min ago\./);
    await shown.getByText('3 wanted, 3 ready, 3 available, 3 up to date').waitFor();
    expect(await shown.getByRole('heading', { name: 'Pods', exact: true }).count()).toBe(0);
    expect(await shown.getByRole('heading', { name: 'Events' }).count()).toBe(0);
    await mustBeClean(shown);
  });

  test('that is gone says so, leads to what is there, and keeps what was done to it', async () => {
    const refused = { status: 404, code: 'not_found', message: 'Not found.' };
    const done = action({ target: { namespace: 'shop', deployment_name: 'web', replicas: 5 }, status: 'success' });
    showWorkload(dashboard.signIn(), workload()).refuses('GET', workloadPath, refused).list(actionsPath, [done]);
    const shown = await page();
    await shown.getByRole('heading', { name: 'It is not in prod-eu' }).waitFor();
    expect(await shown.getByRole('link', { name: 'Workloads of shop' }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/workloads?namespace=shop&kind=Deployment`,
    );
    await shown.getByRole('region', { name: 'Actions on it' }).getByText('success').waitFor();
    await mustBeClean(shown);
  });

  test('that nobody ever saw, in a cluster that does not answer, can be tried again', async () => {
    const api = showWorkload(dashboard.signIn(), workload()).refuses('GET', workloadPath, {
      status: 502,
      code: 'cluster_unreachable',
      message: 'The cluster cannot be reached: connection refused.',
    });
    const shown = await page();
    await shown.getByRole('alert').filter({ hasText: 'The cluster cannot be reached: connection refused.' }).waitFor();
    await mustBeClean(shown);
    await tryAgain(shown, () => api.answers('GET', workloadPath, workload()));
    await shown.getByRole('heading', { name: 'web', level: 1 }).waitFor();
    expect(await shown.getByRole('alert').count()).toBe(0);
  });

  test('of an unknown kind, or in a cluster out of reach, is not found', async () => {
    showWorkload(dashboard.signIn(), workload());
    const unknown = await page(`/clusters/${clusterId}/workloads/Gadget/shop/web`);
    await unknown.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(dashboard.api.called('GET', workloadPath)).toEqual([]);
    const refused = { status: 404, code: 'not_found', message: 'Not found.' };
    dashboard.api.refuses('GET', '/platform/api/v1/clusters/{id}', refused).refuses('GET', workloadPath, refused);
    const other = await page();
    await other.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await other.getByRole('heading').count()).toBe(2);
  });

  test('of a pod shows its node, and what looks after it', async () => {
    const { name } = failingPod();
    showWorkload(
      dashboard.signIn(),
      workload({
        kind: 'Pod',
        name,
        status: 'pending',
        message: 'The pod cannot pull shop/web:9: not found.',
        owner: { kind: 'Deployment', name: 'web' },
        pods: [failingPod({ restarts: 2 })],
        desired: null,
        ready: null,
        available: null,
        updated: null,
        changes: [],
      }),
    );
    const shown = await page(`/clusters/${clusterId}/workloads/Pod/shop/${name}`);
    expect(await shown.getByRole('link', { name: 'Deployment shop/web' }).getAttribute('href')).toBe(workloadAt);
    await shown.getByRole('link', { name: 'node-7' }).waitFor();
    const tabs = shown.getByRole('navigation', { name: `Sections of ${name}` });
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Overview', 'Logs']);
    expect(await shown.getByRole('button', { name: 'Restart pods…' }).count()).toBe(0);
    await mustBeClean(shown);
  });

  test('leads to the app that it is of, unless only its label says so', async () => {
    const api = showWorkload(dashboard.signIn(), wellWorkload({ app_id: appId, namespace: 'shop-apps' }));
    api.answers('GET', '/platform/api/v1/apps/{id}', app({ namespace: 'shop-apps' }));
    const path = `/clusters/${clusterId}/workloads/Deployment/shop-apps/web`;
    const shown = await page(path);
    expect(await shown.getByRole('link', { name: 'checkout' }).getAttribute('href')).toBe(`/apps/${appId}`);
    api.answers('GET', '/platform/api/v1/apps/{id}', app({ namespace: 'elsewhere' }));
    const other = await page(path);
    await other.getByRole('heading', { name: 'Events' }).waitFor();
    expect(await other.getByRole('link', { name: 'checkout' }).count()).toBe(0);
  });

  test('shows what strangers named as text', async () => {
    const hostile = '<img src=x onerror=window.hacked=1>\u202Egnp.exe';
    showWorkload(
      dashboard.signIn(),
      workload({
        message: hostile,
        images: [hostile],
        template_by: { manager: hostile, at: null },
        pods: [failingPod({ reason: hostile, message: hostile })],
        events: [event({ reason: hostile, message: hostile })],
        changes: changes.map((one) => ({ ...one, manager: hostile, images: { before: [], after: [hostile] } })),
      }),
    );
    const shown = await page();
    await shown.getByText(hostile).first().waitFor();
    expect(await shown.evaluate('window.hacked')).toBeUndefined();
    expect(await shown.locator('main img').count()).toBe(0);
    await mustBeClean(shown);
  });
});

describe('to restart the pods of a workload', () => {
  const restart = plan(3, 3);

  test('the plan is shown first, and the action has its page: by keyboard alone', async () => {
    const begun = action({ action: 'rollback_deployment', target: { namespace: 'shop', deployment_name: 'web' } });
    const target = { namespace: 'shop', deployment_name: 'web' };
    const api = showWorkload(dashboard.signIn(), wellWorkload())
      .answers('POST', `${actionsPath}/plan`, { ...restart, action: 'rollback_deployment', target, changes: [] })
      .answers('POST', `${actionsPath}/rollback`, begun)
      .answers('GET', `${actionsPath}/{id}`, begun)
      .streams(`${actionsPath}/{id}/stream`, 'action', begun)
      .list('/agents/action/api/v1/clusters', []);
    const shown = await page();
    await shown.getByRole('button', { name: 'Restart pods…' }).press('Enter');
    const dialog = shown.getByRole('dialog', { name: 'Restart web' });
    await dialog.getByText('It runs at once: its pods are made anew').waitFor();
    await mustBeClean(shown);
    await dialog.getByLabel('Why (optional)').fill('leaks memory');
    await dialog.getByRole('button', { name: 'Restart web' }).press('Enter');
    await shown.waitForURL(new RegExp(`/actions/${actionId}$`));
    expect(api.called('POST', `${actionsPath}/plan`).at(-1)?.body).toEqual({
      action: 'rollback_deployment',
      target,
      cluster_id: clusterId,
    });
    expect(api.called('POST', `${actionsPath}/rollback`).map(({ body }) => body)).toEqual([
      { ...target, cluster_id: clusterId, reason: 'leaks memory' },
    ]);
  });

  test('needs the scope actions', async () => {
    showWorkload(dashboard.signIn(['read']), wellWorkload());
    const shown = await page(`${workloadAt}?do=restart`);
    const button = shown.getByRole('button', { name: 'Restart pods…', disabled: true });
    await button.waitFor();
    expect(await button.getAttribute('title')).toBe('Requires the scope actions');
    expect(await shown.getByRole('dialog').count()).toBe(0);
  });
});

describe('its log', () => {
  const lines = { lines: [{ pod: failingPod().name, at: ago(3), text: 'panic: no such table' }] };
  const snapshot = { pods: [{ name: failingPod().name, revision: null, ready: false }] };

  test('before the last restart is one press from the sentence of a crash loop', async () => {
    const crashing = { reason: 'crash_loop', message: '1 of 3 new pods crashes: exit code 2.' } as const;
    showWorkload(dashboard.signIn(), workload(crashing)).tells(logsPath, [
      ['snapshot', snapshot],
      ['lines', lines],
      ['ended', { reason: 'complete' }],
    ]);
    const shown = await page();
    await shown.getByRole('link', { name: 'Read the log before the restart' }).press('Enter');
    await shown.getByText('panic: no such table').waitFor();
    const asked = dashboard.api.calls.find(({ path }) => path.endsWith('/logs'));
    expect(asked).toMatchObject({
      path: '/k8s-monitor/api/v1/workloads/Deployment/shop/web/logs',
      query: { cluster_id: clusterId, previous: 'true', since: '600' },
    });
    await mustBeClean(shown);
  });

  test('of several containers is of the one that is chosen', async () => {
    showWorkload(dashboard.signIn(), wellWorkload({ images: ['a:1', 'b:1'], containers: ['api', 'proxy'] })).tells(
      logsPath,
      [
        ['snapshot', snapshot],
        ['lines', lines],
      ],
    );
    const shown = await page(`${workloadAt}/logs?pod=${failingPod().name}`);
    await shown.getByText('panic: no such table').waitFor();
    await shown.getByLabel('Container').selectOption('proxy');
    const asked = () => dashboard.api.calls.filter(({ path }) => path.endsWith('/logs')).at(-1)?.query;
    await expect.poll(asked).toMatchObject({ container: 'proxy', pod: failingPod().name });
    expect(new URL(shown.url()).searchParams.get('container')).toBe('proxy');
  });

  test('that may not be read names the command that grants it, and comes once it is granted', async () => {
    const grant = 'kubectl create clusterrole wheelhouse-pod-logs --verb=get --resource=pods/log';
    const api = showWorkload(dashboard.signIn(), wellWorkload({ logs: { allowed: false, grant } })).tells(logsPath, [
      ['snapshot', snapshot],
      ['lines', lines],
    ]);
    const shown = await page(`${workloadAt}/logs`);
    await shown.getByText('Wheelhouse may not read logs in shop.').waitFor();
    await shown.getByText(grant).waitFor();
    await mustBeClean(shown);
    expect(dashboard.api.calls.filter(({ path }) => path.endsWith('/logs'))).toEqual([]);
    api.answers('GET', workloadPath, wellWorkload());
    await shown.getByText('panic: no such table').waitFor();
  });
});

describe('the palette', () => {
  test('finds workloads and nodes by how their names begin', async () => {
    const api = showWorkload(dashboard.signIn(), wellWorkload())
      .list('/platform/api/v1/clusters', [cluster()])
      .list('/k8s-monitor/api/v1/workloads', [
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
      ])
      .list('/auth/api/v1/sessions', []);
    const shown = await page('/settings/sessions');
    await shown.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    await shown.keyboard.press('Control+k');
    await shown.getByRole('option', { name: 'Sessions' }).waitFor();
    await shown.keyboard.type('we');
    await shown.getByRole('option', { name: 'Deployment shop/web' }).waitFor();
    expect(api.called('GET', '/k8s-monitor/api/v1/workloads').at(-1)?.query).toEqual({
      q: 'we',
      sort: 'name',
      limit: '5',
    });
    await shown.keyboard.type('b');
    await shown.getByRole('option', { name: 'Deployment shop/web' }).click();
    await shown.waitForURL(new RegExp(`${workloadAt}$`));
  });
});

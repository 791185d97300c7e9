import { describe, expect, test } from 'vitest';
import { ago } from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { drainPlan } from './drain-fixtures.ts';
import { action, actionId, clusterId, plan } from './fixtures.ts';
import { incident } from './incident-fixtures.ts';
import { event, issue, node, nodeAt, nodePath, nodePod, showNode } from './object-fixtures.ts';

const dashboard = useDashboard();
const actionsPath = '/agents/action/api/v1/actions';

const open = (path = nodeAt) => dashboard.open(path);

/** Short of memory, and kept free of new pods by somebody. */
const troubled = node({
  cordoned: true,
  cordoned_since: ago(3_600),
  cordoned_by: { manager: 'kubectl-cordon', at: ago(3_600) },
  pressures: ['memory'],
  message: 'It is short of memory. It is cordoned.',
  memory_usage: 8_200_000_000,
  memory_percent: 95,
  conditions: [
    {
      type: 'MemoryPressure',
      status: 'True',
      is_fault: true,
      text: 'It is short of memory.',
      message: 'kubelet has insufficient memory available',
      since: ago(600),
    },
    { type: 'Ready', status: 'True', is_fault: false, text: 'It is ready.', message: null, since: ago(864_000) },
  ],
  taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule', since: null }],
  pod_list: [
    nodePod({
      name: 'web-1',
      ready: false,
      phase: 'Failed',
      reason: 'Evicted',
      message: 'The node was low on memory.',
    }),
    nodePod({ name: 'once', owner: null, cpu_requests: 0, memory_requests: 0 }),
  ],
  pods_total: 240,
  issues: [issue({ object: { kind: 'Node', namespace: null, name: 'node-7' }, message: 'node-7 is short of memory.' })],
  events: [
    event({
      reason: 'EvictionThresholdMet',
      message: 'Attempting to reclaim memory',
      object: { kind: 'Node', name: 'node-7' },
    }),
  ],
});

describe('the page of a node', () => {
  test('says in words how it is, how full, and what stands on it', async () => {
    showNode(dashboard.signIn(), troubled);
    const page = await open();
    await page.getByRole('heading', { name: 'node-7', level: 1 }).waitFor();
    await page.getByRole('status').filter({ hasText: 'It is short of memory. It is cordoned.' }).waitFor();
    for (const words of [
      'memory pressure',
      '1.2 of 4 cores',
      '2.5 of 4 cores',
      '7.64 of 8 GiB',
      '11 of 110',
      'by kubectl-cordon',
      'dedicated=batch:NoSchedule',
      'Debian 13, amd64',
    ])
      await page.getByText(words).first().waitFor();
    const conditions = page.getByRole('region', { name: 'Conditions' });
    expect(await conditions.getByRole('row').nth(1).innerText()).toMatch(/MemoryPressure\s+It is short of memory\./);
    const pods = page.getByRole('region', { name: 'Pods on it' });
    await pods.getByText('Evicted').waitFor();
    expect(await pods.getByRole('link', { name: 'shop/web-1' }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/workloads/Pod/shop/web-1`,
    );
    expect(await pods.getByRole('link', { name: 'Deployment shop/web' }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/workloads/Deployment/shop/web`,
    );
    await page.getByText('2 of 240 pods: those in trouble first').waitFor();
    await page.getByRole('region', { name: 'Open issues' }).getByText('node-7 is short of memory.').waitFor();
    await page.getByRole('region', { name: 'Events' }).getByText('EvictionThresholdMet').waitFor();
    await mustBeClean(page);
  });

  test('has the actions on it, and the live incident that it began', async () => {
    const own = { kind: 'Node', namespace: null, name: 'node-7' };
    showNode(dashboard.signIn(), node())
      .list(actionsPath, [
        action({ action: 'cordon_node', target: { node_name: 'node-7' }, status: 'success' }),
        action({ id: '01a1cf00-0000-7000-8000-0000000000b2', action: 'cordon_node', target: { node_name: 'node-8' } }),
      ])
      .list('/incidents/api/v1/incidents', [incident({ object: own, title: 'Node node-7 is not ready' })]);
    const page = await open();
    const table = page.getByRole('region', { name: 'Actions on it' });
    await table.getByText('success').waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: 'Incident #12: Node node-7 is not ready' }).waitFor();
    await mustBeClean(page);
  });

  test('of a cluster that does not answer keeps what it knew, and says since when', async () => {
    const old = { stale: true, fault: 'No response within 10 s.', observed_at: ago(600) };
    showNode(dashboard.signIn(), node({ ...old, conditions: [], pod_list: [], pods_total: null, events: null }));
    const page = await open();
    await page.getByText('This page shows what was known 10 min ago.').waitFor();
    await page.getByText('1.2 of 4 cores').waitFor();
    expect(await page.getByRole('heading', { name: 'Conditions' }).count()).toBe(0);
    await mustBeClean(page);
  });

  test('that is gone says so', async () => {
    const refused = { status: 404, code: 'not_found', message: 'Not found.' };
    showNode(dashboard.signIn(), node()).refuses('GET', nodePath, refused);
    const page = await open();
    await page.getByRole('heading', { name: 'It is not in prod-eu' }).waitFor();
    await page.getByText('No action was ever proposed for it.').waitFor();
    expect(await page.getByRole('link', { name: 'Nodes of prod-eu' }).getAttribute('href')).toBe(
      `/clusters/${clusterId}/nodes`,
    );
  });
});

describe('what can be done to it', () => {
  const uncordon = {
    ...plan(0, 0),
    action: 'uncordon_node',
    target: { node_name: 'node-7' },
    summary: 'Make node-7 schedulable again',
    changes: [{ field: 'spec.unschedulable', before: true, after: false }],
  } as const;
  const begun = action({ action: 'uncordon_node', target: { node_name: 'node-7' }, status: 'executing' });

  test('it is uncordoned after its plan was shown: by keyboard alone', async () => {
    const api = showNode(dashboard.signIn(), troubled)
      .answers('POST', `${actionsPath}/plan`, uncordon)
      .answers('POST', `${actionsPath}/uncordon`, begun)
      .answers('GET', `${actionsPath}/{id}`, begun)
      .streams(`${actionsPath}/{id}/stream`, 'action', begun)
      .list('/agents/action/api/v1/clusters', []);
    const page = await open();
    await page.getByRole('button', { name: 'Uncordon…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Uncordon node-7' });
    await dialog.getByText('New pods may come to the node; none are moved back.').waitFor();
    await mustBeClean(page);
    await dialog.getByRole('button', { name: 'Uncordon node-7' }).press('Enter');
    await page.waitForURL(new RegExp(`/actions/${actionId}$`));
    expect(api.called('POST', `${actionsPath}/uncordon`).map(({ body }) => body)).toEqual([
      { node_name: 'node-7', cluster_id: clusterId },
    ]);
  });

  test('draining it shows what becomes of each pod; one that is not cordoned cannot be uncordoned', async () => {
    showNode(dashboard.signIn(), node()).answers(
      'POST',
      `${actionsPath}/plan`,
      drainPlan({ target: { node_name: 'node-7' } }),
    );
    const page = await open(`${nodeAt}?do=drain`);
    const dialog = page.getByRole('dialog', { name: 'Drain node-7' });
    await dialog.getByRole('heading', { name: '4 pods evicted' }).waitFor();
    await dialog.getByText('wheelhouse actions drain node-7 --cluster prod-eu').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('button', { name: 'Uncordon…' }).count()).toBe(0);
  });

  test('needs the scope actions', async () => {
    showNode(dashboard.signIn(['read']), troubled);
    const page = await open();
    await page.getByRole('button', { name: 'Drain…', disabled: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Uncordon…' }).isDisabled()).toBe(true);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Action, DrainedPod } from '../../src/api/actions.ts';
import { useDashboard } from './dashboard.ts';
import { blockedPod, drain, drainedPod, drainPlan, listNodes, node, showAction, skippedPod } from './drain-fixtures.ts';
import { actionId, cluster, clusterId } from './fixtures.ts';

const dashboard = useDashboard();
const actions = '/agents/action/api/v1/actions';
const onePath = '/agents/action/api/v1/actions/{id}';

const shown = (one: Action, scopes?: readonly string[]) => showAction(dashboard.signIn(scopes), one);

const open = () => dashboard.open(`/actions/${actionId}`);

const over = { finished_at: new Date().toISOString(), step: null, progress: null };

/** Made when they are shown: the next try is soon after. */
const pods = (): readonly DrainedPod[] => [
  drainedPod({ pod: 'cart-1', owner: 'Deployment cart', status: 'evicted', attempts: 1 }),
  drainedPod({ pod: 'import-once', owner: null, status: 'evicting', attempts: 1 }),
  blockedPod(),
  drainedPod({ pod: 'web-2' }),
  skippedPod,
];

describe('a drain that runs', () => {
  test('names the blocked pod with its budget and attempt, and counts down to the next try and to the end', async () => {
    shown(drain(pods()));
    const page = await open();
    const told = page.getByText(/Blocked by budget web: attempt 3 of 5, next try in \d+ s/);
    await told.waitFor();
    const before = await told.innerText();
    await expect.poll(() => told.innerText(), { timeout: 5_000 }).not.toBe(before);
    await page.getByText('needs 2 healthy pods and has 2 currently').waitFor();
    await page.getByText(/^at most 2 min \d+ s left$/).waitFor();
    await page.getByText('Node is cordoned: no new pods').waitFor();
    const bar = page.getByRole('progressbar', { name: 'Pods gone from the node' });
    expect(await bar.getAttribute('aria-valuetext')).toBe('1 of 4 pods gone');
    expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')]).toEqual(['1', '4']);
    expect(await page.getByRole('status').filter({ hasText: 'pods gone' }).allInnerTexts()).toEqual([
      '1 of 4 pods gone. web-1 is blocked by budget web, attempt 3 of 5',
    ]);
  });

  test('has each pod under its state, and says why one was skipped', async () => {
    shown(drain(pods()));
    const page = await open();
    for (const [state, name] of [
      ['1 gone', 'shop/cart-1'],
      ['1 terminating', 'shop/import-once'],
      ['1 blocked', 'shop/web-1'],
      ['1 waiting', 'shop/web-2'],
      ['1 skipped', 'belongs to a DaemonSet'],
    ] as const)
      expect(await groupOf(page, state).getByText(name).textContent()).toContain(name);
  });

  test('of 150 pods folds those that are gone, and keeps what is in the way in view', async () => {
    const gone = Array.from({ length: 120 }, (_, at) => drainedPod({ pod: `gone-${at}`, status: 'evicted' }));
    const waiting = Array.from({ length: 29 }, (_, at) => drainedPod({ pod: `later-${at}` }));
    shown(drain([...gone, ...waiting, blockedPod()]));
    const page = await open();
    await page.getByText('120 of 150 pods gone', { exact: true }).waitFor();
    await groupOf(page, '1 blocked').getByText('shop/web-1').waitFor();
    expect(await page.getByText('gone-7', { exact: true }).count()).toBe(0);
    await groupOf(page, '120 gone').locator('summary').press('Enter');
    await page.getByText('gone-7').first().waitFor();
    expect(await page.getByText('later-7').count()).toBe(0);
  });

  test('can be canceled while it evicts, and says what that means', async () => {
    const api = shown(drain(pods())).answers(
      'POST',
      `${onePath}/cancel`,
      drain(pods(), { status: 'canceled', ...over }),
    );
    const page = await open();
    await page.getByRole('button', { name: 'Cancel drain' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The drain stops before its next eviction.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel drain' }).click();
    await page.getByText('Canceled: no more pods are evicted').waitFor();
    expect(api.called('POST', `${onePath}/cancel`)).toHaveLength(1);
  });
});

const groupOf = (page: Page, state: string) =>
  page.locator('details').filter({ has: page.locator('summary', { hasText: state }) });

describe('a drain that ended', () => {
  test('well offers to uncordon the node', async () => {
    const gone = pods().map((pod) =>
      pod.status === 'skipped' ? pod : drainedPod({ ...pod, status: 'evicted', blocked_by: [], next_try_at: null }),
    );
    shown(drain(gone, { status: 'success', ...over }));
    const page = await open();
    await page.getByText(/^Done/).waitFor();
    await page.getByText('4 of 4 pods gone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo: uncordon the node' }).click();
    expect(await page.getByRole('dialog').innerText()).toContain('which runs at once');
  });

  test('blocked names the budget, what to do, and that the node stays cordoned', async () => {
    const message = `Pod shop/web-1 was refused 5 times by budget shop/web. Next step: add replicas or loosen the budget, then drain the node again. Node ${node} stays cordoned.`;
    shown(
      drain(
        [...pods().slice(0, 1), blockedPod({ status: 'failed', attempts: 5, next_try_at: null }), ...pods().slice(3)],
        {
          status: 'failed',
          error: { code: 'eviction_blocked', message },
          ...over,
        },
      ),
    );
    const page = await open();
    await page.getByText(message).waitFor();
    await groupOf(page, '1 failed').getByText('shop/web-1').waitFor();
    await page.getByText('Blocked by budget web: attempt 5 of 5').waitFor();
    await page.getByRole('button', { name: 'Undo: uncordon the node' }).waitFor();
    await groupOf(page, '1 not reached').getByText('shop/web-2').waitFor();
    expect(await page.getByText(/next try|left$/).count()).toBe(0);
  });

  test('canceled does not say that nothing was sent', async () => {
    shown(drain(pods(), { status: 'canceled', ...over }));
    const page = await open();
    await page.getByText('Canceled. No more pods are evicted.').waitFor();
    expect(await page.getByText('before anything was sent').count()).toBe(0);
  });
});

test('the plan of a drain that waits says what becomes of each pod, how the budgets reckon, and what stays', async () => {
  shown(drain([], { status: 'pending_approval', step: null, details: {}, started_at: null }));
  const page = await open();
  await page.getByRole('heading', { name: '4 pods evicted' }).waitFor();
  await page.getByText('Deployment web in shop, budget web').waitFor();
  await page.getByText('2 healthy, 2 needed: none may go').waitFor();
  await page.getByText('3 healthy, 2 needed: 1 may go at a time').waitFor();
  await page.getByText('emptyDir volumes is lost (cache)').waitFor();
  await page.getByText('1 pod of DaemonSets stays.').waitFor();
  await page.getByText('within 4 min').waitFor();
  expect(await page.getByText('This action would currently be refused.').count()).toBe(0);
  await page.getByText('1 pod left alone, and why').press('Enter');
  await page.getByText('belongs to a DaemonSet').waitFor();
});

describe('to drain a node from the list', () => {
  const listed = (scopes?: readonly string[]) => listNodes(dashboard.signIn(scopes), [node]);

  const openNodes = () => dashboard.open(`/clusters/${clusterId}/nodes`);

  test('by keyboard alone: the plan first, then the yes, then its page', async () => {
    const api = listed().answers('POST', `${actions}/plan`, drainPlan());
    const page = await openNodes();
    await page.getByRole('button', { name: `Drain ${node}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Drain ${node}` });
    await dialog.getByText('2 healthy, 2 needed: none may go').waitFor();
    expect(api.called('POST', `${actions}/plan`).map(({ body }) => body)).toEqual([
      { action: 'drain_node', target: { node_name: node }, cluster_id: clusterId },
    ]);
    await dialog.getByLabel('Why (optional)').focus();
    await page.keyboard.type('the disk fails');
    api.answers('POST', `${actions}/drain`, () => {
      shown(drain(pods()));
      return drain(pods());
    });
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(actionId));
    await page.getByText('1 of 4 pods gone', { exact: true }).waitFor();
    expect(api.called('POST', `${actions}/drain`).map(({ body }) => body)).toEqual([
      { node_name: node, cluster_id: clusterId, reason: 'the disk fails' },
    ]);
  });

  test('what would be refused cannot be asked for, and says why', async () => {
    const refused = { code: 'protected_node_labels', message: `Node ${node} is protected.` } as const;
    listed().answers('POST', `${actions}/plan`, drainPlan({ refused }));
    const page = await openNodes();
    await page.getByRole('button', { name: `Drain ${node}` }).click();
    await page.getByText(`Node ${node} is protected.`).waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Drain ${node}` })
        .isDisabled(),
    ).toBe(true);
  });

  test('a drain that is refused says so in the dialog', async () => {
    listed()
      .answers('POST', `${actions}/plan`, drainPlan())
      .refuses('POST', `${actions}/drain`, { status: 409, code: 'target_busy', message: 'Another action is at work.' });
    const page = await openNodes();
    await page.getByRole('button', { name: `Drain ${node}` }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Drain ${node}` })
      .click();
    const told = page.getByRole('alert').filter({ hasText: 'Not drained: another action runs on the same target.' });
    expect(await told.innerText()).toContain('Another action is at work.');
  });

  test('a worker that makes no plan is an error that can be tried again', async () => {
    const api = listed().refuses('POST', `${actions}/plan`, {
      status: 502,
      code: 'cluster_unreachable',
      message: 'No worker has been seen.',
    });
    const page = await openNodes();
    await page.getByRole('button', { name: `Drain ${node}` }).click();
    await page.getByText('Could not load the plan.').waitFor();
    api.answers('POST', `${actions}/plan`, drainPlan());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: '4 pods evicted' }).waitFor();
    expect(api.called('POST', `${actions}/plan`).length).toBeGreaterThan(1);
  });

  test('is not offered without the scope actions', async () => {
    listed(['read']);
    const page = await openNodes();
    await page.getByText(node).first().waitFor();
    expect(await page.getByRole('button', { name: `Drain ${node}` }).count()).toBe(0);
  });
});

describe('to drain a node by the palette', () => {
  const nodesPath = '/k8s-monitor/api/v1/nodes';

  async function openPalette(scopes?: readonly string[]) {
    const api = listNodes(dashboard.signIn(scopes), [node])
      .list('/platform/api/v1/clusters', [cluster()])
      .list('/auth/api/v1/sessions', []);
    const page = await dashboard.open('/settings/sessions');
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Sessions' }).waitFor();
    return { api, page };
  }

  /** Each word alone might be the name of a node; the verb with a space behind it is none. */
  const lookedUp = () =>
    dashboard.api
      .called('GET', nodesPath)
      .map(({ query }) => query['q'] ?? '')
      .filter((q) => !'drain'.startsWith(q));

  test('its name is looked up once begun, and Enter leads to the plan', async () => {
    const { api, page } = await openPalette();
    api.answers('POST', `${actions}/plan`, drainPlan());
    await page.keyboard.type('drain k');
    await page.getByText('Type how the name of the node begins: drain node-7').waitFor();
    expect(lookedUp()).toEqual([]);
    await page.keyboard.type('WOK');
    await page.getByRole('option', { name: `Drain ${node} (prod-eu)…` }).waitFor();
    expect(api.called('GET', nodesPath).at(-1)?.query).toEqual({ q: 'kwok', sort: 'name', limit: '5' });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Drain ${node}` });
    await dialog.getByText('2 healthy, 2 needed: none may go').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/clusters/${clusterId}/nodes`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(`?q=${node}`);
  });

  test('is not offered without the scope actions, nor by an address', async () => {
    const { page } = await openPalette(['read']);
    await page.keyboard.type('drain kwok');
    await page.getByText('No matches.').waitFor();
    expect(lookedUp()).toEqual([]);
    const other = await dashboard.open(`/clusters/${clusterId}/nodes?drain=${node}`);
    await other.getByText(node).first().waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
  });
});

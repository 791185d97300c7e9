import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Action, DrainedPod, DrainPlan } from '../../src/api/actions.ts';
import { useDashboard } from './dashboard.ts';
import { drain, drainedPod, drainPlan, listNodes, showAction } from './drain-fixtures.ts';
import { actionId, clusterId } from './fixtures.ts';

/** A node of a shop, as docs/guides/drain.md shows it. With WRITE_IMAGES=1 its pictures are taken anew. */
const dashboard = useDashboard();
const images = join(import.meta.dirname, '../../../../docs/images');
const writesImages = process.env['WRITE_IMAGES'] === '1';
const node = 'node-7';

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

/** Owner, its pods here, and the budget that covers them. */
const owners = [
  ['checkout', ['6c9f7d5b8-x2v4q', '6c9f7d5b8-m8kzp'], 'checkout'],
  ['search', ['7d4b9c6f5-t9wqd'], 'search'],
  ['cart', ['5b8d6f7c9-4hjnl', '5b8d6f7c9-9vxrt', '5b8d6f7c9-zk2fw'], null],
  ['payments', ['84c7d9b6f-qp5ms', '84c7d9b6f-w7tgh'], null],
] as const;

type Made = Pick<DrainedPod, 'namespace' | 'pod' | 'owner'> & { readonly budget: string | null };

const made: readonly Made[] = [
  ...owners.flatMap(([name, ends, budget]) =>
    ends.map((end) => ({ namespace: 'shop', pod: `${name}-${end}`, owner: `Deployment ${name}`, budget })),
  ),
  { namespace: 'shop', pod: 'import-2026-11-18', owner: 'Job import', budget: null },
];

const stays: readonly Made[] = [
  { namespace: 'kube-system', pod: 'kube-proxy-7xk2p', owner: 'DaemonSet kube-proxy', budget: null },
  { namespace: 'monitoring', pod: 'node-exporter-8zq2l', owner: 'DaemonSet node-exporter', budget: null },
];

const planned = (fate: 'evict' | 'skip', reason: string | null) => (one: Made) =>
  ({ ...one, fate, reason, grace_seconds: 30 }) satisfies DrainPlan['pods'][number];

const plan = drainPlan({
  target: { node_name: node },
  summary: `Cordon ${node} and evict 9 pods from it`,
  touches: {
    pods: [
      ...owners.map(([name, ends]) => ({ owner: `Deployment ${name}`, count: ends.length })),
      { owner: 'Job import', count: 1 },
    ],
    replicas: null,
  },
  warnings: [
    {
      code: 'single_replica',
      message: 'With a single replica of Deployment search in shop, nothing takes over while it is down.',
    },
    { code: 'empty_dir_lost', message: 'Data of Deployment cart in shop in emptyDir volumes is lost (cache).' },
  ],
  upper_bound_seconds: 240,
  undo: { possible: true, words: `Uncordon ${node}. Evicted pods are not moved back.` },
  drain: {
    pods: [...made.map(planned('evict', null)), ...stays.map(planned('skip', 'belongs to a DaemonSet'))],
    more_pods: 0,
    budgets: [
      { namespace: 'shop', name: 'checkout', pods: 2, healthy: 4, needed: 3, allowed: 1, blocks: false },
      { namespace: 'shop', name: 'search', pods: 1, healthy: 1, needed: 1, allowed: 0, blocks: true },
    ],
    remains: '2 pods of DaemonSets stay.',
  },
});

const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

/** Those named so are as told; the others are gone. */
function running(told: Readonly<Record<string, Partial<DrainedPod>>>, more: Partial<Action> = {}, left = 190): Action {
  const pods = [
    ...made.map(({ budget: _, ...one }) => {
      const [, state = { status: 'evicted', attempts: 1 }] =
        Object.entries(told).find(([name]) => one.pod.startsWith(name)) ?? [];
      return drainedPod({ ...one, ...state });
    }),
    ...stays.map(({ budget: _, ...one }) =>
      drainedPod({ ...one, status: 'skipped', reason: 'belongs to a DaemonSet' }),
    ),
  ];
  const gone = pods.filter(({ status }) => status === 'evicted').length;
  const upper = soon(left);
  return drain(
    pods,
    {
      target: { node_name: node },
      plan,
      progress: `${gone} of 9 pods gone`,
      reason: 'Its disk reports errors.',
      ...more,
    },
    { upper_bound_at: upper },
  );
}

const refused = (attempts: number, seconds: number): Partial<DrainedPod> => ({
  status: 'waiting',
  attempts,
  blocked_by: ['search'],
  reason: 'The disruption budget search needs 1 healthy pods and has 1 currently',
  next_try_at: soon(seconds),
});

const evicting = { status: 'evicting', attempts: 1, deadline_at: soon(86) } as const;

test('the plan of a node of a shop, before anything is done', async () => {
  listNodes(dashboard.signIn(), ['node-6', node, 'node-8']).answers('POST', '/agents/action/api/v1/actions/plan', plan);
  const page = await dashboard.open(`/clusters/${clusterId}/nodes`);
  await page.getByRole('button', { name: `Drain ${node}` }).click();
  await page.getByText('4 healthy, 3 needed: 1 may go at a time').waitFor();
  await page.getByText('1 healthy, 1 needed: none may go').waitFor();
  expect(await page.getByRole('dialog').getByRole('heading', { name: '9 pods evicted' }).count()).toBe(1);
  await shoot(page, 'drain-plan');
});

test('while it runs, the pods are on their way', async () => {
  showAction(
    dashboard.signIn(),
    running({
      'cart-5b8d6f7c9-zk2fw': evicting,
      payments: evicting,
      'checkout-6c9f7d5b8-m8kzp': { status: 'waiting' },
      search: refused(1, 4),
    }),
  );
  const page = await dashboard.open(`/actions/${actionId}`);
  await page.getByText('4 of 9 pods gone', { exact: true }).waitFor();
  await page.getByText('Blocked by budget search: attempt 1 of 5').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('4 of 9 pods gone');
  await shoot(page, 'drain-running');
});

test('blocked to the end, it says by what, and how the node is left', async () => {
  const message = `Pod shop/search-7d4b9c6f5-t9wqd was refused 5 times by budget shop/search: The disruption budget search needs 1 healthy pods and has 1 currently. Next step: add replicas or loosen the budget, then drain the node again. Node ${node} stays cordoned.`;
  showAction(
    dashboard.signIn(),
    running(
      { search: { ...refused(5, 0), status: 'failed', next_try_at: null } },
      {
        status: 'failed',
        step: null,
        progress: null,
        error: { code: 'eviction_blocked', message },
        started_at: new Date(Date.now() - 96_000).toISOString(),
        finished_at: new Date().toISOString(),
      },
    ),
  );
  const page = await dashboard.open(`/actions/${actionId}`);
  await page.getByText(message).waitFor();
  expect(await page.getByRole('button', { name: 'Undo: uncordon the node' }).isEnabled()).toBe(true);
  await shoot(page, 'drain-blocked');
});

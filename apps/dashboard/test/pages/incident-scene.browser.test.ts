import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../src/api/incidents.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, clusterId, plan } from './fixtures.ts';
import {
  entry,
  incident,
  incidentId,
  inFull,
  maintenance,
  minutesAgo,
  person,
  showIncident,
} from './incident-fixtures.ts';

/** A night of a shop, as docs/guides/incidents.md shows it. With WRITE_IMAGES=1 its pictures are taken anew. */
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

const node = { kind: 'Node', namespace: null, name: 'node-7' };
const workload = (name: string) => ({ kind: 'Deployment', namespace: 'shop', name });
const affected = ['checkout', 'cart', 'payments', 'search'].map(workload);

const uncordon = action({
  action: 'uncordon_node',
  target: { node_name: 'node-7' },
  incident_id: incidentId,
  reason: 'The kubelet answers again, and the node was cordoned by nobody who is still at work.',
  plan: {
    ...plan(6, 3),
    action: 'uncordon_node',
    target: { node_name: 'node-7' },
    summary: 'Make node-7 schedulable again',
    changes: [{ field: 'spec.unschedulable', before: true, after: false }],
  },
});

const night: readonly TimelineEntry[] = [
  entry(22, {
    kind: 'change',
    summary: 'Deployment shop/checkout: image checkout:1.7 → checkout:1.8, by ci-deploy.',
    object: workload('checkout'),
  }),
  entry(14, {
    summary: 'Node node-7 is not ready: the kubelet has not reported for 40 s.',
    object: node,
    data: { rule: 'node_not_ready', severity: 'critical' },
  }),
  entry(13.8, { kind: 'webhook', summary: 'Told that it opened.', ref: { type: 'event', id: 'e-1', url: null } }),
  entry(13, {
    summary: 'Deployment shop/checkout has too few replicas: 3 of 5 are ready.',
    object: workload('checkout'),
    count: 3,
    last_at: minutesAgo(9),
    data: { rule: 'replica_shortfall', severity: 'medium' },
  }),
  entry(11, { kind: 'status', summary: 'Acknowledged.', actor: person, data: { from: 'open', to: 'acknowledged' } }),
  entry(8, {
    kind: 'note',
    summary: 'The disk of node-7 was full; old images are removed now.',
    text: 'The disk of node-7 was full; old images are removed now.\nThe kubelet is back since 03:12.',
    actor: person,
  }),
  entry(3, {
    kind: 'proposal',
    summary: 'Proposed: Make node-7 schedulable again',
    text: uncordon.reason,
    actor: { type: 'rule', id: '01a1cf00-0000-7000-8000-0000000000bb' },
    object: node,
    ref: { type: 'action', id: actionId, url: null },
  }),
];

const lost = inFull({
  number: 31,
  title: 'Node node-7 is not ready',
  status: 'acknowledged',
  namespace: '',
  affected_service: '',
  object: node,
  affected,
  affected_total: affected.length,
  signal_count: 9,
  firing: 3,
  assignee_id: person.id,
  acknowledged_at: minutesAgo(11),
});

test('a node that is lost, and what is proposed about it', async () => {
  showIncident(dashboard.signIn(), lost, night).answers('GET', '/agents/action/api/v1/actions/{id}', uncordon);
  const page = await dashboard.open(`/incidents/${incidentId}`);
  await page.getByRole('button', { name: 'Uncordon node-7' }).waitFor();
  await page.getByText('on-call in Slack').waitFor();
  expect(await page.getByRole('heading', { name: 'Also affected (4)' }).count()).toBe(1);
  await shoot(page, 'incident');
});

test('all that is broken, the worst and what is quiet already', async () => {
  dashboard
    .signIn()
    .list('/incidents/api/v1/incidents', [
      lost,
      incident({ id: '1', number: 30, started_at: minutesAgo(38), status: 'open' }),
      incident({
        id: '2',
        number: 29,
        title: 'CronJob shop/reports is failing',
        severity: 'medium',
        status: 'investigating',
        object: { kind: 'CronJob', namespace: 'shop', name: 'reports' },
        affected_service: '',
        firing: 0,
        quiet_since: minutesAgo(3),
        started_at: minutesAgo(190),
        assignee_id: person.id,
      }),
      incident({
        id: '3',
        number: 27,
        title: 'CheckoutLatencyHigh',
        severity: 'high',
        status: 'mitigated',
        object: null,
        source: 'alertmanager',
        firing: 1,
        started_at: minutesAgo(420),
      }),
    ])
    .list('/incidents/api/v1/maintenance-windows', [maintenance()]);
  const page = await dashboard.open('/incidents');
  await page.getByText('CheckoutLatencyHigh').waitFor();
  expect(await page.getByRole('row').count()).toBe(5);
  await shoot(page, 'incidents');
});

test('maintenance that is on, and what was', async () => {
  const before = (id: string, name: string, days: number) =>
    maintenance({
      id,
      name,
      state: 'ended',
      nodes: null,
      namespaces: ['batch'],
      reason: '',
      starts_at: minutesAgo(days * 1_440),
      ends_at: minutesAgo(days * 1_440 - 120),
      ended_at: minutesAgo(days * 1_440 - 95),
      suppressed: 0,
    });
  dashboard.signIn().list('/incidents/api/v1/maintenance-windows', [
    maintenance(),
    maintenance({
      id: '1',
      name: 'Database upgrade',
      state: 'scheduled',
      nodes: null,
      namespaces: ['shop'],
      starts_at: minutesAgo(-2_000),
      ends_at: minutesAgo(-2_120),
      suppressed: 0,
    }),
    before('2', 'Kernel patches', 7),
  ]);
  const page = await dashboard.open('/incidents/windows');
  await page.getByText('Database upgrade').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel Database upgrade' }).count()).toBe(1);
  await shoot(page, 'incident-windows');
});

test('an incident that nobody looks after stands first among what needs somebody', async () => {
  const now = new Date().toISOString();
  const health = { healthScore: 64, readyNodes: 19, totalNodes: 20, issues: [], issues_total: 0 };
  dashboard
    .signIn()
    .streams('/k8s-monitor/api/health/stream', 'health', {
      ...health,
      observed_at: now,
      stale: false,
      clusters: [{ cluster_id: clusterId, healthScore: 64, stale: false }],
    })
    .answers('GET', '/k8s-monitor/api/health/history', { from: now, to: now, step_seconds: 300, data: [] })
    .list('/incidents/api/v1/incidents', [{ ...lost, status: 'open', assignee_id: null }])
    .list('/agents/action/api/v1/actions/pending', [uncordon]);
  const page = await dashboard.open('/');
  await page.getByRole('button', { name: /^Acknowledge/ }).waitFor();
  expect(await page.getByText('3 of its signals fire. 4 other objects').count()).toBe(1);
  await shoot(page, 'incident-needs-you');
});

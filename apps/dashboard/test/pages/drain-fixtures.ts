import type { Action, Drain, DrainedPod, DrainPlan, Plan } from '../../src/api/actions.ts';
import type { Node } from '../../src/api/clusters.ts';
import { action, cluster, clusterId, health, plan } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

type PlannedPod = DrainPlan['pods'][number];

export const node = 'kwok-0007';

const planned = (more: Partial<PlannedPod>): PlannedPod => ({
  namespace: 'shop',
  pod: 'web-1',
  owner: 'Deployment web',
  fate: 'evict',
  reason: null,
  budget: null,
  grace_seconds: 30,
  ...more,
});

export const drainPlan = (more: Partial<Plan> = {}): Plan => ({
  ...plan(0, 0),
  action: 'drain_node',
  target: { node_name: node },
  cluster_id: clusterId,
  summary: `Cordon ${node} and evict 4 pods from it`,
  changes: [{ field: 'spec.unschedulable', before: false, after: true }],
  touches: {
    pods: [
      { owner: 'Deployment cart', count: 1 },
      { owner: 'Deployment web', count: 2 },
      { owner: null, count: 1 },
    ],
    replicas: null,
  },
  blocking_budgets: [{ name: 'web', namespace: 'shop', rule: 'min_available', after: 1, needed: 2 }],
  warnings: [
    {
      code: 'empty_dir_lost',
      message: 'Data of Deployment cart in shop in emptyDir volumes is lost (cache).',
    },
    { code: 'no_controller', message: 'Pod import-once in shop has no controller, so nothing would recreate it.' },
  ],
  upper_bound_seconds: 240,
  undo: { possible: true, words: `Uncordon ${node}. Evicted pods are not moved back.` },
  drain: {
    pods: [
      planned({ pod: 'web-1', budget: 'web' }),
      planned({ pod: 'web-2', budget: 'web' }),
      planned({ pod: 'cart-1', owner: 'Deployment cart' }),
      planned({ pod: 'import-once', owner: null }),
      planned({
        namespace: 'monitoring',
        pod: 'node-exporter-x',
        owner: 'DaemonSet node-exporter',
        fate: 'skip',
        reason: 'belongs to a DaemonSet',
      }),
    ],
    more_pods: 0,
    budgets: [
      { namespace: 'shop', name: 'web', pods: 2, healthy: 2, needed: 2, allowed: 0, blocks: true },
      { namespace: 'shop', name: 'cart', pods: 1, healthy: 3, needed: 2, allowed: 1, blocks: false },
    ],
    remains: '1 pod of DaemonSets stays.',
  },
  etag: '"drain"',
  ...more,
});

export const drainedPod = (more: Partial<DrainedPod> = {}): DrainedPod => ({
  namespace: 'shop',
  pod: 'web-1',
  owner: 'Deployment web',
  status: 'waiting',
  reason: null,
  attempts: 0,
  blocked_by: [],
  next_try_at: null,
  deadline_at: null,
  ...more,
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

export const blockedPod = (more: Partial<DrainedPod> = {}): DrainedPod =>
  drainedPod({
    attempts: 3,
    blocked_by: ['web'],
    reason: 'The disruption budget web needs 2 healthy pods and has 2 currently',
    next_try_at: inSeconds(58),
    ...more,
  });

export const skippedPod = drainedPod({
  namespace: 'monitoring',
  pod: 'node-exporter-x',
  owner: 'DaemonSet node-exporter',
  status: 'skipped',
  reason: 'belongs to a DaemonSet',
});

export function figures(pods: readonly DrainedPod[], more: Partial<Drain> = {}): Drain {
  const count = (status: DrainedPod['status']) => pods.filter((pod) => pod.status === status).length;
  return {
    node_cordoned: true,
    pass: 1,
    upper_bound_at: inSeconds(150),
    counts: {
      waiting: count('waiting'),
      evicting: count('evicting'),
      evicted: count('evicted'),
      skipped: count('skipped'),
      failed: count('failed'),
    },
    ...more,
  };
}

/** One that somebody asked for, with its pods as they are. */
export const drain = (pods: readonly DrainedPod[], more: Partial<Action> = {}, of: Partial<Drain> = {}): Action =>
  action({
    action: 'drain_node',
    target: { node_name: node },
    origin: 'manual',
    status: 'executing',
    step: 'applying',
    progress: '1 of 4 pods gone; 2 wait for budget shop/web',
    reason: 'the disk fails',
    confidence: null,
    proposed_by: null,
    requested_by: { type: 'user', id: '01a1cf00-0000-7000-8000-0000000000a1' },
    plan: drainPlan(),
    expires_at: null,
    started_at: new Date(Date.now() - 35_000).toISOString(),
    details: { pods: [...pods], drain: figures(pods, of) },
    ...more,
  });

const onePath = '/agents/action/api/v1/actions/{id}';

/** Its page has all that it asks for. */
export const showAction = (api: PaperApi, one: Action): PaperApi =>
  api
    .streams(`${onePath}/stream`, one.finished_at === null ? 'action' : 'ended', one)
    .answers('GET', onePath, one)
    .list('/agents/action/api/v1/clusters', [
      { cluster_id: clusterId, ready: true, seen_at: null, version: null, missing_rights: [], trouble: null },
    ])
    .list('/auth/api/v1/users', []);

const row = (name: string, at: number): Node => ({
  id: `01a1cf00-0000-7000-8000-0000000007${String(at).padStart(2, '0')}`,
  cluster_id: clusterId,
  uid: `uid-${at}`,
  name,
  status: 'Ready',
  status_since: null,
  cordoned: false,
  pressures: [],
  version: 'v1.36.4',
  cpu_allocatable: 4_000,
  cpu_usage: 1_200,
  cpu_percent: 30,
  memory_allocatable: 2 ** 33,
  memory_usage: 2 ** 31,
  memory_percent: 25,
  pods: 11,
  pods_allocatable: 110,
});

/** The cluster's page with these nodes. */
export const listNodes = (api: PaperApi, names: readonly string[]): PaperApi =>
  api
    .answers('GET', '/platform/api/v1/clusters/{id}', cluster())
    .streams('/k8s-monitor/api/health/stream', 'health', health({ cluster_id: clusterId }))
    .answers('GET', '/k8s-monitor/api/health/history', {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date().toISOString(),
      step_seconds: 300,
      data: [],
    })
    .list('/agents/action/api/v1/clusters', [])
    .list('/k8s-monitor/api/v1/nodes', names.map(row));

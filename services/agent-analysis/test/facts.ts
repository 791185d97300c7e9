import { randomUUID } from 'node:crypto';
import type { FactPod, Facts } from '@wheelhouse/contracts';

/** What a test wants to have been seen. */

export const seenAt = new Date('2026-03-10T12:00:00Z');
export const [second, minute, hour] = [1_000, 60_000, 3_600_000];
export const mib = 1024 * 1024;

export const ago = (ms: number, from: Date = seenAt): string => new Date(from.getTime() - ms).toISOString();

export type Workload = NonNullable<Facts['workload']>;
export type FactsNode = NonNullable<Facts['node']>;
export type Issue = Facts['issues'][number];
export type Change = Facts['changes'][number];
export type OurAction = Facts['actions'][number];

const nothing: Omit<Facts, 'object'> = {
  at: seenAt.toISOString(),
  exists: true,
  nodes: { total: 10, ready: 10, cordoned: 0 },
  workload: null,
  pods: [],
  pods_total: null,
  changes: [],
  budgets: [],
  autoscaler: null,
  node: null,
  pod_nodes: [],
  room: null,
  issues: [],
  warnings: [],
  logs: [],
  actions: [],
  not_visible: [],
};

export function pod(name: string, more: Partial<FactPod> = {}): FactPod {
  return {
    name,
    node: 'node-1',
    phase: 'Running',
    ready: true,
    ready_since: ago(5 * hour),
    created_at: ago(6 * hour),
    deleting: false,
    restarts: 0,
    waiting: null,
    unschedulable: null,
    last_end: null,
    is_new: true,
    has_controller: true,
    ...more,
  };
}

export const workload: Workload = {
  kind: 'Deployment',
  namespace: 'shop',
  name: 'checkout',
  desired: 3,
  ready: 2,
  available: 2,
  updated: 3,
  rollout: 'done',
  rollout_message: null,
  created_at: ago(48 * hour),
  containers: [
    { name: 'web', image: 'shop/checkout:42', cpu_request: 100, memory_request: 128 * mib, memory_limit: 256 * mib },
  ],
};

/** A Deployment of three pods on two nodes, all well. */
export function ofDeployment(more: Partial<Facts> = {}): Facts {
  const pods = [pod('checkout-a'), pod('checkout-b'), pod('checkout-c', { node: 'node-2' })];
  return {
    ...nothing,
    object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
    workload,
    pods,
    pods_total: pods.length,
    pod_nodes: ['node-1', 'node-2'].map((name) => ({ name, ready: 'True', cordoned: false, pressures: [] })),
    room: {
      nodes: 8,
      cpu_free: 4_000,
      memory_free: 8_192 * mib,
      pods_free: 100,
      cpu_needed: 100,
      memory_needed: 128 * mib,
      pods_needed: 1,
    },
    ...more,
  };
}

export const node: FactsNode = {
  name: 'node-7',
  ready: 'True',
  ready_since: ago(5 * hour),
  pressures: [],
  pressure_since: null,
  cordoned: false,
  cordoned_since: null,
  cordoned_by: null,
  pods: 12,
  not_ready_in_hour: 0,
};

/** One of ten nodes, all well, with room on the others. */
export function ofNode(own: Partial<FactsNode> = {}, more: Partial<Facts> = {}): Facts {
  return {
    ...nothing,
    object: { kind: 'Node', namespace: null, name: 'node-7' },
    node: { ...node, ...own },
    room: {
      nodes: 9,
      cpu_free: 20_000,
      memory_free: 64 * 1024 * mib,
      pods_free: 200,
      cpu_needed: 3_000,
      memory_needed: 6 * 1024 * mib,
      pods_needed: 12,
    },
    ...more,
  };
}

export function change(more: Partial<Change> = {}): Change {
  return {
    change: 'template',
    images: { before: ['shop/checkout:41'], after: ['shop/checkout:42'] },
    replicas: { before: 3, after: 3 },
    manager: 'kubectl-edit',
    at: ago(10 * minute),
    ...more,
  };
}

export const rescaled = (before: number | null, after: number | null, at: string = ago(10 * minute)): Change =>
  change({ change: 'replicas', replicas: { before, after }, manager: 'kubectl-scale', at });

export function issue(reason: string, more: Partial<Issue> = {}): Issue {
  return {
    issue_id: randomUUID(),
    object: { kind: 'Deployment', namespace: 'shop', name: 'checkout' },
    reason,
    severity: 'warning',
    message: `${reason} was found.`,
    expected: false,
    first_seen: ago(5 * minute),
    count: 1,
    ...more,
  };
}

export function ourAction(action: OurAction['action'], more: Partial<OurAction> = {}): OurAction {
  return {
    action_id: randomUUID(),
    action,
    target: { node_name: 'node-7' },
    status: 'success',
    result: null,
    error: null,
    created_at: ago(2 * hour),
    finished_at: ago(hour),
    ...more,
  };
}

export const ended = (reason: string, at: string | null = ago(5 * minute), exitCode: number | null = 1) => ({
  container: 'web',
  reason,
  exit_code: exitCode,
  at,
});

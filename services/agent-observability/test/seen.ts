import { randomUUID } from 'node:crypto';
import type { FactPod, Facts } from '@wheelhouse/contracts';

/** What k8s-monitor sees. */

export const at = '2026-03-10T12:00:00.000Z';
export const before = (minutes: number): string => new Date(Date.parse(at) - minutes * 60_000).toISOString();

export const deployment = { kind: 'Deployment', namespace: 'shop', name: 'checkout' } as const;
export const node = { kind: 'Node', namespace: null, name: 'a' } as const;

export function factsOf(more: Partial<Facts> = {}): Facts {
  return {
    at,
    object: deployment,
    exists: true,
    nodes: { total: 3, ready: 3, cordoned: 0 },
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
    ...more,
  };
}

export function pod(name: string, more: Partial<FactPod> = {}): FactPod {
  return {
    name,
    node: 'a',
    phase: 'Running',
    ready: true,
    ready_since: before(60),
    created_at: before(60),
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

/** A Deployment of which one pod crashes since a new image came. */
export function crashing(): Facts {
  return factsOf({
    workload: {
      ...deployment,
      desired: 3,
      ready: 2,
      available: 2,
      updated: 3,
      rollout: 'going_on',
      rollout_message: 'Waiting for 1 of 3 updated replicas to be available',
      created_at: before(10_000),
      containers: [
        {
          name: 'web',
          image: 'shop/checkout:42',
          cpu_request: 250,
          memory_request: 134_217_728,
          memory_limit: 268_435_456,
        },
      ],
    },
    pods: [
      pod('checkout-1', {
        ready: false,
        ready_since: before(5),
        restarts: 4,
        waiting: 'CrashLoopBackOff',
        last_end: { container: 'web', reason: 'OOMKilled', exit_code: 137, at: before(1) },
      }),
      pod('checkout-2'),
      pod('checkout-3'),
    ],
    pods_total: 3,
    changes: [
      {
        change: 'template',
        images: { before: ['shop/checkout:41'], after: ['shop/checkout:42'] },
        replicas: { before: 3, after: 3 },
        manager: 'kubectl-edit',
        at: before(14),
      },
    ],
    budgets: [{ name: 'checkout', expected: 3, healthy: 2, needed: 2, allowed: 0 }],
    autoscaler: { name: 'checkout', minimum: 3, maximum: 3, current: 3, wanted: 5, at_maximum: true },
    pod_nodes: [
      { name: 'a', ready: 'True', cordoned: false, pressures: [] },
      { name: 'b', ready: 'True', cordoned: true, pressures: [] },
    ],
    room: {
      nodes: 2,
      cpu_free: 3_000,
      memory_free: 4_294_967_296,
      pods_free: 90,
      cpu_needed: 250,
      memory_needed: 134_217_728,
      pods_needed: 1,
    },
    issues: [
      {
        issue_id: '0190aaaa-0000-7000-8000-00000000000f',
        object: deployment,
        reason: 'crash_loop',
        severity: 'critical',
        message: 'One pod is in a crash loop.',
        expected: false,
        first_seen: before(12),
        count: 2,
      },
    ],
    warnings: [
      {
        reason: 'BackOff',
        message: 'Back-off restarting failed container web',
        object: { kind: 'Pod', name: 'checkout-1' },
        count: 14,
        last_at: before(1),
      },
    ],
    logs: [{ pod: 'checkout-1', container: 'web', lines: ['starting', 'out of memory'] }],
  });
}

export function restarted(): Facts['actions'][number] {
  return {
    action_id: randomUUID(),
    action: 'restart_pod',
    target: { namespace: 'shop', pod: 'checkout-1' },
    status: 'success',
    result: null,
    created_at: before(120),
    finished_at: before(119),
  };
}

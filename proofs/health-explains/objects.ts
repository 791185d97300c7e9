import type { KubernetesObject } from '../../dev/engines/clusters/api.ts';

/** What is put into the cluster. Everything calm stands on one node, so that faults of the others touch only those. */

export const namespace = 'explains';
export const calmNode = 'kwok-0000';
export const faultyNodes = { notReady: 'kwok-0001', pressed: 'kwok-0002', cordoned: 'kwok-0003' };
export const nodeCount = 4;

export const collections = {
  deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  statefulSets: `/apis/apps/v1/namespaces/${namespace}/statefulsets`,
  daemonSets: `/apis/apps/v1/namespaces/${namespace}/daemonsets`,
  jobs: `/apis/batch/v1/namespaces/${namespace}/jobs`,
  budgets: `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`,
  autoscalers: `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`,
  pods: `/api/v1/namespaces/${namespace}/pods`,
  nodes: '/api/v1/nodes',
} as const;

export type Placed = KubernetesObject & { readonly collection: string };

const behaviour = 'wheelhouse.dev/behaviour';

export function behaves(how: string | null) {
  return { [behaviour]: how };
}

function template(name: string, annotations: object, on = calmNode) {
  return {
    metadata: { labels: { app: name }, annotations },
    spec: {
      nodeSelector: { 'kubernetes.io/hostname': on },
      terminationGracePeriodSeconds: 1,
      containers: [{ name: 'main', image: 'registry.example/main:1', resources: { limits: { memory: '100Mi' } } }],
    },
  };
}

export function deployment(name: string, replicas: number, annotations: object = {}, on = calmNode): Placed {
  return {
    collection: collections.deployments,
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, annotations, on) },
  };
}

export function statefulSet(name: string, replicas: number): Placed {
  return {
    collection: collections.statefulSets,
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: {
      replicas,
      serviceName: name,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: { app: name } },
      template: template(name, {}),
    },
  };
}

export function daemonSet(name: string): Placed {
  return {
    collection: collections.daemonSets,
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    spec: { selector: { matchLabels: { app: name } }, template: template(name, {}) },
  };
}

export function job(name: string, annotations: object = {}): Placed {
  const { metadata, spec } = template(name, annotations);
  return {
    collection: collections.jobs,
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: { backoffLimit: 0, template: { metadata, spec: { ...spec, restartPolicy: 'Never' } } },
  };
}

export function budget(name: string, app: string, minAvailable: number): Placed {
  return {
    collection: collections.budgets,
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { minAvailable, selector: { matchLabels: { app } } },
  };
}

export function autoscaler(name: string, target: string, maxReplicas: number): Placed {
  const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } };
  return {
    collection: collections.autoscalers,
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name },
    spec: {
      minReplicas: 1,
      maxReplicas,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
      metrics: [{ type: 'Resource', resource }],
    },
  };
}

/** What stands there from the beginning and must never be spoken of. */
export const calm: readonly Placed[] = [
  deployment('steady', 4),
  deployment('guarded', 3),
  deployment('peak', 3),
  deployment('full', 2),
  statefulSet('ledger', 2),
  daemonSet('agent'),
  job('report'),
  budget('roomy', 'steady', 2),
];

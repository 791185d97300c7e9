/** Kubernetes objects from the few things that differ between workloads. */

export interface Workload {
  readonly image: string;
  /** What each pod asks for: millicores and MiB. Its memory limit is half as much again. */
  readonly cpu: number;
  readonly memory: number;
  /** Which share of that it uses, as KWOK tells the metrics server. */
  readonly used: number;
}

export interface Replicated extends Workload {
  readonly replicas: number;
  /** How many an update may take away; a quarter unless given. */
  readonly mayBeAway?: number;
  readonly onePerNode?: boolean;
  /** By its name: the only one that will do. */
  readonly onNode?: string;
}

const nameLabel = 'app.kubernetes.io/name';

export function namespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { 'wheelhouse.dev/demo': 'true' } } };
}

export function deployment(ns: string, name: string, given: Replicated): object {
  const { replicas, mayBeAway, onNode } = given;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(ns, name),
    spec: {
      replicas,
      selector: { matchLabels: { [nameLabel]: name } },
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: mayBeAway === 0 ? 1 : '25%', maxUnavailable: mayBeAway ?? '25%' },
      },
      template: template(name, given, {
        ...(given.onePerNode === true ? apart(name) : {}),
        ...(onNode === undefined ? {} : { nodeSelector: { 'kubernetes.io/hostname': onNode } }),
      }),
    },
  };
}

export function statefulSet(ns: string, name: string, given: Replicated): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: metadata(ns, name),
    spec: {
      replicas: given.replicas,
      serviceName: name,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: { [nameLabel]: name } },
      template: template(name, given, apart(name)),
    },
  };
}

export function daemonSet(ns: string, name: string, given: Workload): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: metadata(ns, name),
    spec: { selector: { matchLabels: { [nameLabel]: name } }, template: template(name, given, onKwok) },
  };
}

export function budget(
  ns: string,
  name: string,
  allowed: { readonly maxUnavailable: number } | { readonly minAvailable: number },
): object {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadata(ns, name),
    spec: { ...allowed, selector: { matchLabels: { [nameLabel]: name } } },
  };
}

export interface Scaling {
  readonly minimum: number;
  readonly maximum: number;
  /** The share of what pods ask for that it keeps them at. */
  readonly percent: number;
}

export function autoscaler(ns: string, name: string, scaling: Scaling): object {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadata(ns, name),
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, ...scalingSpec(scaling) },
  };
}

export function scalingSpec({ minimum, maximum, percent }: Scaling): object {
  const target = { type: 'Utilization', averageUtilization: percent };
  return {
    minReplicas: minimum,
    maxReplicas: maximum,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
  };
}

function metadata(ns: string, name: string): object {
  return { name, namespace: ns, labels: { [nameLabel]: name } };
}

function template(name: string, workload: Workload, placing: object): object {
  const { cpu, memory, used } = workload;
  return {
    metadata: {
      labels: { [nameLabel]: name },
      annotations: {
        'kwok.x-k8s.io/usage-cpu': `${Math.round(cpu * used)}m`,
        'kwok.x-k8s.io/usage-memory': `${Math.round(memory * used)}Mi`,
      },
    },
    spec: { ...placing, containers: containers(name, workload) },
  };
}

/** Of each of its pods. */
export function containers(name: string, { image, cpu, memory }: Workload): readonly object[] {
  return [
    {
      name,
      image,
      resources: {
        requests: { cpu: `${cpu}m`, memory: `${memory}Mi` },
        limits: { memory: `${Math.round(memory * 1.5)}Mi` },
      },
    },
  ];
}

function apart(name: string): object {
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { [nameLabel]: name } } };
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
}

/** Not on the real node of the engines, which plays nothing and has no such image. */
const onKwok = { nodeSelector: { 'wheelhouse.dev/fleet': 'kwok' } };

import type {
  RawAutoscaler,
  RawBudget,
  RawCondition,
  RawContainerStatus,
  RawDaemonSet,
  RawDeployment,
  RawEvent,
  RawJob,
  RawNode,
  RawPod,
  RawStatefulSet,
} from '../src/state/raw.ts';

/** Objects as an API server sends them, all well unless told otherwise. */

export const start = Date.parse('2026-11-01T12:00:00Z');

/** So many seconds after the start. */
export function at(seconds: number): number {
  return start + seconds * 1_000;
}

export function stamp(seconds: number): string {
  return new Date(at(seconds)).toISOString();
}

export function condition(type: string, status: string, seconds = -86_400, more: Partial<RawCondition> = {}) {
  return { type, status, lastTransitionTime: stamp(seconds), ...more };
}

export function node(
  name: string,
  given: {
    readonly conditions?: readonly RawCondition[];
    readonly spec?: RawNode['spec'];
    readonly createdSeconds?: number;
  } = {},
): RawNode {
  const { conditions = [], spec = {}, createdSeconds = -90_000 } = given;
  const told = new Set(conditions.map(({ type }) => type));
  const usual = [
    condition('Ready', 'True'),
    ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => condition(type, 'False')),
  ].filter(({ type }) => !told.has(type));
  return {
    metadata: { name, uid: `uid-of-${name}`, creationTimestamp: stamp(createdSeconds) },
    spec,
    status: {
      conditions: [...usual, ...conditions],
      allocatable: { cpu: '16', memory: '64Gi', pods: '110' },
      nodeInfo: { kubeletVersion: 'v1.36.4' },
    },
  };
}

/** Whose pods they are. */
export type Owner = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job' | undefined;

export function pod(
  name: string,
  given: {
    readonly namespace?: string;
    readonly owner?: readonly [Exclude<Owner, undefined>, string];
    readonly node?: string;
    readonly phase?: string;
    readonly ready?: boolean;
    readonly deleting?: boolean;
    readonly memoryLimit?: string;
    readonly requests?: Readonly<Record<string, string>>;
    readonly container?: Partial<RawContainerStatus>;
    readonly conditions?: readonly RawCondition[];
  } = {},
): RawPod {
  const { namespace = 'shop', owner, phase = 'Running', ready = phase === 'Running', memoryLimit, container } = given;
  const hash = '5d4f8c7b9';
  const reference =
    owner === undefined
      ? []
      : owner[0] === 'Deployment'
        ? [{ kind: 'ReplicaSet', name: `${owner[1]}-${hash}`, controller: true }]
        : [{ kind: owner[0], name: owner[1], controller: true }];
  const limits = memoryLimit === undefined ? {} : { limits: { memory: memoryLimit } };
  const requests = given.requests === undefined ? {} : { requests: given.requests };
  return {
    metadata: {
      name,
      namespace,
      labels: owner?.[0] === 'Deployment' ? { 'pod-template-hash': hash } : {},
      ownerReferences: reference,
      ...(given.deleting === true ? { deletionTimestamp: stamp(0) } : {}),
    },
    spec: {
      ...(phase === 'Pending' && given.node === undefined ? {} : { nodeName: given.node ?? 'node-1' }),
      containers: [{ name: 'main', image: 'shop/web:1', resources: { ...limits, ...requests } }],
    },
    status: {
      phase,
      conditions: [condition('Ready', ready ? 'True' : 'False'), ...(given.conditions ?? [])],
      containerStatuses: [
        {
          name: 'main',
          image: 'shop/web:1',
          restartCount: 0,
          state: { running: { startedAt: stamp(-86_400) } },
          ...container,
        },
      ],
    },
  };
}

/** Containers in the states the rules know. */
export const containers = {
  crashLooping: { restartCount: 7, state: { waiting: { reason: 'CrashLoopBackOff' } } },
  withoutImage: { state: { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } } },
  killedForMemory: (seconds: number, isRunning: boolean): Partial<RawContainerStatus> => ({
    restartCount: 1,
    state: isRunning ? { running: { startedAt: stamp(seconds) } } : { waiting: { reason: 'ContainerCreating' } },
    lastState: { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: stamp(seconds) } },
  }),
} as const;

export function unplaced(seconds: number): RawCondition {
  return condition('PodScheduled', 'False', seconds, {
    reason: 'Unschedulable',
    message: '0/3 nodes are available: 3 Insufficient cpu.',
  });
}

export function deployment(
  name: string,
  given: {
    readonly namespace?: string;
    readonly replicas?: number;
    readonly available?: number;
    readonly generation?: number;
    readonly spec?: Omit<NonNullable<RawDeployment['spec']>, 'replicas'>;
    readonly status?: RawDeployment['status'];
    readonly conditions?: readonly RawCondition[];
  } = {},
): RawDeployment {
  const { namespace = 'shop', replicas = 3, available = replicas, generation = 1, conditions = [] } = given;
  const told = new Set(conditions.map(({ type }) => type));
  const usual = [
    condition('Available', 'True', -86_400, { reason: 'MinimumReplicasAvailable' }),
    condition('Progressing', 'True', -86_400, { reason: 'NewReplicaSetAvailable' }),
  ].filter(({ type }) => !told.has(type));
  return {
    metadata: { name, namespace, uid: `uid-of-${name}`, generation },
    spec: { replicas, ...given.spec },
    status: {
      observedGeneration: generation,
      readyReplicas: available,
      availableReplicas: available,
      updatedReplicas: replicas,
      conditions: [...usual, ...conditions],
      ...given.status,
    },
  };
}

export function statefulSet(
  name: string,
  given: {
    readonly namespace?: string;
    readonly replicas?: number;
    readonly available?: number;
    readonly spec?: Omit<NonNullable<RawStatefulSet['spec']>, 'replicas'>;
    readonly status?: RawStatefulSet['status'];
  } = {},
): RawStatefulSet {
  const { namespace = 'shop', replicas = 3, available = replicas } = given;
  return {
    metadata: { name, namespace, uid: `uid-of-${name}`, generation: 1 },
    spec: { replicas, ...given.spec },
    status: {
      observedGeneration: 1,
      readyReplicas: available,
      availableReplicas: available,
      updatedReplicas: replicas,
      currentRevision: `${name}-1`,
      updateRevision: `${name}-1`,
      ...given.status,
    },
  };
}

export function daemonSet(
  name: string,
  given: {
    readonly namespace?: string;
    readonly desired?: number;
    readonly available?: number;
    readonly spec?: RawDaemonSet['spec'];
    readonly status?: RawDaemonSet['status'];
  } = {},
): RawDaemonSet {
  const { namespace = 'shop', desired = 5, available = desired, spec = {} } = given;
  return {
    metadata: { name, namespace, uid: `uid-of-${name}`, generation: 1 },
    spec,
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: desired,
      numberReady: available,
      numberAvailable: available,
      updatedNumberScheduled: desired,
      ...given.status,
    },
  };
}

export function job(
  name: string,
  given: {
    readonly namespace?: string;
    readonly cronJob?: string;
    readonly createdSeconds?: number;
    readonly status?: RawJob['status'];
  } = {},
): RawJob {
  const { namespace = 'shop', cronJob, createdSeconds = -3_600, status = {} } = given;
  return {
    metadata: {
      name,
      namespace,
      creationTimestamp: stamp(createdSeconds),
      ...(cronJob === undefined ? {} : { ownerReferences: [{ kind: 'CronJob', name: cronJob, controller: true }] }),
    },
    status,
  };
}

/** How a Job stands. */
export const jobs = {
  running: {},
  complete: { succeeded: 1, conditions: [condition('Complete', 'True', -60)] },
  failed: {
    failed: 1,
    conditions: [condition('Failed', 'True', -60, { message: 'Job has reached the specified backoff limit' })],
  },
} as const;

export function budget(
  name: string,
  given: { readonly namespace?: string; readonly status?: RawBudget['status'] } = {},
): RawBudget {
  const { namespace = 'shop', status = { expectedPods: 3, currentHealthy: 3, desiredHealthy: 2 } } = given;
  return { metadata: { name, namespace }, status };
}

export function autoscaler(
  name: string,
  given: {
    readonly namespace?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly current?: number;
    readonly desired?: number;
    readonly conditions?: readonly RawCondition[];
  } = {},
): RawAutoscaler {
  const { namespace = 'shop', minimum = 1, maximum = 5, current = 3, desired = current, conditions = [] } = given;
  return {
    metadata: { name, namespace },
    spec: { minReplicas: minimum, maxReplicas: maximum, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
    status: { currentReplicas: current, desiredReplicas: desired, conditions },
  };
}

export function warning(
  name: string,
  kind: string,
  about: string,
  message: string,
  given: { readonly namespace?: string; readonly seconds?: number; readonly type?: string } = {},
): RawEvent {
  const { namespace = 'shop', seconds = -60, type = 'Warning' } = given;
  return {
    metadata: { name, namespace },
    type,
    reason: 'Why',
    message,
    lastTimestamp: stamp(seconds),
    involvedObject: { kind, name: about, ...(kind === 'Node' ? {} : { namespace }) },
  };
}

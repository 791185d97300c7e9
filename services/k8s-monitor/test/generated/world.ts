import {
  autoscaler,
  budget,
  condition,
  daemonSet,
  deployment,
  job,
  jobs,
  node,
  type Owner,
  pod,
  statefulSet,
  warning,
} from '../rules-objects.ts';
import type { Objects } from '../rules-cluster.ts';
import type { RawDeployment, RawPod } from '../../src/state/raw.ts';
import type { Random } from './random.ts';

/** A pod, and what looks after it. */
export interface WorldPod {
  readonly raw: RawPod;
  readonly owner: readonly [Exclude<Owner, undefined>, string] | undefined;
  readonly namespace: string;
  readonly name: string;
  /** It runs and should; faults are put on such pods. */
  readonly isSettled: boolean;
}

/** A whole cluster as raw objects. */
export type World = { readonly [Kind in keyof Objects]-?: NonNullable<Objects[Kind]> } & {
  readonly all: readonly WorldPod[];
};

const memoryLimit = '512Mi';

/** A healthy cluster in the middle of its day: updates run, a node joins, pods come, go and finish, events warn. */
export function healthyWorld(random: Random): World {
  const namespaces = Array.from({ length: random.between(1, 3) }, (_, index) => `team-${index}`);
  const joined = Array.from({ length: random.between(2, 10) }, (_, index) => node(`node-${index}`));
  const joining = Array.from({ length: random.chance(0.3) ? random.between(1, 3) : 0 }, (_, index) =>
    node(`new-${index}`, { createdSeconds: -20, conditions: [condition('Ready', 'False', -20)] }),
  );
  const pods: WorldPod[] = [];
  const addPod = (
    namespace: string,
    name: string,
    owner: WorldPod['owner'],
    given: Parameters<typeof pod>[1] = {},
  ): void => {
    const on = { node: random.pick(joined).metadata.name ?? '' };
    const raw = pod(name, { namespace, memoryLimit, ...on, ...given, ...(owner === undefined ? {} : { owner }) });
    const isSettled = given.deleting !== true && (given.phase ?? 'Running') === 'Running';
    pods.push({ raw, owner, namespace, name, isSettled });
  };

  const deployments = named(random, namespaces, 'web', 1, 7).map(([namespace, name]) => {
    const replicas = random.between(1, 6);
    for (let index = 0; index < replicas; index += 1) addPod(namespace, `${name}-${index}`, ['Deployment', name]);
    if (random.chance(0.2)) addPod(namespace, `${name}-old`, ['Deployment', name], { deleting: true });
    return calmDeployment(random, namespace, name, replicas);
  });
  const statefulSets = named(random, namespaces, 'db', 0, 3).map(([namespace, name]) => {
    const replicas = random.between(2, 4);
    for (let index = 0; index < replicas; index += 1) addPod(namespace, `${name}-${index}`, ['StatefulSet', name]);
    return random.chance(0.3)
      ? statefulSet(name, { namespace, replicas, available: replicas - 1, status: { updateRevision: `${name}-2` } })
      : statefulSet(name, { namespace, replicas });
  });
  const daemonSets = named(random, namespaces, 'agent', 0, 2).map(([namespace, name]) => {
    for (const [index, each] of joined.entries()) {
      addPod(namespace, `${name}-${index}`, ['DaemonSet', name], { node: each.metadata.name ?? '' });
    }
    return daemonSet(name, { namespace, desired: joined.length + joining.length, available: joined.length });
  });
  for (const [namespace, name] of named(random, namespaces, 'alone', 0, 2)) addPod(namespace, name, undefined);
  const calmJobs = named(random, namespaces, 'job', 0, 4).map(([namespace, name]) => {
    addPod(namespace, `${name}-a`, ['Job', name], { phase: random.pick(['Succeeded', 'Failed']) });
    const status = random.pick([{ ...jobs.running }, jobs.complete, { failed: 1 }, { failed: 4, succeeded: 1 }]);
    return job(name, { namespace, status });
  });
  const nightly = named(random, namespaces, 'nightly', 0, 2).flatMap(([namespace, name]) => [
    job(`${name}-1`, { namespace, cronJob: name, createdSeconds: -90_000, status: jobs.failed }),
    job(`${name}-2`, { namespace, cronJob: name, createdSeconds: -3_600, status: jobs.complete }),
  ]);
  return {
    nodes: [...joined, ...joining],
    all: pods,
    pods: pods.map(({ raw }) => raw),
    deployments,
    statefulSets,
    daemonSets,
    jobs: [...calmJobs, ...nightly],
    budgets: named(random, namespaces, 'budget', 0, 3).map(([namespace, name]) => budget(name, { namespace })),
    autoscalers: named(random, namespaces, 'scaler', 0, 3).map(([namespace, name]) =>
      autoscaler(name, { namespace, current: random.between(1, 4), maximum: 5 }),
    ),
    events: pods
      .filter(() => random.chance(0.1))
      .map(({ namespace, name }) => warning(`${name}.1`, 'Pod', name, 'Readiness probe failed', { namespace })),
    nodeUsage: joined.map(({ metadata }) => ({
      metadata: { name: metadata.name ?? '' },
      usage: { cpu: `${random.between(100, 12_000)}m`, memory: `${random.between(1, 50)}Gi` },
    })),
    podUsage: pods.map(({ namespace, name }) => ({
      metadata: { namespace, name },
      containers: [{ usage: { cpu: '10m', memory: `${random.between(10, 400)}Mi` } }],
    })),
  };
}

/** At rest, in the middle of an update, paused, or of no replicas at all. */
function calmDeployment(random: Random, namespace: string, name: string, replicas: number): RawDeployment {
  const form = random.below(5);
  if (form === 0) return deployment(name, { namespace, replicas: 0 });
  if (form === 1) {
    const conditions = [condition('Progressing', 'Unknown', -900, { reason: 'DeploymentPaused' })];
    return deployment(name, { namespace, replicas, spec: { paused: true }, conditions });
  }
  if (form === 2) {
    return deployment(name, {
      namespace,
      replicas,
      available: replicas - Math.floor(replicas / 4),
      status: { updatedReplicas: random.below(replicas + 1) },
      conditions: [condition('Progressing', 'True', -30, { reason: 'ReplicaSetUpdated' })],
    });
  }
  return deployment(name, { namespace, replicas });
}

function named(
  random: Random,
  namespaces: readonly string[],
  word: string,
  least: number,
  most: number,
): readonly (readonly [string, string])[] {
  return Array.from({ length: random.between(least, most) }, (_, index) => [
    random.pick(namespaces),
    `${word}-${index}`,
  ]);
}

import { condition, containers, job, jobs, pod, unplaced } from '../rules-objects.ts';
import type { RuleName } from '../../src/rules/index.ts';
import type { RawCondition, RawMetadata } from '../../src/state/raw.ts';
import { costs } from './guide.ts';
import type { Random } from './random.ts';
import type { World, WorldPod } from './world.ts';

/** A world with one fault more, and the issue that must tell of it: `rule Kind namespace name`. */
export interface Faulty {
  readonly world: World;
  readonly issue: string;
  /** It counts for more than such a fault does as a rule. */
  readonly isWorse?: boolean;
}

export function costOf(rule: RuleName, { isWorse = false }: Faulty): number {
  const [usual, worse = usual] = costs[rule];
  return isWorse ? worse : usual;
}

/** Undefined where the world has nothing it could befall. */
export type Fault = (world: World, random: Random, number: number) => Faulty | undefined;

type Named = { readonly metadata: RawMetadata };

/** One object of the list in another form. */
function changedIn<Raw extends Named>(list: readonly Raw[], old: Raw, now: Raw): readonly Raw[] {
  return list.map((each) => (each === old ? now : each));
}

function issueOf(rule: RuleName, kind: string, { namespace = '', name = '' }: RawMetadata): string {
  return `${rule} ${kind} ${namespace} ${name}`;
}

function onNode(
  rule: RuleName,
  change: (world: World, random: Random, index: number) => World['nodes'][number],
  isWorse = false,
): Fault {
  return (world, random) => {
    const joined = world.nodes.filter(({ metadata }) => metadata.name?.startsWith('node-'));
    const old = random.pick(joined);
    const nodes = changedIn(world.nodes, old, change(world, random, world.nodes.indexOf(old)));
    return { world: { ...world, nodes }, issue: issueOf(rule, 'Node', old.metadata), isWorse };
  };
}

function withConditions(world: World, index: number, told: readonly RawCondition[]): World['nodes'][number] {
  const old = world.nodes[index];
  if (old === undefined) throw new Error(`there is no node ${index}`);
  const types = new Set(told.map(({ type }) => type));
  const kept = (old.status?.conditions ?? []).filter(({ type }) => !types.has(type));
  return { ...old, status: { ...old.status, conditions: [...kept, ...told] } };
}

/** One pod more of whatever looks after one that runs, and it is not well. */
function onPod(rule: RuleName, given: (random: Random) => Parameters<typeof pod>[1]): Fault {
  return (world, random, number) => {
    const settled = world.all.filter(({ isSettled }) => isSettled);
    if (settled.length === 0) return undefined;
    const chosen = random.pick(settled);
    const { namespace, owner } = chosen;
    const name = `${chosen.name}-f${number}`;
    const raw = pod(name, { namespace, ...given(random), ...(owner === undefined ? {} : { owner }) });
    const added = { ...chosen, raw, name, isSettled: false };
    return {
      world: { ...world, all: [...world.all, added], pods: [...world.pods, raw] },
      issue: ofPod(rule, added),
    };
  };
}

function ofPod(rule: RuleName, { owner, namespace, name }: WorldPod): string {
  return `${rule} ${owner?.[0] ?? 'Pod'} ${namespace} ${owner?.[1] ?? name}`;
}

/** Fewer than any strategy of the world allows: none, or too few, or an update that has stopped. */
const deploymentShort: Fault = (world, random) => {
  const wanted = world.deployments.filter(({ spec }) => (spec?.replicas ?? 0) > 0);
  if (wanted.length === 0) return undefined;
  const old = random.pick(wanted);
  const replicas = old.spec?.replicas ?? 0;
  const stopped = condition('Progressing', 'False', -5, { reason: 'ProgressDeadlineExceeded', message: 'timed out' });
  const kept = (old.status?.conditions ?? []).filter(({ type }) => type !== 'Progressing');
  const status = random.chance(0.3)
    ? { ...old.status, conditions: [...kept, stopped] }
    : { ...old.status, availableReplicas: random.below(replicas - Math.floor(replicas / 4)) };
  const deployments = changedIn(world.deployments, old, { ...old, status });
  const isWorse = (status.availableReplicas ?? 0) === 0;
  return { world: { ...world, deployments }, issue: issueOf('replica_shortfall', 'Deployment', old.metadata), isWorse };
};

const statefulSetShort: Fault = (world, random) => {
  if (world.statefulSets.length === 0) return undefined;
  const old = random.pick(world.statefulSets);
  const availableReplicas = random.below((old.spec?.replicas ?? 0) - 1);
  const now = { ...old, status: { ...old.status, availableReplicas } };
  const statefulSets = changedIn(world.statefulSets, old, now);
  const isWorse = availableReplicas === 0;
  return {
    world: { ...world, statefulSets },
    issue: issueOf('replica_shortfall', 'StatefulSet', old.metadata),
    isWorse,
  };
};

const daemonSetShort: Fault = (world, random) => {
  const joined = world.nodes.filter(({ metadata }) => metadata.name?.startsWith('node-')).length;
  if (world.daemonSets.length === 0) return undefined;
  const old = random.pick(world.daemonSets);
  const numberAvailable = random.below(joined - 1);
  const daemonSets = changedIn(world.daemonSets, old, { ...old, status: { ...old.status, numberAvailable } });
  const isWorse = numberAvailable === 0;
  return { world: { ...world, daemonSets }, issue: issueOf('replica_shortfall', 'DaemonSet', old.metadata), isWorse };
};

const jobFailing: Fault = (world, random, number) => {
  const namespace = 'team-0';
  const status = random.chance(0.5) ? jobs.failed : { failed: random.between(3, 9) };
  const cronJob = `cron-f${number}`;
  const broken = random.chance(0.5)
    ? job(`job-f${number}`, { namespace, status })
    : job(`${cronJob}-9`, { namespace, cronJob, createdSeconds: -60, status });
  const before = job(`${cronJob}-1`, { namespace, cronJob, createdSeconds: -9_000, status: jobs.complete });
  const issue =
    broken.metadata.name === `job-f${number}` ? `Job ${namespace} job-f${number}` : `CronJob ${namespace} ${cronJob}`;
  return { world: { ...world, jobs: [...world.jobs, before, broken] }, issue: `job_failing ${issue}` };
};

const budgetTight: Fault = (world, random) => {
  if (world.budgets.length === 0) return undefined;
  const old = random.pick(world.budgets);
  const healthy = random.between(0, 3);
  const status = { expectedPods: 3, currentHealthy: healthy, desiredHealthy: 3 };
  return {
    world: { ...world, budgets: changedIn(world.budgets, old, { ...old, status }) },
    issue: issueOf('budget_without_headroom', 'PodDisruptionBudget', old.metadata),
  };
};

const autoscalerFull: Fault = (world, random) => {
  if (world.autoscalers.length === 0) return undefined;
  const old = random.pick(world.autoscalers);
  const conditions = random.chance(0.5)
    ? [condition('ScalingLimited', 'True', -random.between(300, 900), { reason: 'TooManyReplicas' })]
    : [];
  const status = { currentReplicas: 5, desiredReplicas: 5, conditions };
  return {
    world: { ...world, autoscalers: changedIn(world.autoscalers, old, { ...old, status }) },
    issue: issueOf('autoscaler_at_maximum', 'HorizontalPodAutoscaler', old.metadata),
  };
};

const nodeFull: Fault = (world, random) => {
  const old = random.pick(world.nodeUsage);
  const usage = random.chance(0.5) ? { cpu: '14900m', memory: '1Gi' } : { cpu: '1', memory: '63Gi' };
  return {
    world: { ...world, nodeUsage: changedIn(world.nodeUsage, old, { ...old, usage }) },
    issue: issueOf('usage_near_limit', 'Node', old.metadata),
  };
};

const podFull: Fault = (world, random) => {
  const settled = world.all.filter(({ isSettled }) => isSettled);
  if (settled.length === 0) return undefined;
  const chosen = random.pick(settled);
  const isOf = ({ metadata }: Named) => metadata.namespace === chosen.namespace && metadata.name === chosen.name;
  const old = world.podUsage.find(isOf);
  if (old === undefined) return undefined;
  const now = { ...old, containers: [{ usage: { cpu: '10m', memory: '500Mi' } }] };
  return {
    world: { ...world, podUsage: changedIn(world.podUsage, old, now) },
    issue: ofPod('usage_near_limit', chosen),
  };
};

/** Just now as far as the node tells, or some days ago. */
function cordoned(spec: NonNullable<World['nodes'][number]['spec']>, isWorse: boolean): Fault {
  return onNode('node_cordoned', (world, _, index) => ({ ...withConditions(world, index, []), spec }), isWorse);
}

const taints = [{ key: 'node.kubernetes.io/unschedulable', timeAdded: '2026-10-29T12:00:00Z' }];

/** Every way a rule can be broken, by the rule that must tell of it. */
export const faults: Readonly<Record<RuleName, readonly Fault[]>> = {
  node_not_ready: [
    onNode('node_not_ready', (world, random, index) =>
      withConditions(world, index, [condition('Ready', random.pick(['False', 'Unknown']), -random.between(0, 900))]),
    ),
  ],
  node_pressure: [
    onNode('node_pressure', (world, random, index) => {
      const types = random.shuffled(['MemoryPressure', 'DiskPressure', 'PIDPressure']).slice(0, random.between(1, 3));
      return withConditions(
        world,
        index,
        types.map((type) => condition(type, 'True', -60)),
      );
    }),
  ],
  node_cordoned: [cordoned({ unschedulable: true }, false), cordoned({ unschedulable: true, taints }, true)],
  crash_loop: [onPod('crash_loop', () => ({ ready: false, container: containers.crashLooping }))],
  image_pull: [onPod('image_pull', () => ({ ready: false, container: containers.withoutImage }))],
  oom_killed: [
    onPod('oom_killed', (random) => ({
      ready: false,
      container: containers.killedForMemory(-60, random.chance(0.5)),
    })),
  ],
  unschedulable: [
    onPod('unschedulable', (random) => ({ phase: 'Pending', conditions: [unplaced(-random.between(30, 900))] })),
  ],
  replica_shortfall: [deploymentShort, statefulSetShort, daemonSetShort],
  autoscaler_at_maximum: [autoscalerFull],
  usage_near_limit: [nodeFull, podFull],
  job_failing: [jobFailing],
  budget_without_headroom: [budgetTight],
};

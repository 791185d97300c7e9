import { daemonSetAllowance, deploymentAllowance, statefulSetAllowance } from './allowance.ts';
import {
  type AutoscalerFacts,
  type BudgetFacts,
  type JobFacts,
  type NodeFacts,
  objectKey,
  type PodFacts,
  type Pressure,
  type WarningFacts,
  type WorkloadFacts,
} from './facts.ts';
import { kibibytes, millis } from './quantity.ts';
import { noRequests, requestsOf } from './requests.ts';
import type {
  RawAutoscaler,
  RawBudget,
  RawCondition,
  RawContainer,
  RawDaemonSet,
  RawDeployment,
  RawEvent,
  RawJob,
  RawMetadata,
  RawNode,
  RawPod,
  RawStatefulSet,
} from './raw.ts';
import { cut, shared } from './strings.ts';
import { timeOf } from './times.ts';
import { troublesOf } from './troubles.ts';
import { type RawWorkloadSpec, workloadSpec } from './workload-spec.ts';

/** From an object of the API to the facts kept of it: what a reflector is given as `keep`. */

const pressureTypes: readonly (readonly [string, Pressure])[] = [
  ['MemoryPressure', 'memory'],
  ['DiskPressure', 'disk'],
  ['PIDPressure', 'pid'],
];

/** A kubelet that registers its node says NotReady in the same moment, give or take. */
const sameMomentMs = 5_000;

export function keepNode({ metadata, spec, status }: RawNode): NodeFacts {
  const conditions = status?.conditions ?? [];
  const ready = conditionOf(conditions, 'Ready');
  const readySince = timeOf(ready?.lastTransitionTime);
  const createdAt = timeOf(metadata.creationTimestamp) ?? 0;
  const pressed = pressureTypes.filter(([type]) => conditionOf(conditions, type)?.status === 'True');
  const taint = spec?.taints?.find(({ key }) => key === 'node.kubernetes.io/unschedulable');
  const since = pressed.flatMap(([type]) => timeOf(conditionOf(conditions, type)?.lastTransitionTime) ?? []);
  const unready = ready === undefined || ready.status === 'False';
  return {
    name: shared(metadata.name ?? ''),
    uid: metadata.uid ?? '',
    createdAt,
    ready: ready?.status === 'True' || ready?.status === 'False' ? ready.status : 'Unknown',
    readySince,
    readyMessage: ready?.status === 'True' ? '' : cut(ready?.message || ready?.reason),
    neverReady:
      unready &&
      (ready === undefined || (readySince !== undefined && Math.abs(readySince - createdAt) <= sameMomentMs)),
    pressures: pressed.map(([, pressure]) => pressure),
    pressureSince: since.length === 0 ? undefined : Math.min(...since),
    cordoned: spec?.unschedulable === true,
    cordonedSince: spec?.unschedulable === true ? timeOf(taint?.timeAdded) : undefined,
    version: shared(status?.nodeInfo?.kubeletVersion ?? ''),
    labels: Object.entries(metadata.labels ?? {})
      .map(([key, value]) => shared(`${key}=${value}`))
      .toSorted(),
    tainted: (spec?.taints ?? []).some(keepsOff),
    cpuMillis: millis(status?.allocatable?.['cpu']),
    memoryKiB: kibibytes(status?.allocatable?.['memory']),
    podCapacity: Number(status?.allocatable?.['pods'] ?? 0),
  };
}

/** Those that Kubernetes sets by itself say what is said already: that it is cordoned, not ready or under pressure. */
function keepsOff({ key, effect }: { readonly key: string; readonly effect?: string }): boolean {
  return (effect === 'NoSchedule' || effect === 'NoExecute') && !key.startsWith('node.kubernetes.io/');
}

export function keepPod(pod: RawPod): PodFacts {
  const { metadata, spec, status } = pod;
  const phase = status?.phase ?? 'Pending';
  const { deletionTimestamp: deletedAt } = metadata;
  const isFinished = phase === 'Succeeded' || phase === 'Failed';
  const shouldRun = deletedAt === undefined && !isFinished;
  const requests = isFinished ? noRequests : requestsOf(spec);
  return {
    owner: shared(ownerOf(metadata)),
    node: shared(spec?.nodeName ?? ''),
    phase: shared(phase),
    ready: conditionOf(status?.conditions, 'Ready')?.status === 'True',
    goneBy: deletedAt === undefined ? undefined : (timeOf(deletedAt) ?? 0),
    memoryLimitKiB: shouldRun ? memoryLimit(spec?.containers ?? []) : 0,
    cpuRequested: requests.cpuMillis,
    memoryRequestedKiB: requests.memoryKiB,
    troubles: shouldRun ? troublesOf(pod) : undefined,
  };
}

/** As `Kind/namespace/name`. A ReplicaSet that belongs to a Deployment is named after it and the hash of the pods' template. */
export function ownerOf({ namespace = '', labels, ownerReferences = [] }: RawMetadata): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  // What a kubelet runs of its own accord names its node as its owner.
  if (owner === undefined || owner.kind === 'Node') return '';
  const hash = labels?.['pod-template-hash'];
  return owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`)
    ? objectKey('Deployment', namespace, owner.name.slice(0, -hash.length - 1))
    : objectKey(owner.kind, namespace, owner.name);
}

function memoryLimit(containers: readonly RawContainer[]): number {
  let sum = 0;
  for (const { resources } of containers) {
    const limit = kibibytes(resources?.limits?.['memory']);
    if (limit === 0) return 0;
    sum += limit;
  }
  return sum;
}

export function keepDeployment({ metadata, spec, status }: RawDeployment): WorkloadFacts {
  const desired = spec?.replicas ?? 1;
  const updated = status?.updatedReplicas ?? 0;
  const available = conditionOf(status?.conditions, 'Available');
  const progressing = conditionOf(status?.conditions, 'Progressing');
  const isStuck = progressing?.status === 'False' && progressing.reason === 'ProgressDeadlineExceeded';
  const isSettled = progressing === undefined ? updated >= desired : progressing.reason === 'NewReplicaSetAvailable';
  const updating = !isSettled || !isObserved(metadata, status?.observedGeneration);
  const recreates = spec?.strategy?.type === 'Recreate';
  return {
    ...workload('Deployment', metadata, spec),
    desired,
    ready: status?.readyReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    updated,
    mayBeAway: recreates ? (updating ? desired : 0) : deploymentAllowance(desired, spec?.strategy?.rollingUpdate),
    updating,
    paused: spec?.paused === true,
    unavailableSince: available?.status === 'False' ? timeOf(available.lastTransitionTime) : undefined,
    stuck: isStuck ? cut(progressing.message || progressing.reason) : undefined,
    stuckSince: isStuck ? timeOf(progressing.lastTransitionTime) : undefined,
  };
}

export function keepStatefulSet({ metadata, spec, status }: RawStatefulSet): WorkloadFacts {
  const desired = spec?.replicas ?? 1;
  const byHand = spec?.updateStrategy?.type === 'OnDelete';
  return {
    ...workload('StatefulSet', metadata, spec),
    desired,
    ready: status?.readyReplicas ?? 0,
    available: status?.availableReplicas ?? 0,
    updated: status?.updatedReplicas ?? 0,
    mayBeAway: byHand ? 0 : statefulSetAllowance(desired, spec?.updateStrategy?.rollingUpdate),
    updating: status?.currentRevision !== status?.updateRevision || !isObserved(metadata, status?.observedGeneration),
    paused: false,
    unavailableSince: undefined,
    stuck: undefined,
    stuckSince: undefined,
  };
}

export function keepDaemonSet({ metadata, spec, status }: RawDaemonSet): WorkloadFacts {
  const desired = status?.desiredNumberScheduled ?? 0;
  const updated = status?.updatedNumberScheduled ?? 0;
  const byHand = spec?.updateStrategy?.type === 'OnDelete';
  return {
    ...workload('DaemonSet', metadata, spec),
    replicas: null,
    desired,
    ready: status?.numberReady ?? 0,
    available: status?.numberAvailable ?? 0,
    updated,
    mayBeAway: byHand ? 0 : daemonSetAllowance(desired, spec?.updateStrategy?.rollingUpdate),
    updating: updated < desired || !isObserved(metadata, status?.observedGeneration),
    paused: false,
    unavailableSince: undefined,
    stuck: undefined,
    stuckSince: undefined,
  };
}

function workload<Kind extends WorkloadFacts['kind']>(
  kind: Kind,
  metadata: RawMetadata,
  spec: RawWorkloadSpec | undefined,
) {
  const { namespace = '', name = '', uid = '' } = metadata;
  return { kind, namespace: shared(namespace), name, uid, ...workloadSpec(metadata, spec) };
}

/** Its controller has seen the object as it is now. */
function isObserved({ generation = 0 }: RawMetadata, observed = 0): boolean {
  return observed >= generation;
}

export function keepJob({ metadata, status }: RawJob): JobFacts {
  const failed = conditionOf(status?.conditions, 'Failed');
  const complete = conditionOf(status?.conditions, 'Complete');
  const end = failed?.status === 'True' ? 'Failed' : complete?.status === 'True' ? 'Complete' : undefined;
  const owner = metadata.ownerReferences?.find(({ kind, controller }) => kind === 'CronJob' && controller === true);
  return {
    namespace: shared(metadata.namespace ?? ''),
    name: metadata.name ?? '',
    cronJob: shared(owner?.name ?? ''),
    createdAt: timeOf(metadata.creationTimestamp) ?? 0,
    end,
    endedAt: timeOf((end === 'Failed' ? failed : complete)?.lastTransitionTime),
    message: end === 'Failed' ? shared(cut(failed?.message || failed?.reason)) : '',
    succeeded: status?.succeeded ?? 0,
    failed: status?.failed ?? 0,
  };
}

/** Counted from its status: how many it may spare now is lowered for minutes by each eviction. */
export function keepBudget({ metadata, status }: RawBudget): BudgetFacts {
  return {
    namespace: shared(metadata.namespace ?? ''),
    name: metadata.name ?? '',
    expected: status?.expectedPods ?? 0,
    healthy: status?.currentHealthy ?? 0,
    desiredHealthy: status?.desiredHealthy ?? 0,
  };
}

export function keepAutoscaler({ metadata, spec, status }: RawAutoscaler): AutoscalerFacts {
  const limited = conditionOf(status?.conditions, 'ScalingLimited');
  const wantsMore = limited?.status === 'True' && limited.reason === 'TooManyReplicas';
  return {
    namespace: shared(metadata.namespace ?? ''),
    name: metadata.name ?? '',
    target: shared(`${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`),
    minimum: spec?.minReplicas ?? 1,
    maximum: spec?.maxReplicas ?? 0,
    current: status?.currentReplicas ?? 0,
    desired: status?.desiredReplicas ?? 0,
    wantsMore,
    wantsMoreSince: wantsMore ? timeOf(limited.lastTransitionTime) : undefined,
  };
}

/** Undefined for an event that is no warning. What a ReplicaSet says is taken as said of its Deployment. */
export function keepWarning(event: RawEvent): WarningFacts | undefined {
  if (event.type !== 'Warning') return undefined;
  const { kind = '', namespace = '', name = '' } = event.involvedObject ?? {};
  const at = event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime;
  const ofReplicaSet = kind === 'ReplicaSet' && name.includes('-');
  return {
    about: shared(
      ofReplicaSet
        ? objectKey('Deployment', namespace, name.slice(0, name.lastIndexOf('-')))
        : objectKey(kind, namespace, name),
    ),
    text: shared(cut(event.message || event.reason)),
    at: timeOf(at) ?? timeOf(event.metadata.creationTimestamp) ?? 0,
  };
}

function conditionOf(conditions: readonly RawCondition[] | undefined, wanted: string): RawCondition | undefined {
  return conditions?.find(({ type }) => type === wanted);
}

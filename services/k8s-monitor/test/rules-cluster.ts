import { assess, type Assessment, defaultThresholds, type Thresholds } from '../src/rules/index.ts';
import { ClusterState } from '../src/state/cluster-state.ts';
import {
  keepAutoscaler,
  keepBudget,
  keepDaemonSet,
  keepDeployment,
  keepJob,
  keepNode,
  keepPod,
  keepStatefulSet,
  keepWarning,
} from '../src/state/keep.ts';
import type {
  RawAutoscaler,
  RawBudget,
  RawDaemonSet,
  RawDeployment,
  RawEvent,
  RawJob,
  RawMetadata,
  RawNode,
  RawNodeUsage,
  RawPod,
  RawPodUsage,
  RawStatefulSet,
} from '../src/state/raw.ts';
import { usageOf } from '../src/state/usage.ts';
import { at } from './rules-objects.ts';

/** All objects of a cluster, as lists of the API would hold them. */
export interface Objects {
  readonly nodes?: readonly RawNode[];
  readonly pods?: readonly RawPod[];
  readonly deployments?: readonly RawDeployment[];
  readonly statefulSets?: readonly RawStatefulSet[];
  readonly daemonSets?: readonly RawDaemonSet[];
  readonly jobs?: readonly RawJob[];
  readonly budgets?: readonly RawBudget[];
  readonly autoscalers?: readonly RawAutoscaler[];
  readonly events?: readonly RawEvent[];
  readonly nodeUsage?: readonly RawNodeUsage[];
  readonly podUsage?: readonly RawPodUsage[];
}

/** One call as a reflector makes it. */
export type Tell = (state: ClusterState) => void;

export function keyOf({ namespace, name = '' }: RawMetadata): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** What reflectors would tell of these objects, each of them for the first time. */
export function tellings(objects: Objects): readonly Tell[] {
  const each = <Raw extends { readonly metadata: RawMetadata }, Facts>(
    list: readonly Raw[] | undefined,
    keep: (object: Raw) => Facts | undefined,
    changed: (state: ClusterState) => (key: string, now: Facts | undefined, before: Facts | undefined) => void,
  ): readonly Tell[] =>
    (list ?? []).map((object) => (state) => changed(state)(keyOf(object.metadata), keep(object), undefined));
  return [
    ...each(objects.nodes, keepNode, (state) => state.changed.node),
    ...each(objects.pods, keepPod, (state) => state.changed.pod),
    ...each(objects.deployments, keepDeployment, (state) => state.changed.workload),
    ...each(objects.statefulSets, keepStatefulSet, (state) => state.changed.workload),
    ...each(objects.daemonSets, keepDaemonSet, (state) => state.changed.workload),
    ...each(objects.jobs, keepJob, (state) => state.changed.job),
    ...each(objects.budgets, keepBudget, (state) => state.changed.budget),
    ...each(objects.autoscalers, keepAutoscaler, (state) => state.changed.autoscaler),
    ...each(objects.events, keepWarning, (state) => state.changed.warning),
    (state) => state.setUsage(usageOf(objects.nodeUsage ?? [], objects.podUsage ?? [])),
  ];
}

export function stateOf(objects: Objects): ClusterState {
  const state = new ClusterState();
  for (const tell of tellings(objects)) tell(state);
  return state;
}

/** Seen at the start for the first time, and judged so many seconds after it. */
export function judged(objects: Objects, seconds = 0, thresholds: Thresholds = defaultThresholds): Assessment {
  const state = stateOf(objects);
  const first = assess(state, at(0), new Map(), thresholds);
  return seconds === 0 ? first : assess(state, at(seconds), first.waiting, thresholds);
}

/** `rule Kind/name`, in the order of the answer. */
export function issuesOf(assessment: Assessment): readonly string[] {
  return assessment.issues.map(({ rule, object }) => `${rule} ${object.kind}/${object.name}`);
}

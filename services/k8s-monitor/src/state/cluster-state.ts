import {
  type AutoscalerFacts,
  type BudgetFacts,
  type JobFacts,
  type NodeFacts,
  objectKey,
  type PodFacts,
  type Usage,
  type WarningFacts,
  type WorkloadFacts,
} from './facts.ts';
import { noRequests, type Requests } from './requests.ts';
import { noUsage } from './usage.ts';

/** `key` is the reflector's: `namespace/name`, or the name of what has no namespace. */
export type Change<Facts> = (key: string, now: Facts | undefined, before: Facts | undefined) => void;

/** A pod that uses at least this share of its memory is looked at; the rule may ask for more, not for less. */
export const leastShareWatched = 0.5;

export interface OwnedPods {
  readonly pods: number;
  readonly ready: number;
}

/**
 * What is known of one cluster, kept up to date change by change. Of its pods only counts and those in trouble are
 * held here, so that judging the cluster costs nothing for the many that are well.
 */
export class ClusterState {
  readonly #nodes = new Map<string, NodeFacts>();
  readonly #workloads = new Map<string, WorkloadFacts>();
  readonly #jobs = new Map<string, JobFacts>();
  readonly #budgets = new Map<string, BudgetFacts>();
  readonly #autoscalers = new Map<string, AutoscalerFacts>();
  readonly #podsOn = new Map<string, { pods: number; cpuMillis: number; memoryKiB: number }>();
  readonly #owned = new Map<string, { pods: number; ready: number }>();
  readonly #troubled = new Map<string, Map<string, PodFacts>>();
  readonly #unwell = new Map<string, Map<string, PodFacts>>();
  readonly #limited = new Map<string, PodFacts>();
  readonly #nearLimit = new Map<string, PodFacts>();
  readonly #warnings = new Map<string, Map<string, WarningFacts>>();
  #usage = noUsage;

  readonly changed = {
    node: setter(this.#nodes),
    pod: (key: string, now: PodFacts | undefined, before: PodFacts | undefined): void => {
      if (before !== undefined) this.#forgetPod(key, before);
      if (now !== undefined) this.#addPod(key, now);
    },
    workload: (_key: string, now: WorkloadFacts | undefined, before: WorkloadFacts | undefined): void => {
      if (before !== undefined) this.#workloads.delete(workloadKey(before));
      if (now !== undefined) this.#workloads.set(workloadKey(now), now);
    },
    job: setter(this.#jobs),
    budget: setter(this.#budgets),
    autoscaler: setter(this.#autoscalers),
    warning: (key: string, now: WarningFacts | undefined, before: WarningFacts | undefined): void => {
      if (before !== undefined) removeFrom(this.#warnings, before.about, key);
      if (now !== undefined) addTo(this.#warnings, now.about, key, now);
    },
  };

  get nodes(): ReadonlyMap<string, NodeFacts> {
    return this.#nodes;
  }

  /** By `Kind/namespace/name`. */
  get workloads(): ReadonlyMap<string, WorkloadFacts> {
    return this.#workloads;
  }

  get jobs(): ReadonlyMap<string, JobFacts> {
    return this.#jobs;
  }

  get budgets(): ReadonlyMap<string, BudgetFacts> {
    return this.#budgets;
  }

  get autoscalers(): ReadonlyMap<string, AutoscalerFacts> {
    return this.#autoscalers;
  }

  /** Pods with troubles, by the `Kind/namespace/name` of what looks after them, or their own. */
  get troubled(): ReadonlyMap<string, ReadonlyMap<string, PodFacts>> {
    return this.#troubled;
  }

  /** Pods of an owner that have not finished and are not ready, are being deleted or have troubles. */
  unwellOf(owner: string): ReadonlyMap<string, PodFacts> {
    return this.#unwell.get(owner) ?? nobody;
  }

  /** Pods that use at least `leastShareWatched` of the memory they may use. */
  get nearLimit(): ReadonlyMap<string, PodFacts> {
    return this.#nearLimit;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Pods on a node that have not finished. */
  podsOn(node: string): number {
    return this.#podsOn.get(node)?.pods ?? 0;
  }

  /** What these request together. */
  requestedOn(node: string): Requests {
    return this.#podsOn.get(node) ?? noRequests;
  }

  /** Pods of an owner that have not finished and are not about to go. */
  podsOf(owner: string): OwnedPods {
    return this.#owned.get(owner) ?? { pods: 0, ready: 0 };
  }

  /** The newest warning about an object, by its `Kind/namespace/name`. */
  warningAbout(object: string): WarningFacts | undefined {
    let newest: readonly [string, WarningFacts] | undefined;
    for (const entry of this.#warnings.get(object) ?? []) {
      const [key, { at }] = entry;
      if (newest === undefined || at > newest[1].at || (at === newest[1].at && key > newest[0])) newest = entry;
    }
    return newest?.[1];
  }

  setUsage(usage: Usage): void {
    this.#usage = usage;
    this.#nearLimit.clear();
    for (const [key, pod] of this.#limited) this.#compareWithLimit(key, pod);
  }

  #addPod(key: string, pod: PodFacts): void {
    if (pod.troubles !== undefined) addTo(this.#troubled, ownerKey(key, pod), key, pod);
    if (pod.memoryLimitKiB > 0) {
      this.#limited.set(key, pod);
      this.#compareWithLimit(key, pod);
    }
    if (isFinished(pod)) return;
    if (!isWell(pod)) addTo(this.#unwell, ownerKey(key, pod), key, pod);
    this.#countOnNode(pod, 1);
    this.#countOwned(pod, 1);
  }

  #forgetPod(key: string, pod: PodFacts): void {
    if (pod.troubles !== undefined) removeFrom(this.#troubled, ownerKey(key, pod), key);
    this.#limited.delete(key);
    this.#nearLimit.delete(key);
    if (isFinished(pod)) return;
    if (!isWell(pod)) removeFrom(this.#unwell, ownerKey(key, pod), key);
    this.#countOnNode(pod, -1);
    this.#countOwned(pod, -1);
  }

  #countOwned({ owner, goneBy, ready }: PodFacts, by: 1 | -1): void {
    if (owner === '' || goneBy !== undefined) return;
    const owned = this.#owned.get(owner) ?? { pods: 0, ready: 0 };
    owned.pods += by;
    if (ready) owned.ready += by;
    if (owned.pods === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, owned);
  }

  #countOnNode({ node, cpuRequested, memoryRequestedKiB }: PodFacts, by: 1 | -1): void {
    if (node === '') return;
    const on = this.#podsOn.get(node) ?? { pods: 0, ...noRequests };
    on.pods += by;
    on.cpuMillis += by * cpuRequested;
    on.memoryKiB += by * memoryRequestedKiB;
    if (on.pods === 0) this.#podsOn.delete(node);
    else this.#podsOn.set(node, on);
  }

  #compareWithLimit(key: string, pod: PodFacts): void {
    const used = this.#usage.pods.get(key) ?? 0;
    if (used >= pod.memoryLimitKiB * leastShareWatched) this.#nearLimit.set(key, pod);
  }
}

export function ownerKey(key: string, { owner }: PodFacts): string {
  return owner === '' ? `Pod/${key}` : owner;
}

function workloadKey({ kind, namespace, name }: WorkloadFacts): string {
  return objectKey(kind, namespace, name);
}

const nobody: ReadonlyMap<string, PodFacts> = new Map();

function isWell({ ready, goneBy, troubles }: PodFacts): boolean {
  return ready && goneBy === undefined && troubles === undefined;
}

function isFinished({ phase }: PodFacts): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

function setter<Facts>(map: Map<string, Facts>): Change<Facts> {
  return (key, now) => {
    if (now === undefined) map.delete(key);
    else map.set(key, now);
  };
}

function addTo<Facts>(groups: Map<string, Map<string, Facts>>, group: string, key: string, facts: Facts): void {
  const members = groups.get(group);
  if (members === undefined) groups.set(group, new Map([[key, facts]]));
  else members.set(key, facts);
}

function removeFrom<Facts>(groups: Map<string, Map<string, Facts>>, group: string, key: string): void {
  const members = groups.get(group);
  members?.delete(key);
  if (members?.size === 0) groups.delete(group);
}

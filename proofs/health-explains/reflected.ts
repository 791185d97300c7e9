import { ClusterState } from '../../services/k8s-monitor/src/state/cluster-state.ts';
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
} from '../../services/k8s-monitor/src/state/keep.ts';
import type { RawMetadata } from '../../services/k8s-monitor/src/state/raw.ts';
import { usageOf } from '../../services/k8s-monitor/src/state/usage.ts';
import { keyOf } from '../../services/k8s-monitor/test/rules-cluster.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

type Named = { readonly metadata: RawMetadata };

interface Held {
  readonly list: readonly Named[];
  readonly objects: Map<string, { readonly raw: Named; readonly facts: unknown }>;
}

/** A state that is told of a world as reflectors would: what is new, what changed, what went, in any order. */
export class Reflected {
  readonly state = new ClusterState();
  readonly #held = new Map<string, Held>();
  #metered: readonly unknown[] = [];

  tell(world: World, random: Random): void {
    const { changed } = this.state;
    const calls = [
      ...this.#calls('node', world.nodes, keepNode, changed.node),
      ...this.#calls('pod', world.pods, keepPod, changed.pod),
      ...this.#calls('deployment', world.deployments, keepDeployment, changed.workload),
      ...this.#calls('statefulset', world.statefulSets, keepStatefulSet, changed.workload),
      ...this.#calls('daemonset', world.daemonSets, keepDaemonSet, changed.workload),
      ...this.#calls('job', world.jobs, keepJob, changed.job),
      ...this.#calls('budget', world.budgets, keepBudget, changed.budget),
      ...this.#calls('autoscaler', world.autoscalers, keepAutoscaler, changed.autoscaler),
      ...this.#calls('event', world.events, keepWarning, changed.warning),
      ...this.#usageCalls(world),
    ];
    for (const call of random.shuffled(calls)) call();
  }

  #usageCalls({ nodeUsage, podUsage }: World): readonly (() => void)[] {
    if (this.#metered[0] === nodeUsage && this.#metered[1] === podUsage) return [];
    this.#metered = [nodeUsage, podUsage];
    return [() => this.state.setUsage(usageOf(nodeUsage, podUsage))];
  }

  #calls<Raw extends Named, Facts>(
    kind: string,
    list: readonly Raw[],
    keep: (raw: Raw) => Facts | undefined,
    change: (key: string, now: Facts | undefined, before: Facts | undefined) => void,
  ): readonly (() => void)[] {
    const last = this.#held.get(kind);
    if (last?.list === list) return [];
    const objects: Held['objects'] = last?.objects ?? new Map();
    this.#held.set(kind, { list, objects });
    const now = new Map(list.map((raw) => [keyOf(raw.metadata), raw]));
    const gone = [...objects.keys()].filter((key) => !now.has(key));
    const changes = [...now].filter(([key, raw]) => objects.get(key)?.raw !== raw);
    const set = (key: string, raw: Raw | undefined) => () => {
      // What is held of a kind came from that kind's `keep`.
      const before = objects.get(key)?.facts as Facts | undefined;
      const facts = raw === undefined ? undefined : keep(raw);
      if (raw === undefined) objects.delete(key);
      else objects.set(key, { raw, facts });
      change(key, facts, before);
    };
    return [...gone.map((key) => set(key, undefined)), ...changes.map(([key, raw]) => set(key, raw))];
  }
}

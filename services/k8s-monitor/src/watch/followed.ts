import { type KeptLimit, type ClusterClient, Reflector, resources } from '@wheelhouse/kubernetes';
import type { Change, ClusterState } from '../state/cluster-state.ts';
import type { PodFacts } from '../state/facts.ts';
import {
  keepAutoscaler,
  keepBudget,
  keepDaemonSet,
  keepDeployment,
  keepJob,
  keepNode,
  keepPod,
  keepStatefulSet,
} from '../state/keep.ts';
import type { Category } from '../rules/index.ts';
import { newestWarnings } from './newest-warnings.ts';

/** A kind of object that is followed, whatever is kept of it. */
export interface Followed {
  /** As in the rights of a role: `deployments.apps`. */
  readonly resource: string;
  /** Without it nothing is judged. */
  readonly required: boolean;
  /** Of the issues that are not found without it. */
  readonly category: Category;
  readonly reflector: {
    readonly isSynced: boolean;
    readonly observedAt: number | undefined;
    readonly fault: Error | undefined;
    readonly run: (signal: AbortSignal) => Promise<void>;
  };
}

interface FollowOptions {
  readonly client: ClusterClient;
  readonly state: ClusterState;
  readonly keptLimit: KeptLimit;
  /** Something is not as it was. */
  readonly changed: () => void;
  readonly podChanged: Change<PodFacts>;
  readonly log: (text: string, error: unknown) => void;
  readonly clock: () => number;
}

/** Small pages: what is read and let go again, all kinds of a cluster at once, is most of what a start takes in memory. */
const pageSize = 100;

/** Everything that is followed of a cluster, each change put into its state. */
export function follow({
  client,
  state,
  keptLimit,
  changed,
  podChanged,
  log,
  clock,
}: FollowOptions): readonly Followed[] {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties `keep` to the reflector it is handed to
  const one = <Raw, Kept>(
    [resource, category]: readonly [string, Category],
    path: string,
    keep: (object: Raw) => Kept | undefined,
    apply: Change<Kept>,
    { required = false, fieldSelector }: { readonly required?: boolean; readonly fieldSelector?: string } = {},
  ): Followed => ({
    resource,
    required,
    category,
    reflector: new Reflector<Raw, Kept>({
      client,
      path,
      pageSize,
      keptLimit,
      keep,
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      onChange: (key, now, before) => {
        apply(key, now, before);
        changed();
      },
      log,
      clock,
    }),
  });
  const { changed: put } = state;
  const required = { required: true };
  const putPod: Change<PodFacts> = (key, now, before) => {
    put.pod(key, now, before);
    podChanged(key, now, before);
  };
  const warnings = newestWarnings(put.warning);
  return [
    one(['nodes', 'nodes'], resources.nodes, keepNode, put.node, required),
    one(['pods', 'workloads'], resources.pods, keepPod, putPod, required),
    one(['deployments.apps', 'workloads'], resources.deployments, keepDeployment, put.workload, required),
    one(['statefulsets.apps', 'workloads'], resources.statefulSets, keepStatefulSet, put.workload, required),
    one(['daemonsets.apps', 'workloads'], resources.daemonSets, keepDaemonSet, put.workload, required),
    one(['jobs.batch', 'jobs'], resources.jobs, keepJob, put.job),
    one(['poddisruptionbudgets.policy', 'disruption'], resources.budgets, keepBudget, put.budget),
    one(['horizontalpodautoscalers.autoscaling', 'capacity'], resources.autoscalers, keepAutoscaler, put.autoscaler),
    one(['events', 'workloads'], resources.events, warnings.keep, warnings.apply, { fieldSelector: 'type=Warning' }),
  ];
}

/** The oldest sign of life of what is required; undefined while one of them gives none. */
export function observedAt(followed: readonly Followed[]): number | undefined {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { required, reflector } of followed) {
    if (!required) continue;
    const at = reflector.observedAt;
    if (at === undefined) return undefined;
    oldest = Math.min(oldest, at);
  }
  return Number.isFinite(oldest) ? oldest : undefined;
}

/** Why the cluster is not observed, in words; undefined while it is. */
export function faultOf(followed: readonly Followed[]): string | undefined {
  for (const { required, resource, reflector } of followed)
    if (required && reflector.fault !== undefined) return `${resource}: ${reflector.fault.message}`;
  return undefined;
}

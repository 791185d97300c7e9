/** A right in a cluster, as Kubernetes names it; a subresource stands behind a slash (`pods/eviction`). */
export interface Right {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
}

export interface NeededRight extends Right {
  readonly needed_by: 'k8s-monitor' | 'action-agent';
  readonly why: string;
  /** Without it the cluster cannot be watched, and is Degraded. */
  readonly essential: boolean;
}

export interface Rule {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly why: string;
  readonly essential?: true;
}

const watched = ['get', 'list', 'watch'];

/** The manifest grants exactly these. */
export const monitorRules: readonly Rule[] = [
  {
    group: '',
    resources: ['nodes'],
    verbs: watched,
    why: 'nodes: whether they are ready, under pressure or cordoned, and their capacity',
    essential: true,
  },
  {
    group: '',
    resources: ['pods'],
    verbs: watched,
    why: 'pods: which crash, cannot pull an image, run out of memory or cannot be scheduled',
    essential: true,
  },
  {
    group: 'apps',
    resources: ['deployments', 'statefulsets', 'daemonsets'],
    verbs: watched,
    why: 'workloads: whether each has the desired number of replicas',
    essential: true,
  },
  {
    group: 'batch',
    resources: ['jobs'],
    verbs: watched,
    why: 'jobs: which fail',
    essential: true,
  },
  {
    group: '',
    resources: ['events'],
    verbs: watched,
    why: "warnings: problems reported by the cluster's own components",
  },
  {
    group: 'policy',
    resources: ['poddisruptionbudgets'],
    verbs: watched,
    why: 'disruption budgets: which allow no evictions',
  },
  {
    group: 'autoscaling',
    resources: ['horizontalpodautoscalers'],
    verbs: watched,
    why: 'autoscalers: which are at their maximum',
  },
  {
    group: 'metrics.k8s.io',
    resources: ['nodes', 'pods'],
    verbs: ['get', 'list'],
    why: 'CPU and memory usage, if the cluster has a metrics server',
  },
];

/** The agent comes in with credentials of its own; these say whether the registered ones would do for it. */
const agentRules: readonly Rule[] = [
  { group: '', resources: ['pods'], verbs: ['get', 'list', 'delete'], why: 'restarts a pod, sees a node become empty' },
  { group: '', resources: ['pods/eviction'], verbs: ['create'], why: 'drains a node within disruption budgets' },
  { group: '', resources: ['nodes'], verbs: ['get', 'list', 'patch'], why: 'cordons and uncordons nodes' },
  {
    group: 'apps',
    resources: ['deployments'],
    verbs: ['get', 'list', 'patch', 'update'],
    why: 'scales and restarts Deployments',
  },
  {
    group: 'policy',
    resources: ['poddisruptionbudgets'],
    verbs: ['list'],
    why: 'plans a drain around disruption budgets',
  },
];

export const neededRights: readonly NeededRight[] = [
  ...rightsIn('k8s-monitor', monitorRules),
  ...rightsIn('action-agent', agentRules),
];

function rightsIn(needed_by: NeededRight['needed_by'], rules: readonly Rule[]): readonly NeededRight[] {
  return rules.flatMap(({ group, resources, verbs, why, essential = false }) =>
    resources.flatMap((resource) =>
      verbs.map((verb): NeededRight => ({ group, resource, verb, needed_by, why, essential })),
    ),
  );
}

/** A right in a cluster, as Kubernetes names it; a subresource stands behind a slash (`pods/eviction`). */
export interface Right {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  /** On the object of this name only. */
  readonly name?: string;
}

export interface NeededRight extends Right {
  readonly needed_by: 'k8s-monitor' | 'action-agent' | 'platform';
  readonly why: string;
  /** Without it the cluster cannot be watched, and is Degraded. */
  readonly essential: boolean;
  /** No manifest grants it: an administrator who wants what it is for does so. */
  readonly optional: boolean;
}

export interface Rule {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** On the object of this name only. */
  readonly name?: string;
  readonly why: string;
  readonly essential?: true;
  readonly optional?: true;
}

const watched = ['get', 'list', 'watch'];

/** The manifest grants exactly those of these that are not optional. */
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
  {
    group: '',
    resources: ['pods/log'],
    verbs: ['get'],
    why: 'to show logs of workloads, and to let agents read the last lines of crashed containers',
    optional: true,
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

/** The role that is bound in each CloudSpace. */
export const cloudspaceRole = 'wheelhouse-cloudspace';

/** What deploying needs in the whole cluster; the deploy manifest grants exactly these there. */
export const platformRules: readonly Rule[] = [
  {
    group: '',
    resources: ['namespaces'],
    verbs: [...watched, 'create', 'patch', 'delete'],
    why: 'CloudSpaces: makes, changes and removes their namespaces',
  },
  {
    group: '',
    resources: ['pods', 'services'],
    verbs: watched,
    why: 'pods and Services: how far a deployment is, and why it is stuck',
  },
  {
    group: 'apps',
    resources: ['deployments'],
    verbs: watched,
    why: 'Deployments: whether each is as it was deployed',
  },
  {
    group: 'rbac.authorization.k8s.io',
    resources: ['rolebindings'],
    verbs: ['get', 'create', 'patch', 'delete'],
    why: 'gives itself its role in each CloudSpace',
  },
  {
    group: 'rbac.authorization.k8s.io',
    resources: ['clusterroles'],
    verbs: ['bind'],
    name: cloudspaceRole,
    why: 'may give itself that role, and no other',
  },
];

const kept = ['get', 'list', 'create', 'patch', 'delete'];

/** What it needs in a CloudSpace: the rules of `wheelhouse-cloudspace`, which count only where that is bound. */
export const cloudspaceRules: readonly Rule[] = [
  { group: 'apps', resources: ['deployments'], verbs: kept, why: 'apps: what runs' },
  { group: 'apps', resources: ['replicasets'], verbs: ['list'], why: 'apps: which pods are of which revision' },
  { group: '', resources: ['services'], verbs: kept, why: 'apps: the address inside the cluster' },
  { group: '', resources: ['services/proxy'], verbs: ['get'], why: 'apps: whether one answers' },
  { group: '', resources: ['pods'], verbs: ['get', 'list'], why: 'apps: why a pod does not start' },
  { group: '', resources: ['pods/log'], verbs: ['get'], why: 'apps: their logs' },
  { group: '', resources: ['events'], verbs: ['list'], why: 'apps: what the cluster itself says of a failure' },
  { group: '', resources: ['secrets'], verbs: kept, why: "apps' secrets, and the passwords of registries" },
  {
    group: 'policy',
    resources: ['poddisruptionbudgets'],
    verbs: kept,
    why: 'apps: keeps some running while nodes are drained',
  },
  {
    group: '',
    resources: ['serviceaccounts'],
    verbs: ['get', 'create', 'patch', 'delete'],
    why: 'the account apps run under, which may do nothing',
  },
  { group: '', resources: ['resourcequotas', 'limitranges'], verbs: kept, why: 'the quota of the CloudSpace' },
  {
    group: 'networking.k8s.io',
    resources: ['networkpolicies'],
    verbs: ['get', 'create', 'patch', 'delete'],
    why: 'keeps other namespaces out of the CloudSpace',
  },
];

export const platformRights: readonly NeededRight[] = rightsIn('platform', platformRules);

/** What the registered credentials are asked about; whether they, or those for deploying, have `platformRights` is asked apart. */
export const registeredRights: readonly NeededRight[] = [
  ...rightsIn('k8s-monitor', monitorRules),
  ...rightsIn('action-agent', agentRules),
];

export const neededRights: readonly NeededRight[] = [...registeredRights, ...platformRights];

function rightsIn(needed_by: NeededRight['needed_by'], rules: readonly Rule[]): readonly NeededRight[] {
  return rules.flatMap(({ group, resources, verbs, name, why, essential = false, optional = false }) =>
    resources.flatMap((resource) =>
      verbs.map(
        (verb): NeededRight => ({
          group,
          resource,
          verb,
          ...(name !== undefined && { name }),
          needed_by,
          why,
          essential,
          optional,
        }),
      ),
    ),
  );
}

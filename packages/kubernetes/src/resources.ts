/** Where the kinds of objects we know are listed and watched, over all namespaces. */
export const resources = {
  nodes: '/api/v1/nodes',
  pods: '/api/v1/pods',
  deployments: '/apis/apps/v1/deployments',
  statefulSets: '/apis/apps/v1/statefulsets',
  daemonSets: '/apis/apps/v1/daemonsets',
  jobs: '/apis/batch/v1/jobs',
  budgets: '/apis/policy/v1/poddisruptionbudgets',
  autoscalers: '/apis/autoscaling/v2/horizontalpodautoscalers',
  events: '/api/v1/events',
  nodeMetrics: '/apis/metrics.k8s.io/v1beta1/nodes',
  podMetrics: '/apis/metrics.k8s.io/v1beta1/pods',
} as const;

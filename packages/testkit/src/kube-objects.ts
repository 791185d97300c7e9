/** What tests make in a cluster. */

export const usualPods = 110;

/** Keeps off whatever does not say that it belongs here. */
export const reservedTaint = { key: 'wheelhouse.dev/reserved', effect: 'NoSchedule' };

export function nodeNamed(name: string, taints: readonly object[], pods: number) {
  const size = { cpu: '16', memory: '64Gi', pods: String(pods), 'ephemeral-storage': '100Gi' };
  const annotations = {
    'kwok.x-k8s.io/node': 'fake',
    'metrics.k8s.io/resource-metrics-path': `/metrics/nodes/${name}/metrics/resource`,
  };
  const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations },
    spec: { taints },
    status: { capacity: size, allocatable: size },
  };
}

export function namespaceNamed(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

export function deploymentNamed(
  name: string,
  node: string,
  {
    replicas,
    graceSeconds,
    annotations,
    spec: more,
  }: { replicas: number; graceSeconds: number; annotations: Readonly<Record<string, string>>; spec: object },
) {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations },
        spec: {
          containers: [{ name: 'web', image: 'web' }],
          terminationGracePeriodSeconds: graceSeconds,
          nodeSelector: { 'kubernetes.io/hostname': node },
          tolerations: [{ ...reservedTaint, operator: 'Exists' }],
        },
      },
      ...more,
    },
  };
}

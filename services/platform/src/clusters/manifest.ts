import { monitorRules, type Rule } from './needed-rights.ts';

/**
 * What an administrator applies to a cluster so that it can be watched. It holds no secret: Kubernetes makes the token.
 * deploy/rbac/k8s-monitor.yaml is the same text; a test compares them.
 */
export const monitorManifest = `# What Wheelhouse needs to watch a cluster, and nothing more: it reads, and changes nothing. It sees no Secrets.
# An installation serves this text at /api/platform/api/v1/cluster-manifest:
#
#   kubectl apply -f https://wheelhouse.example.com/api/platform/api/v1/cluster-manifest
#
# Logs of workloads are shown only where you grant that too, in all namespaces. With it the agents also read the last 50
# lines of containers that crashed, to find out why; secrets in these are masked before they are kept:
#
#   kubectl create clusterrole wheelhouse-pod-logs --verb=get --resource=pods/log
#   kubectl create clusterrolebinding wheelhouse-pod-logs --clusterrole=wheelhouse-pod-logs --serviceaccount=wheelhouse:wheelhouse-monitor
#
# or in one (kubectl -n NAMESPACE create rolebinding, with the same words).
apiVersion: v1
kind: Namespace
metadata:
  name: wheelhouse
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: wheelhouse-monitor
  namespace: wheelhouse
---
# Holds the token that the cluster is registered with. Delete it, and that token is worth nothing.
apiVersion: v1
kind: Secret
metadata:
  name: wheelhouse-monitor-token
  namespace: wheelhouse
  annotations:
    kubernetes.io/service-account.name: wheelhouse-monitor
type: kubernetes.io/service-account-token
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: wheelhouse-monitor
rules:
${monitorRules
  .filter(({ optional }) => optional !== true)
  .map(ruleText)
  .join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: wheelhouse-monitor
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: wheelhouse-monitor
subjects:
  - kind: ServiceAccount
    name: wheelhouse-monitor
    namespace: wheelhouse
`;

export function ruleText({ group, resources, verbs, name, why }: Rule): string {
  return [
    `  # ${why}`,
    `  - apiGroups: [${group === '' ? '""' : group}]`,
    `    resources: [${resources.join(', ')}]`,
    ...(name === undefined ? [] : [`    resourceNames: [${name}]`]),
    `    verbs: [${verbs.join(', ')}]`,
  ].join('\n');
}

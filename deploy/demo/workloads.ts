import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type Api, apply, type KubernetesObject } from '../../dev/engines/clusters/api.ts';
import { metricsRegistration } from '../../dev/engines/clusters/metrics-registration.ts';
import { workloads } from '../../dev/seed/workloads.ts';
import { metricsPort } from './files.ts';

/** What is put into the demo's cluster: the shop, and the accounts of monitor, platform and agent. */

const groups: Readonly<Record<string, string>> = {
  Namespace: '/api/v1/namespaces',
  Secret: '/api/v1/{namespace}/secrets',
  ServiceAccount: '/api/v1/{namespace}/serviceaccounts',
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  ValidatingAdmissionPolicy: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
  Deployment: '/apis/apps/v1/{namespace}/deployments',
  StatefulSet: '/apis/apps/v1/{namespace}/statefulsets',
  DaemonSet: '/apis/apps/v1/{namespace}/daemonsets',
  HorizontalPodAutoscaler: '/apis/autoscaling/v2/{namespace}/horizontalpodautoscalers',
  PodDisruptionBudget: '/apis/policy/v1/{namespace}/poddisruptionbudgets',
};

/** The API server lets in nobody without a name, but to metrics-server it has none itself. */
const figuresForTheApiServer: readonly KubernetesObject[] = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'demo-figures' },
    rules: [{ apiGroups: ['metrics.k8s.io'], resources: ['nodes', 'pods'], verbs: ['get', 'list'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'demo-figures' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'demo-figures' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:anonymous' }],
  },
];

export async function applyEverything(api: Api): Promise<void> {
  const accounts = ['k8s-monitor.yaml', 'platform.yaml', 'action-agent.yaml'].flatMap((file) =>
    parseAllDocuments(readFileSync(join(import.meta.dirname, '../rbac', file), 'utf8')).map(
      (document) => document.toJS() as KubernetesObject,
    ),
  );
  // It listens to nobody outside the cluster's container.
  for (const { collection, ...object } of metricsRegistration(metricsPort, { insecureSkipTLSVerify: true }))
    await apply(api, collection, object);
  for (const object of [...figuresForTheApiServer, ...accounts, ...(workloads() as readonly KubernetesObject[])])
    await apply(api, collectionOf(object), object);
}

function collectionOf({ kind, metadata }: KubernetesObject): string {
  const path = groups[kind];
  if (path === undefined) throw new Error(`the demo does not know where a ${kind} belongs`);
  return path.replace('{namespace}', `namespaces/${String(metadata['namespace'])}`);
}

import type { RegistryLogin } from '../cloudspaces/registries.ts';
import type { CloudspaceRow } from '../cloudspaces/store.ts';
import { cloudspaceRole } from '../clusters/needed-rights.ts';

/** What a CloudSpace is in its cluster, from its row alone: no reading, no clock. */

interface Body {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface ClusterObject extends Body {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}

/** An object that is to be there as it stands here, or one that is not to be there. */
export interface Wanted {
  /** Where it is made. */
  readonly collection: string;
  readonly name: string;
  readonly object: ClusterObject | null;
}

/** The account that the pods of all apps run under. */
const appAccount = 'wheelhouse-app';
export const cloudspaceLabel = 'wheelhouse.dev/cloudspace';
/** A namespace that has it may reach the apps: that of an ingress controller. Its value does not matter. */
const ingressLabel = 'wheelhouse.dev/ingress';
const managedBy = { 'app.kubernetes.io/managed-by': 'wheelhouse' };
const rbacGroup = 'rbac.authorization.k8s.io';
const pullSecret = 'wheelhouse-pull';
const ours = 'wheelhouse';

type Row = Pick<CloudspaceRow, 'id' | 'namespace' | 'quota' | 'pod_security'>;

export function namespaceOf({ id, namespace, pod_security: level }: Row): Wanted {
  const security = 'pod-security.kubernetes.io';
  const labels = {
    ...managedBy,
    [cloudspaceLabel]: id,
    [`${security}/enforce`]: level,
    [`${security}/warn`]: level,
    [`${security}/audit`]: level,
  };
  return {
    collection: '/api/v1/namespaces',
    name: namespace,
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } },
  };
}

/** Gives whoever deploys its rights in the namespace; everything below is written with them. */
export function bindingOf(row: Row, username: string): Wanted {
  return inNamespace(row, `/apis/${rbacGroup}/v1`, 'rolebindings', {
    apiVersion: `${rbacGroup}/v1`,
    kind: 'RoleBinding',
    name: cloudspaceRole,
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: cloudspaceRole },
    subjects: [subjectOf(username)],
  });
}

/** The walls first, so that nothing runs before they stand. */
export function contentsOf(row: Row, registries: readonly RegistryLogin[]): readonly Wanted[] {
  return [
    networkPolicyOf(row),
    limitRangeOf(row),
    quotaOf(row),
    pullSecretOf(row, registries),
    accountOf(row, registries),
  ];
}

/** As a role names the account that credentials are of. */
export function subjectOf(username: string): Readonly<Record<string, string>> {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  return namespace === undefined || name === undefined
    ? { apiGroup: rbacGroup, kind: 'User', name: username }
    : { kind: 'ServiceAccount', name, namespace };
}

/**
 * In: the CloudSpace's own pods, and namespaces that an administrator has labelled. Out: everything.
 *
 * The API server comes to pods too, when it is asked whether an app answers. No policy can name it: Kubernetes has no
 * selector for it, and its addresses are nowhere that our rights reach. From the node that a pod runs on every plugin
 * lets traffic in; from elsewhere it depends on the plugin. Where one keeps the API server out, an administrator adds
 * a policy of their own with its addresses, for policies only ever add to what is let in; ours would not be touched.
 */
function networkPolicyOf(row: Row): Wanted {
  return inNamespace(row, '/apis/networking.k8s.io/v1', 'networkpolicies', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    name: ours,
    spec: {
      podSelector: {},
      policyTypes: ['Ingress'],
      ingress: [
        { from: [{ podSelector: {} }] },
        { from: [{ namespaceSelector: { matchExpressions: [{ key: ingressLabel, operator: 'Exists' }] } }] },
      ],
    },
  });
}

/**
 * A quota refuses pods that do not say what they need, so they get what an app has by default. A limit of memory only
 * where the quota counts limits: it would refuse pods that ask for more and name no limit.
 */
function limitRangeOf(row: Row): Wanted {
  const limit = {
    type: 'Container',
    defaultRequest: { cpu: '100m', memory: '256Mi' },
    ...(row.quota?.memory !== undefined && { default: { memory: '256Mi' } }),
  };
  return inNamespace(row, '/api/v1', 'limitranges', {
    apiVersion: 'v1',
    kind: 'LimitRange',
    name: ours,
    spec: { limits: [limit] },
  });
}

export function quotaOf(row: Row): Wanted {
  const hard = hardOf(row.quota);
  if (Object.keys(hard).length === 0) return withoutObject(row, '/api/v1', 'resourcequotas', ours);
  return inNamespace(row, '/api/v1', 'resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    name: ours,
    spec: { hard },
  });
}

export function hardOf(quota: Row['quota']): Readonly<Record<string, string>> {
  return {
    ...(quota?.cpu !== undefined && { 'requests.cpu': quota.cpu }),
    ...(quota?.memory !== undefined && { 'limits.memory': quota.memory }),
    ...(quota?.pods !== undefined && { pods: String(quota.pods) }),
  };
}

function pullSecretOf(row: Row, registries: readonly RegistryLogin[]): Wanted {
  if (registries.length === 0) return withoutObject(row, '/api/v1', 'secrets', pullSecret);
  const auths = Object.fromEntries(
    registries.map(({ host, username, password }) => [
      keyOf(host),
      { username, password, auth: base64(`${username}:${password}`) },
    ]),
  );
  return inNamespace(row, '/api/v1', 'secrets', {
    apiVersion: 'v1',
    kind: 'Secret',
    name: pullSecret,
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': base64(JSON.stringify({ auths })) },
  });
}

/** Nodes know Docker Hub by this name alone. */
function keyOf(host: string): string {
  return host === 'docker.io' || host === 'index.docker.io' ? 'https://index.docker.io/v1/' : host;
}

function accountOf(row: Row, registries: readonly RegistryLogin[]): Wanted {
  return inNamespace(row, '/api/v1', 'serviceaccounts', {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    name: appAccount,
    automountServiceAccountToken: false,
    ...(registries.length > 0 && { imagePullSecrets: [{ name: pullSecret }] }),
  });
}

function inNamespace(
  { namespace }: Row,
  api: string,
  resource: string,
  { name, ...object }: Body & { readonly name: string },
): Wanted {
  return {
    collection: `${api}/namespaces/${namespace}/${resource}`,
    name,
    object: { ...object, metadata: { name, namespace, labels: managedBy } },
  };
}

function withoutObject({ namespace }: Row, api: string, resource: string, name: string): Wanted {
  return { collection: `${api}/namespaces/${namespace}/${resource}`, name, object: null };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

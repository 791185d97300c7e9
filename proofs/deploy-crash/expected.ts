import type { DeployLane } from './lane.ts';
import type { DeployWork } from './ways.ts';

/**
 * What there must be of an app and of a CloudSpace, written down from what was asked for and from the documentation alone:
 * nothing here knows how platform makes it.
 */
export interface ExpectedObject {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const managedBy = { 'app.kubernetes.io/managed-by': 'wheelhouse' };

export function appObjects(lane: DeployLane, { name, id, expected }: DeployWork): readonly ExpectedObject[] {
  if (expected === 'gone') return [];
  const labels = { ...managedBy, 'wheelhouse.dev/app': id(), 'app.kubernetes.io/name': name };
  const annotations = { 'wheelhouse.dev/revision': String(expected.revision) };
  const selector = { matchLabels: { 'wheelhouse.dev/app': id() } };
  const { node_selector: nodeSelector, tolerations } = lane.placement;
  const container = {
    name,
    image: `web:${expected.version}`,
    env: [{ name: 'VERSION', value: expected.version }],
    resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '16Mi' } },
    command: undefined,
    args: undefined,
    ports: undefined,
    livenessProbe: undefined,
    readinessProbe: undefined,
  };
  const pod = {
    serviceAccountName: 'wheelhouse-app',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 30,
    securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    nodeSelector,
    tolerations,
    containers: [container],
    initContainers: undefined,
    volumes: undefined,
  };
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } };
  const inside = `namespaces/${lane.namespace}`;
  return [
    {
      path: `/apis/apps/v1/${inside}/deployments/${name}`,
      fields: {
        metadata: { labels, annotations, deletionTimestamp: undefined },
        spec: {
          selector,
          strategy,
          progressDeadlineSeconds: 600,
          template: { metadata: { labels, annotations: undefined }, spec: pod },
        },
      },
    },
    {
      path: `/apis/policy/v1/${inside}/poddisruptionbudgets/${name}`,
      fields: {
        metadata: { labels, annotations, deletionTimestamp: undefined },
        spec: { maxUnavailable: 1, minAvailable: undefined, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector },
      },
    },
  ];
}

/** Of a CloudSpace with a quota of 5 pods and one registry. */
export function cloudspaceObjects({ name, id, expected }: DeployWork): readonly ExpectedObject[] {
  if (expected === 'gone') return [];
  const level = 'baseline';
  const security = 'pod-security.kubernetes.io';
  const inside = `namespaces/${name}`;
  const metadata = { labels: managedBy, deletionTimestamp: undefined };
  const login = { username: 'ci', password: 'of the proof' };
  const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const auths = { 'registry.example.test': { ...login, auth } };
  const subjects = [{ kind: 'ServiceAccount', name: 'wheelhouse-platform', namespace: 'wheelhouse' }];
  return [
    {
      path: `/api/v1/${inside}`,
      fields: {
        metadata: {
          labels: {
            ...managedBy,
            'wheelhouse.dev/cloudspace': id(),
            [`${security}/enforce`]: level,
            [`${security}/warn`]: level,
            [`${security}/audit`]: level,
          },
          deletionTimestamp: undefined,
        },
      },
    },
    {
      path: `/apis/rbac.authorization.k8s.io/v1/${inside}/rolebindings/wheelhouse-cloudspace`,
      fields: { metadata, roleRef: { kind: 'ClusterRole', name: 'wheelhouse-cloudspace' }, subjects },
    },
    {
      path: `/apis/networking.k8s.io/v1/${inside}/networkpolicies/wheelhouse`,
      fields: {
        metadata,
        spec: {
          podSelector: {},
          policyTypes: ['Ingress'],
          ingress: [
            { from: [{ podSelector: {} }] },
            {
              from: [
                { namespaceSelector: { matchExpressions: [{ key: 'wheelhouse.dev/ingress', operator: 'Exists' }] } },
              ],
            },
          ],
          egress: undefined,
        },
      },
    },
    {
      path: `/api/v1/${inside}/limitranges/wheelhouse`,
      fields: {
        metadata,
        spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '100m', memory: '256Mi' }, default: undefined }] },
      },
    },
    { path: `/api/v1/${inside}/resourcequotas/wheelhouse`, fields: { metadata, spec: { hard: { pods: '5' } } } },
    {
      path: `/api/v1/${inside}/secrets/wheelhouse-pull`,
      fields: {
        metadata,
        type: 'kubernetes.io/dockerconfigjson',
        data: { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') },
      },
    },
    {
      path: `/api/v1/${inside}/serviceaccounts/wheelhouse-app`,
      fields: { metadata, automountServiceAccountToken: false, imagePullSecrets: [{ name: 'wheelhouse-pull' }] },
    },
  ];
}

/**
 * Where an object differs from what is expected, by its path; undefined: must not be there. Lists have no more than they
 * should, and so have the maps that people fill; what else the API server fills in by itself is its own.
 */
export function differences(expected: unknown, actual: unknown, at = ''): readonly string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [at];
    return expected.flatMap((one, index) => differences(one, actual[index], `${at}[${index}]`));
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual ? [] : [at];
  if (typeof actual !== 'object' || actual === null) return [at];
  const given = new Map(Object.entries(actual));
  const wanted = Object.entries(expected);
  const isOurs = /\.(matchLabels|hard|data|requests|limits|nodeSelector)$/.test(at);
  const more = isOurs ? [...given.keys()].filter((key) => !wanted.some(([one]) => one === key)) : [];
  return [
    ...more.map((key) => `${at}.${key}`),
    ...wanted.flatMap(([key, value]) => differences(value, given.get(key), `${at}.${key}`)),
  ];
}

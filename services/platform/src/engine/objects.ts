import type { Content } from '../apps/content.ts';
import type { CloudspaceRow } from '../cloudspaces/store.ts';
import { appLabel, appServiceAccount, revisionAnnotation } from './names.ts';

/** What an app's objects are made of. */
export interface Wanted {
  readonly appId: string;
  readonly name: string;
  readonly revision: number;
  readonly content: Content;
  readonly cloudspace: Pick<CloudspaceRow, 'namespace' | 'placement' | 'pod_security'>;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Null: a worker, which nobody calls. */
export function serviceOf(wanted: Wanted): Manifest | null {
  const { port } = wanted.content;
  if (port === null) return null;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(wanted),
    spec: { selector: podSelector(wanted), ports: [{ name: 'http', port, targetPort: port, protocol: 'TCP' }] },
  };
}

/** One pod at a time, and never one that would not come up anyway: it must not block a drain for ever. */
export function budgetOf(wanted: Wanted): Manifest {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf(wanted),
    spec: {
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: podSelector(wanted) },
    },
  };
}

/** Says nothing of replicas: those are another manager's. */
export function deploymentOf(wanted: Wanted): Manifest {
  const { content } = wanted;
  const isRolling = content.strategy === 'rolling';
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(wanted),
    spec: {
      selector: { matchLabels: podSelector(wanted) },
      // Ours is the deadline that counts; the cluster's own only says the same.
      progressDeadlineSeconds: content.rollout_minutes * 60,
      revisionHistoryLimit: 3,
      strategy: isRolling
        ? { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } }
        : { type: 'Recreate' },
      template: { metadata: { labels: labelsOf(wanted) }, spec: podSpecOf(wanted) },
    },
  };
}

function podSpecOf({ name, content, cloudspace }: Wanted) {
  const { placement, pod_security: level } = cloudspace;
  const { node_selector: nodeSelector, tolerations } = placement ?? {};
  const seccompProfile = { type: 'RuntimeDefault' };
  return {
    serviceAccountName: appServiceAccount,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: content.grace_seconds,
    securityContext: level === 'restricted' ? { runAsNonRoot: true, seccompProfile } : { seccompProfile },
    containers: [containerOf(name, content, level)],
    ...(nodeSelector !== undefined && { nodeSelector }),
    ...(tolerations !== undefined && { tolerations }),
  };
}

/** So long a pod that goes still answers: until then requests may be sent to it. */
const outOfEndpointsSeconds = 5;

function containerOf(name: string, content: Content, level: CloudspaceRow['pod_security']) {
  const { source, port, resources, env, command, args, grace_seconds: grace } = content;
  const { cpu_request, cpu_limit, memory_request, memory_limit } = resources;
  const variables = Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    name,
    image: source.image,
    ...(command !== null && { command }),
    ...(args !== null && { args }),
    env: [
      ...(port === null ? [] : [{ name: 'PORT', value: String(port) }]),
      ...variables.map(([variable, value]) => ({ name: variable, value })),
    ],
    resources: {
      requests: { cpu: cpu_request, memory: memory_request },
      limits: { memory: memory_limit, ...(cpu_limit !== null && { cpu: cpu_limit }) },
    },
    ...(level === 'restricted' && {
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    }),
    ...(port !== null && {
      ports: [{ name: 'http', containerPort: port, protocol: 'TCP' }],
      lifecycle: { preStop: { sleep: { seconds: Math.min(outOfEndpointsSeconds, grace) } } },
      ...probesOf(port, content.health_check),
    }),
  };
}

function probesOf(port: number, check: Content['health_check']) {
  const { path, startup_seconds, period_seconds: periodSeconds, timeout_seconds: timeoutSeconds, failures } = check;
  const asked = path === null ? { tcpSocket: { port } } : { httpGet: { path, port, scheme: 'HTTP' } };
  const probe = { ...asked, periodSeconds, timeoutSeconds };
  return {
    startupProbe: { ...probe, failureThreshold: Math.max(1, Math.ceil(startup_seconds / periodSeconds)) },
    readinessProbe: { ...probe, failureThreshold: failures },
    ...(check.liveness && { livenessProbe: { ...probe, failureThreshold: failures } }),
  };
}

function metadataOf(wanted: Wanted) {
  const { name, cloudspace, revision } = wanted;
  return {
    name,
    namespace: cloudspace.namespace,
    labels: labelsOf(wanted),
    annotations: { [revisionAnnotation]: String(revision) },
  };
}

function labelsOf({ appId, name }: Wanted) {
  return { [appLabel]: appId, 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'wheelhouse' };
}

/** A selector is fixed once it is made: nothing in it may ever change. */
function podSelector({ appId }: Wanted) {
  return { [appLabel]: appId };
}

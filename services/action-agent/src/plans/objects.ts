import type { LabelSelector, RawBudget, RawDeployment, RawPod, Strategy } from '@wheelhouse/kubernetes';

/** The targets as the API server sends them: what is empty is left out. */

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

interface Volume {
  readonly name: string;
  readonly emptyDir?: object | null;
  readonly hostPath?: object | null;
}

type Annotations = Readonly<Record<string, string>>;

export interface NodeRead {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>> | null;
  };
  readonly spec?: { readonly unschedulable?: boolean | null };
  readonly status?: { readonly conditions?: readonly Condition[] | null };
}

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly effect?: string;
}

export type BudgetRead = RawBudget & { readonly metadata: { readonly namespace: string } };

export type PodRead = RawPod & {
  readonly metadata: {
    readonly namespace: string;
    readonly resourceVersion: string;
    readonly annotations?: Annotations | null;
    readonly deletionGracePeriodSeconds?: number | null;
    readonly finalizers?: readonly string[] | null;
  };
  readonly spec?: {
    readonly nodeName?: string;
    readonly terminationGracePeriodSeconds?: number | null;
    readonly volumes?: readonly Volume[] | null;
    readonly tolerations?: readonly Toleration[] | null;
  };
};

export type DeploymentRead = RawDeployment & {
  readonly metadata: { readonly namespace: string; readonly resourceVersion: string; readonly generation?: number };
  readonly spec?: {
    readonly selector?: LabelSelector | null;
    readonly paused?: boolean | null;
    readonly progressDeadlineSeconds?: number | null;
    readonly strategy?: Strategy | null;
    readonly template?: {
      readonly metadata?: { readonly annotations?: Annotations | null } | null;
      readonly spec?: { readonly volumes?: readonly Volume[] | null };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
};

/** Absent is false: that is how the API server tells a node that was uncordoned. */
export function isCordoned({ spec }: NodeRead): boolean {
  return spec?.unschedulable === true;
}

export function isTerminating({ metadata }: PodRead): boolean {
  return (metadata.deletionTimestamp ?? null) !== null;
}

export function isReady({ status }: NodeRead): boolean {
  return status?.conditions?.some(({ type, status: state }) => type === 'Ready' && state === 'True') ?? false;
}

/** Those that a cordon does not keep off: the scheduler may put it back on the node. */
export function toleratesCordon({ spec }: PodRead): boolean {
  return (spec?.tolerations ?? []).some(
    ({ key, operator, effect }) =>
      (operator === 'Exists' && (key ?? '') === '' ? true : key === 'node.kubernetes.io/unschedulable') &&
      ((effect ?? '') === '' || effect === 'NoSchedule'),
  );
}

export function isPaused({ spec }: DeploymentRead): boolean {
  return spec?.paused === true;
}

/** A node's own pod, which only its kubelet can remove: deleting it here restarts nothing. */
export function isMirrorPod({ metadata }: PodRead): boolean {
  return Object.hasOwn(metadata.annotations ?? {}, 'kubernetes.io/config.mirror');
}

export const restartAnnotation = 'kubectl.kubernetes.io/restartedAt';

/** When a rolling restart was last asked for. */
export function restartedAtOf({ spec }: DeploymentRead): string | null {
  return spec?.template?.metadata?.annotations?.[restartAnnotation] ?? null;
}

export function hostPathsOf(volumes: readonly Volume[] | null | undefined): readonly string[] {
  return (volumes ?? []).filter(({ hostPath }) => (hostPath ?? null) !== null).map(({ name }) => name);
}

export function emptyDirsOf(volumes: readonly Volume[] | null | undefined): readonly string[] {
  return (volumes ?? []).filter(({ emptyDir }) => (emptyDir ?? null) !== null).map(({ name }) => name);
}

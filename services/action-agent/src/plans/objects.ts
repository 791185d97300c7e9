import type { LabelSelector, RawDeployment, RawPod, Strategy } from '@wheelhouse/kubernetes';

/** The targets as the API server sends them: what is empty is left out. */

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

interface Volume {
  readonly name: string;
  readonly emptyDir?: object | null;
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

export function emptyDirsOf(volumes: readonly Volume[] | null | undefined): readonly string[] {
  return (volumes ?? []).filter(({ emptyDir }) => (emptyDir ?? null) !== null).map(({ name }) => name);
}

import type { ManagedFieldsEntry } from '@wheelhouse/kubernetes';

/** The fields of Kubernetes' objects that are read here. Any may be missing in what a cluster sends. */

export interface RawMetadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly { readonly kind: string; readonly name: string; readonly controller?: boolean }[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

export interface RawCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

export interface RawNode {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly {
      readonly key: string;
      readonly value?: string;
      readonly effect?: string;
      readonly timeAdded?: string;
    }[];
  };
  readonly status?: {
    readonly conditions?: readonly RawCondition[];
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly nodeInfo?: {
      readonly kubeletVersion?: string;
      readonly osImage?: string;
      readonly kernelVersion?: string;
      readonly containerRuntimeVersion?: string;
      readonly architecture?: string;
    };
  };
}

export interface RawContainer {
  readonly name: string;
  readonly image?: string;
  readonly resources?: {
    readonly limits?: Readonly<Record<string, string>>;
    readonly requests?: Readonly<Record<string, string>>;
  };
}

interface RawTerminated {
  readonly reason?: string;
  readonly exitCode?: number;
  readonly finishedAt?: string | null;
}

interface RawContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: { readonly startedAt?: string | null };
  readonly terminated?: RawTerminated;
}

export interface RawContainerStatus {
  readonly name: string;
  readonly image?: string;
  readonly restartCount?: number;
  readonly state?: RawContainerState;
  readonly lastState?: RawContainerState;
}

/** Of an init container that goes on beside the others. */
export interface RawInitContainer extends RawContainer {
  readonly restartPolicy?: string;
}

export interface RawPodSpec {
  readonly nodeName?: string;
  readonly containers?: readonly RawContainer[];
  readonly initContainers?: readonly RawInitContainer[];
}

export interface RawPod {
  readonly metadata: RawMetadata;
  readonly spec?: RawPodSpec;
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly RawCondition[];
    readonly containerStatuses?: readonly RawContainerStatus[];
    readonly initContainerStatuses?: readonly RawContainerStatus[];
  };
}

/** What a workload's pods are made of. */
export interface RawTemplate {
  readonly metadata?: RawMetadata;
  readonly spec?: RawPodSpec;
}

/** An absolute number, or a percentage as text. */
export type IntOrPercent = number | string;

export interface RawDeployment {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: RawTemplate;
    readonly paused?: boolean;
    readonly strategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly conditions?: readonly RawCondition[];
  };
}

export interface RawStatefulSet {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: RawTemplate;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
  };
}

export interface RawDaemonSet {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly template?: RawTemplate;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: IntOrPercent; readonly maxSurge?: IntOrPercent };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly desiredNumberScheduled?: number;
    readonly numberReady?: number;
    readonly numberAvailable?: number;
    readonly updatedNumberScheduled?: number;
  };
}

export interface RawJob {
  readonly metadata: RawMetadata;
  readonly status?: {
    readonly succeeded?: number;
    readonly failed?: number;
    readonly conditions?: readonly RawCondition[];
  };
}

export interface RawBudget {
  readonly metadata: RawMetadata;
  readonly status?: {
    readonly expectedPods?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
  };
}

export interface RawAutoscaler {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly scaleTargetRef?: { readonly kind?: string; readonly name?: string };
  };
  readonly status?: {
    readonly currentReplicas?: number;
    readonly desiredReplicas?: number;
    readonly conditions?: readonly RawCondition[];
  };
}

export interface RawEvent {
  readonly metadata: RawMetadata;
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly count?: number | null;
  readonly involvedObject?: { readonly kind?: string; readonly namespace?: string; readonly name?: string };
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string | null } | null;
}

export interface RawNodeUsage {
  readonly metadata: RawMetadata;
  readonly usage?: { readonly cpu?: string; readonly memory?: string };
}

export interface RawPodUsage {
  readonly metadata: RawMetadata;
  readonly containers?: readonly { readonly usage?: { readonly cpu?: string; readonly memory?: string } }[];
}

import type { Quantity } from './quantity.ts';
import type { Strategy } from './rollout.ts';
import type { LabelSelector, Labels } from './selector.ts';

/** What the arithmetic of budgets needs of a PodDisruptionBudget. Its status lags and is not read. */
export interface Budget {
  readonly name: string;
  /** null matches no pod; `{}` matches every pod of the namespace. */
  readonly selector: LabelSelector | null;
  /** The API server refuses a budget with both. It takes one with neither. */
  readonly minAvailable?: Quantity;
  readonly maxUnavailable?: Quantity;
}

export interface PodSeen {
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  /** Condition Ready is True. */
  readonly ready: boolean;
  /** Has a deletionTimestamp. */
  readonly terminating: boolean;
  readonly phase: PodPhase;
  readonly controller: PodController | null;
}

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export interface PodController {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface DeploymentSeen {
  readonly name: string;
  readonly uid: string;
  /** `spec.replicas` */
  readonly replicas: number;
  readonly selector: LabelSelector;
  readonly templateLabels: Labels;
  readonly strategy?: Strategy;
}

/** The objects as the API server sends them: what is empty is left out. */
export interface RawBudget {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly selector?: LabelSelector | null;
    readonly minAvailable?: Quantity | null;
    readonly maxUnavailable?: Quantity | null;
  };
}

export interface RawPod {
  readonly metadata: RawMetadata;
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[] | null;
  };
}

export interface RawDeployment {
  readonly metadata: RawMetadata;
  readonly spec?: {
    readonly replicas?: number | null;
    readonly selector?: LabelSelector | null;
    readonly strategy?: Strategy | null;
    readonly template?: { readonly metadata?: { readonly labels?: Labels | null } | null };
  };
}

interface RawMetadata {
  readonly name: string;
  readonly uid: string;
  readonly labels?: Labels | null;
  readonly deletionTimestamp?: string | null;
  readonly ownerReferences?: readonly (PodController & { readonly controller?: boolean | null })[] | null;
}

export function budgetSeen({ metadata: { name }, spec = {} }: RawBudget): Budget {
  const { selector, minAvailable, maxUnavailable } = spec;
  return {
    name,
    selector: selector ?? null,
    ...(minAvailable === undefined || minAvailable === null ? {} : { minAvailable }),
    ...(maxUnavailable === undefined || maxUnavailable === null ? {} : { maxUnavailable }),
  };
}

export function podSeen({ metadata, status = {} }: RawPod): PodSeen {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return {
    name: metadata.name,
    uid: metadata.uid,
    labels: metadata.labels ?? {},
    ready: status.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false,
    terminating: (metadata.deletionTimestamp ?? null) !== null,
    phase: phases.find((phase) => phase === status.phase) ?? 'Unknown',
    controller: owner === undefined ? null : { kind: owner.kind, name: owner.name, uid: owner.uid },
  };
}

const phases: readonly PodPhase[] = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'];

export function deploymentSeen({ metadata: { name, uid }, spec = {} }: RawDeployment): DeploymentSeen {
  return {
    name,
    uid,
    replicas: spec.replicas ?? 1,
    selector: spec.selector ?? {},
    templateLabels: spec.template?.metadata?.labels ?? {},
    ...(spec.strategy && { strategy: spec.strategy }),
  };
}

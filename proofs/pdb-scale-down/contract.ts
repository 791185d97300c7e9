/**
 * What the check of a scale-down is given and what it answers. `packages/kubernetes/src/budgets/` has the same shapes.
 *
 * Words used here and by the judge:
 * - A pod is *ready* when `ready && !terminating`. Its phase plays no part.
 * - A pod is *live* unless it has finished (phase Succeeded or Failed). A terminating pod is live until it is gone.
 * - A pod is *of a Deployment* when its controller is a ReplicaSet named `<deployment>-<hash>`, where `<hash>` is the
 *   pod's own label `pod-template-hash`, and the Deployment's selector matches the pod. All three, or it is not: such a
 *   ReplicaSet then stands for itself. The rights of the agent show no ReplicaSets, so this is all there is to go by.
 * - Ready pods are counted only where the budget matches them, those of the Deployment too.
 * - The *other controllers* of a budget are the distinct controllers, without the Deployment, of all pods it matches,
 *   finished and terminating ones too. Another Deployment has its `spec.replicas`; any other controller, which those
 *   rights do not show, has its live pods in the namespace, matched or not. Pods without a controller add nothing.
 * - A Deployment is *in a rollout* when pods of it that are live and not terminating have different ReplicaSets.
 * - A budget *concerns* the Deployment when its selector matches the template's labels or any live pod of it.
 */

export interface ScaleDownCase {
  readonly deployment: DeploymentSeen;
  /** Where it is to go: a whole number, 0 ≤ target < deployment.replicas. */
  readonly target: number;
  /** All budgets of the namespace, names unique. */
  readonly budgets: readonly Budget[];
  /** All pods of the namespace, of whatever owner, phase and labels. */
  readonly pods: readonly PodSeen[];
  /** The other Deployments of the namespace. */
  readonly deployments: readonly OtherDeployment[];
}

export interface DeploymentSeen {
  readonly name: string;
  readonly uid: string;
  /** `spec.replicas` as it is now. */
  readonly replicas: number;
  readonly selector: LabelSelector;
  /** `spec.template.metadata.labels`: the API server keeps only what the selector matches. No `pod-template-hash`. */
  readonly templateLabels: Labels;
  /** `spec.strategy`. What is left out is RollingUpdate with 25% and 25%, as the API server fills in. */
  readonly strategy?: Strategy;
}

export interface Strategy {
  readonly type?: string;
  readonly rollingUpdate?: {
    readonly maxSurge?: number | string | null;
    readonly maxUnavailable?: number | string | null;
  } | null;
}

export type OtherDeployment = DeploymentSeen;

export interface Budget {
  readonly name: string;
  /** null (or unset) matches no pod; `{}` matches every pod of the namespace. */
  readonly selector: LabelSelector | null;
  /** A whole number from 0, or a percentage as the API server takes it: digits and "%". Never with the other field. */
  readonly minAvailable?: number | string;
  /** The same. Neither field: the API server takes it. Such a budget never refuses a scale-down. */
  readonly maxUnavailable?: number | string;
}

export type Labels = Readonly<Record<string, string>>;

/** Every label and every expression has to match. One that asks nothing matches all. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly LabelExpression[];
}

export interface LabelExpression {
  readonly key: string;
  /** NotIn also matches where the key is missing. */
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** With In and NotIn only, and then at least one. */
  readonly values?: readonly string[];
}

export interface PodSeen {
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  /** Condition Ready is True. A finished pod never has it. */
  readonly ready: boolean;
  /** Has a deletionTimestamp. */
  readonly terminating: boolean;
  readonly phase: PodPhase;
  /** The owner reference with `controller: true`. */
  readonly controller: PodController | null;
}

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export interface PodController {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export type Verdict =
  | { readonly allowed: true }
  /** One violation for each budget that refuses, in the order of the case's budgets. */
  | { readonly allowed: false; readonly violations: readonly Violation[] };

export interface Violation {
  /** The budget's name. */
  readonly budget: string;
  readonly rule: Rule;
  /** Ready pods the budget would have afterwards: at best, and in a rollout for certain. */
  readonly after: number;
  /** Ready pods it asks for; how this is reckoned stands with the rule. */
  readonly needed: number;
}

export type Rule =
  /** minAvailable, number or percentage: `after` is below `needed`, which is reckoned with the target. */
  | 'min_available'
  /**
   * maxUnavailable is 0 or 0 %: refused whatever the figures. `needed` is all that is expected today: the replicas the
   * Deployment has now and those of the other controllers.
   */
  | 'max_unavailable_zero'
  /**
   * Target 0 under a percentage above 0: refused whatever the figures, and told by this rule alone. `needed` is the
   * percentage of what the other controllers have, and at least 1.
   */
  | 'min_available_percent_at_zero';

import { distinctOwners, isHealthy, isLive, type Owner, ownersOf, sumOfReplicas } from './owners.ts';
import { isPercentage, isZero, quantityOf } from './quantity.ts';
import { healthyLeft, type ReplicaSetSeen } from './rollout.ts';
import type { Budget, DeploymentSeen, PodSeen } from './seen.ts';
import { matches } from './selector.ts';

export interface ScaleDownCase {
  readonly deployment: DeploymentSeen;
  /** Where it is to go: 0 ≤ target < deployment.replicas. */
  readonly target: number;
  /** All of its namespace, as are the pods and the Deployments. */
  readonly budgets: readonly Budget[];
  readonly pods: readonly PodSeen[];
  readonly deployments: readonly OtherDeployment[];
}

export type OtherDeployment = DeploymentSeen;

export type Verdict =
  | { readonly allowed: true }
  /** One violation for each budget that refuses, in the order of the budgets. */
  | { readonly allowed: false; readonly violations: readonly Violation[] };

export interface Violation {
  readonly budget: string;
  readonly rule: Rule;
  /** Healthy pods the budget would have afterwards: at best, and in a rollout for certain. */
  readonly after: number;
  /** Healthy pods it asks for. */
  readonly needed: number;
}

export type Rule =
  | 'min_available'
  /** No pod may be missing, so `needed` is all that is expected today. */
  | 'max_unavailable_zero'
  /** A percentage of no replicas is nothing; whoever wrote it did not mean that none may be left. */
  | 'min_available_percent_at_zero';

/**
 * Whether a Deployment may be scaled down, rule 1 of the actions. The API server never refuses it, and a budget's status
 * may be stale for good where several budgets share a pod: so it is reckoned here, from specs and live pods.
 */
export function scaleDownVerdict(scaleDown: ScaleDownCase): Verdict {
  const { deployment, target, budgets, pods, deployments } = scaleDown;
  if (!Number.isSafeInteger(target) || target < 0 || target >= deployment.replicas)
    throw new RangeError(`From ${deployment.replicas} to ${target} replicas is not a scale-down`);
  // It comes last, so that it is the one meant should the others name it too.
  const owners = ownersOf(pods, [...deployments, deployment]);
  const violations = budgets
    .filter((budget) => concerns(budget, deployment, owners))
    .map((budget) => violationOf(budget, target, deployment, figuresOf(budget, scaleDown, owners)))
    .filter((violation) => violation !== undefined);
  return violations.length === 0 ? { allowed: true } : { allowed: false, violations };
}

function concerns({ selector }: Budget, deployment: DeploymentSeen, owners: ReadonlyMap<PodSeen, Owner>): boolean {
  if (matches(selector, deployment.templateLabels)) return true;
  return [...owners].some(
    ([pod, owner]) => owner.deployment === deployment && isLive(pod) && matches(selector, pod.labels),
  );
}

interface Figures {
  /** Healthy pods afterwards. */
  readonly after: number;
  /** Pods that the budget expects besides those of the Deployment. */
  readonly others: number;
}

function figuresOf({ selector }: Budget, scaleDown: ScaleDownCase, owners: ReadonlyMap<PodSeen, Owner>): Figures {
  const { deployment, target, pods } = scaleDown;
  const isOwn = (pod: PodSeen) => owners.get(pod)?.deployment === deployment;
  const isMatched = ({ labels }: PodSeen) => matches(selector, labels);
  const others = pods.filter((pod) => isMatched(pod) && !isOwn(pod));
  const sets = replicaSetsOf(pods.filter(isOwn), isMatched);
  const { replicas: before, strategy } = deployment;
  return {
    after: others.filter(isHealthy).length + healthyLeft({ sets, before, target, ...(strategy && { strategy }) }),
    // Pods without a controller are left out of a percentage, as Kubernetes does.
    others: sumOfReplicas(distinctOwners(others, owners)),
  };
}

function replicaSetsOf(own: readonly PodSeen[], isMatched: (pod: PodSeen) => boolean): readonly ReplicaSetSeen[] {
  const kept = own.filter((pod) => isLive(pod) && !pod.terminating);
  return [...Map.groupBy(kept, ({ controller }) => controller?.uid).values()].map((pods) => ({
    pods: pods.length,
    healthy: pods.filter((pod) => isHealthy(pod) && isMatched(pod)).length,
  }));
}

function violationOf(
  { name: budget, minAvailable, maxUnavailable }: Budget,
  target: number,
  { replicas }: DeploymentSeen,
  { after, others }: Figures,
): Violation | undefined {
  if (maxUnavailable !== undefined && isZero(maxUnavailable))
    return { budget, rule: 'max_unavailable_zero', after, needed: replicas + others };
  if (minAvailable === undefined) return undefined;
  const needed = quantityOf(minAvailable, target + others);
  if (target === 0 && isPercentage(minAvailable) && !isZero(minAvailable))
    return { budget, rule: 'min_available_percent_at_zero', after, needed: Math.max(1, needed) };
  return after < needed ? { budget, rule: 'min_available', after, needed } : undefined;
}

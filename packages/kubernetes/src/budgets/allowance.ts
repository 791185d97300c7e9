import { distinctOwners, isHealthy, ownersOf, sumOfReplicas } from './owners.ts';
import { isPercentage, quantityOf } from './quantity.ts';
import type { Budget, DeploymentSeen, PodSeen } from './seen.ts';
import { matches } from './selector.ts';

/** What a budget comes to: how many more of its pods may be disrupted now. */
export interface Allowance {
  readonly expected: number;
  readonly desired: number;
  readonly healthy: number;
  readonly allowed: number;
}

/** The budgets that cover a pod. With more than one, Kubernetes refuses to evict it at all. */
export function budgetsOf({ labels }: PodSeen, budgets: readonly Budget[]): readonly Budget[] {
  return budgets.filter(({ selector }) => matches(selector, labels));
}

/**
 * What Kubernetes will say of evictions, reckoned as its disruption controller does, but from specs and live pods: its
 * status lags. The pods and Deployments are all of the budget's namespace.
 */
export function disruptionsAllowed(
  budget: Budget,
  pods: readonly PodSeen[],
  deployments: readonly DeploymentSeen[],
): Allowance {
  const matched = pods.filter(({ labels }) => matches(budget.selector, labels));
  const healthy = matched.filter(isHealthy).length;
  const { minAvailable, maxUnavailable } = budget;
  if (minAvailable !== undefined && !isPercentage(minAvailable))
    return allowanceOf(matched.length, quantityOf(minAvailable, matched.length), healthy);
  if (minAvailable === undefined && maxUnavailable === undefined) return allowanceOf(0, 0, healthy);

  const expected = sumOfReplicas(distinctOwners(matched, ownersOf(pods, deployments)));
  const desired =
    minAvailable === undefined
      ? Math.max(0, expected - quantityOf(maxUnavailable ?? 0, expected))
      : quantityOf(minAvailable, expected);
  const allowance = allowanceOf(expected, desired, healthy);
  return matched.some(hasNoScale) ? { ...allowance, allowed: 0 } : allowance;
}

function allowanceOf(expected: number, desired: number, healthy: number): Allowance {
  return { expected, desired, healthy, allowed: expected === 0 ? 0 : Math.max(0, healthy - desired) };
}

/** One such pod, and Kubernetes cannot tell what to expect: it then allows nothing. */
function hasNoScale({ controller }: PodSeen): boolean {
  return controller !== null && ['DaemonSet', 'Job', 'Node'].includes(controller.kind);
}

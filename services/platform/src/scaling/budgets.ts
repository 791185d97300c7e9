import {
  budgetSeen,
  type ClusterClient,
  deploymentSeen,
  type LiveDeployment,
  podSeen,
  type RawBudget,
  type RawDeployment,
  type RawPod,
  scaleDownVerdict,
  type Violation,
} from '@wheelhouse/kubernetes';
import { paths } from '../engine/names.ts';

/** The budgets that a scale-down would break, by the check that the action agent has; none where it is no scale-down. */
export async function violationsOf(
  client: ClusterClient,
  namespace: string,
  live: LiveDeployment,
  target: number,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  const deployment = deploymentSeen(live);
  if (target >= deployment.replicas) return [];
  const at = paths(namespace, live.metadata.name);
  const [budgets, pods, deployments] = await Promise.all([
    all<RawBudget>(client, at.budgets, signal),
    all<RawPod>(client, at.pods, signal),
    all<RawDeployment>(client, at.deployments, signal),
  ]);
  const verdict = scaleDownVerdict({
    deployment,
    target,
    budgets: budgets.map(budgetSeen),
    pods: pods.map(podSeen),
    deployments: deployments.map(deploymentSeen),
  });
  return verdict.allowed ? [] : verdict.violations;
}

async function all<T>(client: ClusterClient, path: string, signal: AbortSignal): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const page of client.list<T>(path, { signal })) items.push(...page.items);
  return items;
}

export function wordsOf({ budget, rule, after, needed }: Violation): string {
  switch (rule) {
    case 'min_available':
      return `${budget} requires ${needed} healthy pods but would have only ${after}`;
    case 'max_unavailable_zero':
      return `${budget} allows no pod to be unavailable`;
    case 'min_available_percent_at_zero':
      return `${budget} requires a percentage of the pods, and none would be left`;
    default:
      throw new RangeError(`A budget has the unknown rule ${String(rule satisfies never)}`);
  }
}

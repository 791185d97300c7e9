import { quantityOf, type Quantity } from '@wheelhouse/kubernetes';
import type { Strategy } from './objects.ts';

/** Why all pods of a Deployment may be down at one time of a rollout; null: some stay up. */
export function whyAllStop(strategy: Strategy | null | undefined, replicas: number): string | null {
  if (replicas === 0) return null;
  if (strategy?.type === 'Recreate') return 'its strategy is Recreate';
  return mostUnavailable(strategy, replicas) < replicas ? null : 'its maxUnavailable is all of them';
}

/** In a rollout a surge rounds up and what may be missing rounds down; one pod has to give way if both come to 0. */
function mostUnavailable(strategy: Strategy | null | undefined, replicas: number): number {
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const missing = roundedDown(maxUnavailable ?? '25%', replicas);
  return missing === 0 && quantityOf(maxSurge ?? '25%', replicas) === 0 ? 1 : missing;
}

function roundedDown(value: Quantity, replicas: number): number {
  if (typeof value === 'number') return value;
  return Math.floor(quantityOf(value, 100 * replicas) / 100);
}

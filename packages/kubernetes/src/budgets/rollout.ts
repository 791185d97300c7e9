import { type Quantity, quantityOf } from './quantity.ts';

/** How a Deployment replaces its pods. What is left out is as Kubernetes has it by default. */
export interface Strategy {
  readonly type?: string;
  readonly rollingUpdate?: {
    readonly maxSurge?: Quantity | null;
    readonly maxUnavailable?: Quantity | null;
  } | null;
}

/** A ReplicaSet that has pods to keep: those neither finished nor terminating. */
export interface ReplicaSetSeen {
  readonly pods: number;
  /** Those of them that are healthy and that the budget matches. */
  readonly healthy: number;
}

interface Rollout {
  readonly sets: readonly ReplicaSetSeen[];
  readonly before: number;
  readonly target: number;
  readonly strategy?: Strategy;
}

/**
 * Healthy pods of a Deployment that a scale-down leaves for certain. One ReplicaSet removes unhealthy pods first. With
 * several, in the middle of a rollout, each gives up its share whether its pods are healthy or not, and the rollout may
 * then go on as far as its strategy lets it.
 */
export function healthyLeft({ sets, before, target, strategy }: Rollout): number {
  if (sets.length < 2) return Math.min(target, sum(sets.map(({ healthy }) => healthy)));
  if (target === 0 || strategy?.type === 'Recreate') return 0;
  const { surge, missing } = rolloutRoom(strategy, target);
  const sizes = sizesAfter(sets, target + surge, before + rolloutRoom(strategy, before).surge);
  const kept = sum([...sizes].map(([{ healthy }, size]) => Math.min(healthy, size)));
  return Math.min(kept, Math.max(0, target - missing));
}

/** As the Deployment's controller does it: in proportion, and what rounding leaves over is the largest's. */
function sizesAfter(sets: readonly ReplicaSetSeen[], most: number, mostBefore: number): Map<ReplicaSetSeen, number> {
  // Of two as large the older comes first, which is not seen: so the one with more to lose.
  const inOrder = sets.toSorted((one, other) => other.pods - one.pods || other.healthy - one.healthy);
  const surplus = sum(sets.map(({ pods }) => pods)) - most;
  let left = Math.max(0, surplus);
  const sizes = new Map<ReplicaSetSeen, number>();
  for (const set of inOrder) {
    const share = Math.min(left, Math.max(0, set.pods - Math.round((set.pods * most) / mostBefore)));
    sizes.set(set, set.pods - share);
    left -= share;
  }
  const [largest] = inOrder;
  if (largest !== undefined) sizes.set(largest, Math.max(0, (sizes.get(largest) ?? 0) - left));
  return sizes;
}

/** How many pods a rollout may have too many or too few. One has to give way where both come to 0. */
export function rolloutRoom(
  strategy: Strategy | undefined,
  replicas: number,
): { readonly surge: number; readonly missing: number } {
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const surge = quantityOf(maxSurge ?? '25%', replicas);
  const missing = roundedDown(maxUnavailable ?? '25%', replicas);
  return { surge, missing: surge === 0 && missing === 0 ? 1 : missing };
}

/** Unlike a budget, a strategy rounds what may be missing down. */
function roundedDown(value: Quantity, replicas: number): number {
  return typeof value === 'number' ? value : Math.floor(quantityOf(value, 100 * replicas) / 100);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

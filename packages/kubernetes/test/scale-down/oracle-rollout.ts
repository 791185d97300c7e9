import type { DeploymentSeen } from '../../src/index.ts';

/** A ReplicaSet is its pods and the ready ones among them. */
type Sets = readonly (readonly [number, number])[];

/** Ready pods that are left when every ReplicaSet has been scaled in proportion. */
export function shares(target: number, sets: Sets, { replicas, strategy }: DeploymentSeen): number {
  if (strategy?.type === 'Recreate') return 0;
  const most = target + (target === 0 ? 0 : surge(target, strategy));
  const scale = most / (replicas + surge(replicas, strategy));
  const sorted = sets.toSorted(([size, ready], [otherSize, otherReady]) => otherSize - size || otherReady - ready);
  let surplus = sorted.reduce((sum, [size]) => sum + size, -most);
  const sizes = sorted.map(([size]) => {
    const lost = Math.max(0, Math.min(surplus, size - Math.floor(size * scale + 0.5)));
    surplus -= lost;
    return size - lost;
  });
  return sorted.reduce((sum, [, ready], index) => {
    const size = (sizes[index] ?? 0) - (index === 0 ? Math.max(0, surplus) : 0);
    return sum + Math.max(0, Math.min(ready, size));
  }, 0);
}

/** Ready pods that a rollout keeps when it goes on: all but those that may be missing. */
export function keptByRollout(target: number, { strategy }: DeploymentSeen): number {
  if (strategy?.type === 'Recreate') return 0;
  const part = share(strategy?.rollingUpdate?.maxUnavailable, target);
  const missing = Math.floor(part) || (surge(target, strategy) === 0 ? 1 : 0);
  return Math.max(0, target - missing);
}

function surge(replicas: number, strategy: DeploymentSeen['strategy']): number {
  return Math.ceil(share(strategy?.rollingUpdate?.maxSurge, replicas));
}

function share(value: number | string | null | undefined, of: number): number {
  return typeof value === 'number' ? value : (Number.parseInt(value ?? '25%', 10) * of) / 100;
}

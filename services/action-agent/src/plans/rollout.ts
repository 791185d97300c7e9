import { rolloutRoom, type Strategy } from '@wheelhouse/kubernetes';

/** Why all pods of a Deployment may be down at one time of a rollout; null: some stay up. */
export function whyAllStop(strategy: Strategy | null | undefined, replicas: number): string | null {
  if (replicas === 0) return null;
  if (strategy?.type === 'Recreate') return 'its strategy is Recreate';
  return rolloutRoom(strategy ?? undefined, replicas).missing < replicas
    ? null
    : 'its maxUnavailable covers all of them';
}

import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';

/**
 * The clusters a caller may see, of those asked for; undefined is all of the tenant's. What lies outside a
 * role's clusters is left out, as another tenant's would be.
 */
export function clustersInReach(
  { clusterIds }: Pick<Principal, 'clusterIds'>,
  asked?: readonly string[],
): readonly string[] | undefined {
  if (clusterIds === undefined) return asked;
  return asked === undefined ? [...clusterIds] : asked.filter((id) => clusterIds.has(id));
}

/** Refuses, as if it did not exist, a cluster outside the caller's role. */
export function mustReachCluster({ clusterIds }: Pick<Principal, 'clusterIds'>, clusterId: string): void {
  if (clusterIds !== undefined && !clusterIds.has(clusterId)) refuse('not_found');
}

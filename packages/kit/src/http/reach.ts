import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';

/** What a route's calls are about, as far as a role can be limited to clusters and CloudSpaces. */
export type RouteReach =
  /** Things of clusters: the handler asks `reach` which of them the caller may see. */
  | 'cluster'
  /** The same for things that lie in a CloudSpace, or in a cluster outside of any. */
  | 'cloudspace'
  /** The tenant as a whole: refused to roles with limits. */
  | 'tenant'
  /** Nothing that a role can be limited to. */
  | 'none';

/** The limits of a role that has any: at least one of the two is there. */
export interface Limits {
  readonly clusterIds: readonly string[] | undefined;
  readonly cloudspaceIds: readonly string[] | undefined;
}

/**
 * What a caller's role reaches. What lies outside is treated as if it did not exist, as another tenant's would be.
 * The kit refuses to answer from a handler that was to ask and did not.
 */
export interface Reach {
  /** Undefined: the whole tenant. */
  readonly limits: () => Limits | undefined;
  /** The clusters a caller may see as a whole, of those asked for; undefined is all of the tenant's. A role limited to CloudSpaces alone sees none. */
  readonly clusters: (asked?: readonly string[]) => readonly string[] | undefined;
  /** Refuses a cluster outside the role with 404. */
  readonly mustReachCluster: (clusterId: string) => void;
  /** The cluster asked for, which must be in reach; or all that are. */
  readonly clusterOrAll: (clusterId: string | undefined) => readonly string[] | undefined;
  /** Whether any of the above was called. */
  readonly wasAsked: () => boolean;
}

export function limitsOf({
  clusterIds,
  cloudspaceIds,
}: Pick<Principal, 'clusterIds' | 'cloudspaceIds'>): Limits | undefined {
  if (clusterIds === undefined && cloudspaceIds === undefined) return undefined;
  return { clusterIds: clusterIds && [...clusterIds], cloudspaceIds: cloudspaceIds && [...cloudspaceIds] };
}

/** Of nobody in particular, as on a public route: without limits. */
export function reachOf(principal: Principal | undefined): Reach {
  const own = principal && limitsOf(principal);
  let asked = false;
  const limits = () => {
    asked = true;
    return own;
  };
  const clusters: Reach['clusters'] = (wanted) => {
    const limited = limits();
    if (limited === undefined) return wanted;
    const within = limited.clusterIds ?? [];
    return wanted === undefined ? within : wanted.filter((id) => within.includes(id));
  };
  const one = (clusterId: string) => {
    const found = clusters([clusterId.toLowerCase()]);
    return found?.length === 0 ? refuse('not_found') : found;
  };
  return {
    limits,
    clusters,
    mustReachCluster: one,
    clusterOrAll: (clusterId) => (clusterId === undefined ? clusters() : one(clusterId)),
    wasAsked: () => asked,
  };
}

import { createContext, useContext } from 'react';
import type { Cluster } from '../../api/clusters.ts';
import type { FeedShown } from '../../live/feed.ts';

/** The cluster of the page. It changes rarely; its health often, so that has a context of its own. */
export const ClusterContext = createContext<Cluster | undefined>(undefined);
export const HealthContext = createContext<FeedShown | undefined>(undefined);

export function useCluster(): Cluster {
  const cluster = useContext(ClusterContext);
  if (cluster === undefined) throw new Error('This part stands outside of the page of a cluster');
  return cluster;
}

export function useClusterHealth(): FeedShown {
  const shown = useContext(HealthContext);
  if (shown === undefined) throw new Error('This part stands outside of the page of a cluster');
  return shown;
}

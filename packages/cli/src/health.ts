import { type Client, isApiError, type Schemas } from '@wheelhouse/sdk';
import type { Cluster } from './groups/clusters/cluster.ts';

export type Health = Schemas['k8s-monitor']['Health'];
export type Issue = Health['issues'][number];

/** A cluster and its health; or why there is none yet. */
export type ClusterHealth =
  | { readonly cluster: Cluster; readonly health: Health }
  | { readonly cluster: Cluster; readonly health: undefined; readonly why: string };

/** Beside others nobody waits for the one that has not been observed yet. */
export async function healthOfEach(client: Client, clusters: readonly Cluster[]): Promise<readonly ClusterHealth[]> {
  return Promise.all(
    clusters.map(async (cluster): Promise<ClusterHealth> => {
      try {
        return { cluster, health: await healthOf(client, cluster.id, 0) };
      } catch (error) {
        if (!isApiError(error, 'unavailable', 'not_found')) throw error;
        return { cluster, health: undefined, why: error.message };
      }
    }),
  );
}

export async function healthOf(client: Client, clusterId: string, retries?: number): Promise<Health> {
  const { data } = await client.get('/k8s-monitor/api/health', {
    query: { cluster_id: clusterId },
    ...(retries === undefined ? {} : { retries }),
  });
  return data;
}

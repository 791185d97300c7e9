import type { ClusterClient } from '@wheelhouse/kubernetes';
import { type ClusterClients, ClusterRemoved } from './cluster-clients.ts';

interface Given {
  readonly clients: ClusterClients;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** The connection as it is now, to be asked for again and again: the same one until credentials change. */
export function following({ clients, tenantId, clusterId, userAgent, signal }: Given) {
  let last: { readonly client: ClusterClient; readonly named: ClusterClient } | undefined;
  return async (): Promise<ClusterClient | 'cluster_removed'> => {
    try {
      const client = await clients.clientOf(tenantId, clusterId, signal);
      if (client !== last?.client) last = { client, named: client.as(userAgent) };
      return last.named;
    } catch (error) {
      if (error instanceof ClusterRemoved) return 'cluster_removed';
      throw error;
    }
  };
}

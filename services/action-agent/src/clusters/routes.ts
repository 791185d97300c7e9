import { defineRoute, type KnownClusters, type ModuleContext, pageInMemory, type Route } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { known } from './choose.ts';
import { type AgentCluster, agentClusterList, agentClusterQuery } from './schema.ts';
import { isReady } from './workers.ts';
import { selectWorkers, type WorkerRow } from './workers-store.ts';

export function clusterRoutes(context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  const { cursors, clock } = context;
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/clusters',
      access: 'read',
      reach: 'cluster',
      summary: 'List clusters, newest first, each with the worker that acts on it',
      operation: 'listAgentClusters',
      query: agentClusterQuery,
      response: agentClusterList,
      handler: async ({ query, reach, tenantId, read }) => {
        const ids = reach.clusters(await known(clusters.ofTenant(tenantId))) ?? [];
        const rows = ids
          .toSorted()
          .toReversed()
          .map((id) => ({ id }));
        const { data, ...rest } = pageInMemory('agent_clusters', tenantId, query, rows, cursors);
        const shown = data.map(({ id }) => id);
        const workers = await read((db) => selectWorkers(db, shown));
        const now = clock.now();
        return { body: { data: shown.map((id) => told(id, workers, now)), ...rest } };
      },
    }),
  ];
}

/** Of several workers one that can act speaks for all; without one, the last seen. */
function told(clusterId: string, workers: readonly WorkerRow[], now: Date): AgentCluster {
  const its = workers.filter(({ cluster_id }) => cluster_id === clusterId);
  const worker = its.find((one) => isReady(one, now)) ?? its[0];
  return {
    cluster_id: clusterId,
    ready: worker !== undefined && isReady(worker, now),
    seen_at: worker?.seen_at.toISOString() ?? null,
    version: worker?.version ?? null,
    missing_rights: [...(worker?.missing_rights ?? [])],
    trouble: worker?.trouble ?? null,
  };
}

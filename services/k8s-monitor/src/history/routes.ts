import { clustersInReach, defineRoute, type ModuleContext, mustReachCluster, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { history, historyQuery } from './schema.ts';
import { historyOf } from './service.ts';

export function historyRoutes({ clock }: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/health/history',
      access: 'read',
      summary: 'The health score over time',
      operation: 'getHealthHistory',
      query: historyQuery,
      response: history,
      errors: ['not_found'],
      handler: async ({ query, principal, read }) => {
        const id = query.cluster_id?.toLowerCase();
        if (id !== undefined) mustReachCluster(principal, id);
        const clusters = clustersInReach(principal, id === undefined ? undefined : [id]);
        return { body: await read((db) => historyOf(db, clusters, query, clock.now())) };
      },
    }),
  ];
}

import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { history, historyQuery } from './schema.ts';
import { historyOf } from './service.ts';

export function historyRoutes({ clock }: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/health/history',
      access: 'read',
      modules: ['agent-feedback'],
      reach: 'cluster',
      summary: 'Read the health score over time',
      operation: 'getHealthHistory',
      query: historyQuery,
      response: history,
      errors: ['not_found'],
      handler: async ({ query, reach, read }) => {
        const clusters = reach.clusterOrAll(query.cluster_id);
        return { body: await read((db) => historyOf(db, clusters, query, clock.now())) };
      },
    }),
  ];
}

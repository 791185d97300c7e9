import { listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { workload } from './schema.ts';
import { workloads } from './store.ts';

export function workloadRoutes(context: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    listRoute(context, workloads, {
      url: '/api/v1/workloads',
      access: 'read',
      modules: ['agent-recommendation'],
      summary: 'List the workloads of the clusters, newest first',
      item: workload,
      shown: (rows) => rows.map(({ status_rank: _, ...rest }) => rest),
    }),
  ];
}

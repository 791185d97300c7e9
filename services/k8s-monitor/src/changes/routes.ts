import { listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import { chosenCluster } from '../clusters/choose.ts';
import type { MonitorSettings } from '../config.ts';
import { workloadPlace } from '../workload-page/schema.ts';
import { workloadChange } from './schema.ts';
import { shown } from './shown.ts';
import { changes } from './store.ts';

export function changeRoutes(context: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    listRoute(context, changes, {
      url: '/api/v1/workloads/:kind/:namespace/:name/changes',
      access: 'read',
      summary: 'List what was changed of a workload and by which field manager, newest first; kept for 90 days',
      errors: ['not_found', 'validation_failed'],
      params: workloadPlace,
      item: workloadChange,
      within: async (db, { params, query, reach }) => {
        const { cluster_id: named } = query;
        const clusterId = await chosenCluster(db, reach, typeof named === 'string' ? named : undefined);
        const { kind, namespace, name } = params;
        return { cluster_id: clusterId, kind, namespace, name };
      },
      shown: (rows) => rows.map(shown),
    }),
  ];
}

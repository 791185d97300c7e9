import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { actionConsumers } from './actions/consumers.ts';
import { changeRoutes } from './changes/routes.ts';
import { clusterConsumers } from './clusters/consumers.ts';
import { clusterTasks } from './clusters/tasks.ts';
import { monitorSettings } from './config.ts';
import { healthRoutes } from './health/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { issueRoutes } from './issues/routes.ts';
import { liveRoutes } from './live-routes.ts';
import { internalNodeRoutes } from './nodes/internal-routes.ts';
import { nodeRoutes } from './nodes/routes.ts';
import { watchClusters } from './watch/worker.ts';
import { workloadRoutes } from './workloads/routes.ts';

/** How the clusters are: watched all the time, judged by rules, told as a score that explains itself. */
export const k8sMonitorModule = defineModule({
  name: 'k8s-monitor',
  port: 8085,
  prefix: '/k8s-monitor',
  settings: monitorSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    watches: 'which clusters are watched, whose, and when each was last heard of; ids, numbers and times only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: (context) => [
    ...healthRoutes(context),
    ...historyRoutes(context),
    ...issueRoutes(context),
    ...nodeRoutes(context),
    ...internalNodeRoutes(),
    ...workloadRoutes(context),
    ...changeRoutes(context),
    ...liveRoutes(context),
  ],
  consumers: (context) => [...clusterConsumers(), ...actionConsumers(context)],
  tasks: clusterTasks,
  workers: [
    {
      name: 'watch',
      about: 'watches its share of the clusters and writes what changes',
      run: watchClusters,
    },
  ],
});

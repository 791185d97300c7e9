import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { recommendationRoutes } from './recommendations/routes.ts';
import { roundTasks } from './rounds/tasks.ts';

/** What would spare the next incident. */
export const agentRecommendationModule = defineModule({
  name: 'agent-recommendation',
  port: 8099,
  prefix: '/agents/recommendation',
  settings: {},
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    cluster_rounds: 'the clusters to look at, and when; ids and times only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: recommendationRoutes,
  tasks: roundTasks(),
});

import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { observationConsumers } from './consumers.ts';
import { internalObservationRoutes } from './observations/internal-routes.ts';
import { observationRoutes } from './observations/routes.ts';
import { observe } from './observations/worker.ts';

/** One look at the object of each incident: what there is to see of it, for rules and for people. */
export const agentObservabilityModule = defineModule({
  name: 'agent-observability',
  port: 8096,
  prefix: '/agents/observability',
  settings: {},
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    open_observations: 'observations that have not ended, for workers to find; ids and times only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: (context) => [...observationRoutes(context), ...internalObservationRoutes(context)],
  consumers: observationConsumers,
  workers: [
    {
      name: 'observe',
      about: 'asks the clusters what there is to see of an object, two at a time of each cluster',
      run: observe,
    },
  ],
});

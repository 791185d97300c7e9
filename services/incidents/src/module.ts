import { join } from 'node:path';
import { defineModule, deleteAllTenantRows, KnownClusters } from '@wheelhouse/kit';
import { incidentSettings } from './config.ts';
import { incidentConsumers } from './consumers.ts';
import { internalIncidentRoute } from './incidents/internal-routes.ts';
import { incidentReadRoutes } from './incidents/read-routes.ts';
import { incidentRoutes } from './incidents/routes.ts';
import { cloudspacesTask } from './places/sync.ts';
import { settingsRoutes } from './settings/routes.ts';
import { signalRoutes } from './intake/routes.ts';
import { statsRoute } from './stats/routes.ts';
import { incidentTasks } from './tasks.ts';
import { timelineRoutes } from './timeline/routes.ts';
import { windowRoutes } from './maintenance/routes.ts';

/** One page for what is broken: signals become incidents, and all that happens to one stands in its timeline. */
export const incidentsModule = defineModule({
  name: 'incidents',
  port: 8084,
  prefix: '/incidents',
  settings: incidentSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    open_incidents: 'incidents that are not closed, and when each is due; ids and times only',
    open_windows: 'maintenance windows that are not over, of which clusters, and when each is due; ids and times only',
    known_tenants: 'whose rows there are, to delete what is past its keeping; ids only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: (context) => {
    const clusters = new KnownClusters(context.call);
    return [
      // Before what is read by its id.
      statsRoute(context),
      ...incidentReadRoutes(context),
      internalIncidentRoute(context),
      ...incidentRoutes(context, clusters),
      ...timelineRoutes(context),
      ...signalRoutes(context, clusters),
      ...windowRoutes(context, clusters),
      ...settingsRoutes(context),
    ];
  },
  consumers: incidentConsumers,
  tasks: [...incidentTasks, cloudspacesTask],
});

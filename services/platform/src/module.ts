import { join } from 'node:path';
import { defineModule, suspendedTenantsTask } from '@wheelhouse/kit';
import { appClusterRoutes } from './app-cluster-routes.ts';
import { appReadRoutes } from './apps/read-routes.ts';
import { appRoutes } from './apps/routes.ts';
import { internalNamespaceRoute } from './cloudspaces/internal-routes.ts';
import { cloudspaceRoutes } from './cloudspaces/routes.ts';
import { clusterConsumers } from './clusters/consumers.ts';
import { forgetTenant } from './clusters/forget-tenant.ts';
import { internalClusterRoutes } from './clusters/internal-routes.ts';
import { probeDueClusters } from './clusters/prober.ts';
import { manifestRoutes } from './clusters/manifest-route.ts';
import { clusterRoutes } from './clusters/routes.ts';
import { platformSettings } from './config.ts';
import { deployApps } from './engine/work.ts';
import { scaleConsumer } from './scaling/consumers.ts';
import { giveTimeAgain } from './suspended.ts';
import { watchAllApps } from './watch/worker.ts';
import { provisionCloudspaces } from './provision/provision.ts';

const sealedIn = (table: string, column: string) => ({
  schema: 'platform',
  table,
  column,
  tenantColumn: 'tenant_id',
  idColumn: 'id',
});

/** What runs where: the clusters of a tenant and how one comes in, CloudSpaces, apps and their deployments. */
export const platformModule = defineModule({
  name: 'platform',
  port: 8082,
  prefix: '/platform',
  settings: platformSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    namespaces:
      'whose each CloudSpace is and which of them there is work on; ids, names of namespaces, phases and times',
    deleted_cloudspaces:
      'CloudSpaces that are gone, so that what a worker that slept makes of one is removed; ids, names of namespaces and times',
    open_deployments: 'apps that there is work on; ids and times only',
    cluster_owners: 'which clusters there are, whose, and when each is looked at next; ids and times only',
  },
  onTenantDeleted: forgetTenant,
  sealed: [
    sealedIn('clusters', 'credentials'),
    { ...sealedIn('clusters', 'deploy_credentials'), isSecond: true },
    sealedIn('cloudspaces', 'registry_passwords'),
  ],
  routes: (context) => [
    ...clusterRoutes(context),
    ...manifestRoutes,
    ...internalClusterRoutes(context),
    ...cloudspaceRoutes(context),
    internalNamespaceRoute(context),
    ...appRoutes(context),
    ...appReadRoutes(context),
    ...appClusterRoutes(context),
  ],
  consumers: (context) => [...clusterConsumers(context), scaleConsumer],
  tasks: [suspendedTenantsTask(giveTimeAgain)],
  workers: [
    {
      name: 'deploy apps',
      about: 'deploys apps, rolls them back and deletes them',
      run: deployApps,
    },
    {
      name: 'watch apps',
      about: 'follows what runs of each app, and asks each whether it still answers',
      run: watchAllApps,
    },
    {
      name: 'probe clusters',
      about: 'checks every few seconds whether each cluster responds and what its credentials are allowed to do',
      run: (context, _worker, signal) => probeDueClusters(context, signal),
    },
    {
      name: 'provision CloudSpaces',
      about: 'brings the namespaces of CloudSpaces to what was asked for, and deletes them',
      run: provisionCloudspaces,
    },
  ],
});

import { join } from 'node:path';
import { defineModule } from '@wheelhouse/kit';
import { clusterConsumers } from './clusters/consumers.ts';
import { forgetTenant } from './clusters/forget-tenant.ts';
import { internalClusterRoutes } from './clusters/internal-routes.ts';
import { probeDueClusters } from './clusters/prober.ts';
import { manifestRoute } from './clusters/manifest-route.ts';
import { clusterRoutes } from './clusters/routes.ts';
import { platformSettings } from './config.ts';

/** What runs where: the clusters of a tenant, and how one comes in. */
export const platformModule = defineModule({
  name: 'platform',
  port: 8082,
  prefix: '/platform',
  settings: platformSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    cluster_owners: 'which clusters there are, whose, and when each is looked at next; ids and times only',
  },
  onTenantDeleted: forgetTenant,
  sealed: [{ schema: 'platform', table: 'clusters', column: 'credentials', tenantColumn: 'tenant_id', idColumn: 'id' }],
  routes: (context) => [...clusterRoutes(context), manifestRoute, ...internalClusterRoutes(context)],
  consumers: clusterConsumers,
  workers: [
    {
      name: 'probe clusters',
      about: 'checks every few seconds whether each cluster responds and what its credentials are allowed to do',
      run: (context, _worker, signal) => probeDueClusters(context, signal),
    },
  ],
});

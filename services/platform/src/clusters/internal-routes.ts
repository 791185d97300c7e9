import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { openCredentials } from './credentials.ts';
import { selectOwnedClusters } from './owners-store.ts';
import { clusterCredentials, clusterId, ownedClusters } from './schema.ts';
import { existing } from './service.ts';

const url = '/internal/v1/clusters';

/** For modules that work on clusters. They begin with the list, and follow `internal.cluster_*` from there. */
export function internalClusterRoutes({ database, secrets }: ModuleContext<PlatformSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'internal',
      reach: 'none',
      summary: 'List the clusters of all tenants, with their owners',
      response: ownedClusters,
      handler: async () => ({ body: await database.system(selectOwnedClusters) }),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id/credentials`,
      access: 'internal',
      reach: 'none',
      summary: 'Return the credentials of a cluster; the only way they leave this module',
      audit: { action: 'cluster.credentials' },
      params: clusterId,
      response: clusterCredentials,
      secretAnswer: true,
      handler: async ({ params, tenantId, change }) =>
        change(async (db) => {
          const row = await existing(db, params.id);
          return {
            body: openCredentials(secrets, tenantId, row),
            objectId: row.id,
            audit: { details: { name: row.name, server: row.server } },
          };
        }),
    }),
  ];
}

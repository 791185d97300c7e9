import {
  addressGuard,
  clustersInReach,
  countedTotal,
  defineRoute,
  type ModuleContext,
  mustReachCluster,
  type Principal,
  refuse,
  type Reply,
  type Route,
  sortedPage,
  sortedPageOf,
  valuesOf,
} from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { accessIn, refuseNoAccess } from './access-form.ts';
import { changeCluster, cluster, clusterId, clusterList, clusterSorts, listQuery, registerCluster } from './schema.ts';
import { change as changeTo, existing, register, remove } from './service.ts';
import { clusterEtag, shown, unlessSet } from './shown.ts';
import { type ClusterRow, countClusters, selectClusters } from './store.ts';

const url = '/api/v1/clusters';
const list = { name: 'clusters', sorts: clusterSorts };

export function clusterRoutes(context: ModuleContext<PlatformSettings>): readonly Route[] {
  const { schema, cursors, settings } = context;
  const guard = addressGuard(settings.CLUSTER_ALLOWED_PRIVATE_CIDRS);
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      summary: 'List clusters, newest first',
      query: listQuery,
      response: clusterList,
      handler: async ({ query, principal, tenantId, read }) => {
        const { q } = query;
        const filters = {
          phase: valuesOf(query.phase),
          q: q === undefined ? q : [q],
          id: clustersInReach(principal),
        };
        const page = sortedPage(list, tenantId, query, filters, cursors);
        const counted = filters.id === undefined && q === undefined;
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectClusters(db, page, filters),
            counted ? countedTotal(db, schema, list.name, ['phase'], filters) : countClusters(db, filters),
          ]);
          const { data, ...rest } = sortedPageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      summary: 'Register a cluster; its phase tells how it goes on',
      audit: { action: 'cluster.register' },
      body: registerCluster,
      status: 201,
      response: cluster,
      errors: ['already_exists'],
      handler: async ({ body, principal, change }) => {
        refuseLimited(principal);
        const access = accessIn(body, guard) ?? refuseNoAccess();
        return change(async (db) => {
          const row = await register(db, context, body, access);
          return answer(row, { location: `${url}/${row.id}` });
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      summary: 'Read a cluster',
      params: clusterId,
      response: cluster,
      handler: async ({ params, principal, read }) => {
        mustReachCluster(principal, params.id);
        return answer(await read((db) => existing(db, params.id)));
      },
    }),
    defineRoute({
      method: 'PATCH',
      url: `${url}/:id`,
      access: 'admin',
      summary: 'Change a cluster: its name, its description, or how one comes in',
      audit: { action: 'cluster.change' },
      params: clusterId,
      body: changeCluster,
      response: cluster,
      errors: ['already_exists', 'precondition_failed'],
      handler: async ({ params, body, principal, request, change }) => {
        const access = accessIn(body, guard);
        mustReachCluster(principal, params.id);
        return change(async (db) => {
          const before = await existing(db, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), before);
          const row = await changeTo(db, context, before, body, access);
          const { audit, ...reply } = answer(row);
          return { ...reply, audit: { details: { ...audit?.details, new_credentials: access !== undefined } } };
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'admin',
      summary: 'Forget a cluster and its credentials; the cluster itself is left alone',
      audit: { action: 'cluster.remove' },
      params: clusterId,
      status: 204,
      errors: ['precondition_failed'],
      handler: async ({ params, principal, request, change }) => {
        mustReachCluster(principal, params.id);
        return change(async (db) => {
          const row = await existing(db, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), row);
          await remove(db, context, row.id);
          return { audit: { details: { name: row.name, server: row.server } } };
        });
      },
    }),
  ];
}

/** They could not see what they have registered. */
function refuseLimited({ clusterIds }: Principal): void {
  if (clusterIds !== undefined)
    refuse('forbidden', {
      message: 'your role is limited to certain clusters; who registers another needs a role without that limit',
    });
}

function answer(row: ClusterRow, headers: Readonly<Record<string, string>> = {}): Reply {
  const { name, server } = row;
  return { body: shown(row), etag: clusterEtag(row), headers, audit: { details: { name, server } } };
}

import {
  clusterGuard,
  defineRoute,
  listRoute,
  type ModuleContext,
  refuse,
  type Reply,
  type Route,
} from '@wheelhouse/kit';
import { selectCloudspacesOf } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';
import { someNames } from '../some-names.ts';
import { unlessSet } from '../two-part-etag.ts';
import { accessIn, deployAccessIn, refuseNoAccess } from './access-form.ts';
import { changeCluster, cluster, clusterId, registerCluster } from './schema.ts';
import { change as changeTo, existing, register, remove } from './service.ts';
import { clusterEtag, settingsOf, shown } from './shown.ts';
import { type ClusterRow, clusters } from './store.ts';

const url = '/api/v1/clusters';

export function clusterRoutes(context: ModuleContext<PlatformSettings>): readonly Route[] {
  const guard = clusterGuard(context.settings);
  return [
    listRoute(context, clusters, {
      url,
      access: 'read',
      summary: 'List clusters, newest first',
      item: cluster,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'admin',
      // Whoever is limited to some clusters could not see what they have registered.
      reach: 'tenant',
      summary: 'Register a cluster; follow its progress in phase',
      audit: { action: 'cluster.register' },
      body: registerCluster,
      status: 201,
      response: cluster,
      errors: ['already_exists', 'conflict'],
      handler: async ({ body, change }) => {
        const access = accessIn(body, guard) ?? refuseNoAccess();
        const deployAccess = deployAccessIn(body, guard) ?? null;
        return change(async (db) => {
          const row = await register(db, context, body, { access, deployAccess });
          return answer(row, { location: `${url}/${row.id}` });
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      reach: 'cluster',
      summary: 'Read a cluster',
      params: clusterId,
      response: cluster,
      handler: async ({ params, reach, read }) => {
        reach.mustReachCluster(params.id);
        return answer(await read((db) => existing(db, params.id)));
      },
    }),
    defineRoute({
      method: 'PATCH',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'cluster',
      summary: "Change a cluster's name, description or credentials, or those for deploying",
      audit: { action: 'cluster.change' },
      params: clusterId,
      body: changeCluster,
      response: cluster,
      errors: ['already_exists', 'precondition_failed'],
      handler: async ({ params, body, reach, request, change }) => {
        const access = accessIn(body, guard);
        const deployAccess = deployAccessIn(body, guard);
        reach.mustReachCluster(params.id);
        return change(async (db) => {
          const before = await existing(db, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), settingsOf(before));
          const row = await changeTo(db, context, before, body, { access, deployAccess });
          const { audit, ...reply } = answer(row);
          const details = {
            ...audit?.details,
            new_credentials: access !== undefined,
            ...(deployAccess !== undefined && { deploy_credentials: deployAccess === null ? 'removed' : 'new' }),
          };
          return { ...reply, audit: { details } };
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'admin',
      reach: 'cluster',
      summary: 'Remove a cluster without CloudSpaces, and its credentials; the cluster itself is not touched',
      audit: { action: 'cluster.remove' },
      params: clusterId,
      status: 204,
      errors: ['conflict', 'precondition_failed'],
      handler: async ({ params, reach, request, change }) => {
        reach.mustReachCluster(params.id);
        return change(async (db) => {
          const row = await existing(db, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), settingsOf(row));
          mustBeEmpty(row, await selectCloudspacesOf(db, row.id));
          await remove(db, context, row.id);
          return { audit: { details: { name: row.name, server: row.server } } };
        });
      },
    }),
  ];
}

function mustBeEmpty({ name }: ClusterRow, inside: readonly { readonly name: string }[]): void {
  if (inside.length > 0)
    refuse('conflict', {
      message: `Cluster ${name} has ${inside.length} ${inside.length === 1 ? 'CloudSpace' : 'CloudSpaces'}: ${someNames(inside)}. Delete them first.`,
    });
}

function answer(row: ClusterRow, headers: Readonly<Record<string, string>> = {}): Reply {
  const { name, server } = row;
  return { body: shown(row), etag: clusterEtag(row), headers, audit: { details: { name, server } } };
}

import {
  clustersInReach,
  defineRoute,
  type ModuleContext,
  pageOf,
  pageRequest,
  type Route,
  valuesOf,
} from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { clusterValues, totalOf } from '../lists.ts';
import { type Node, nodeList, nodeQuery } from './schema.ts';
import { namedAs, type NodeRow, selectNodes } from './store.ts';

const list = { name: 'nodes', counted: ['cluster_id', 'status'] };

export function nodeRoutes({ cursors }: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/nodes',
      access: 'read',
      summary: 'List the nodes of the clusters, newest first',
      query: nodeQuery,
      response: nodeList,
      handler: async ({ query, tenantId, principal, read }) => {
        const { q } = query;
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          status: valuesOf(query.status),
        };
        const bound = { ...filters, ...(q === undefined ? {} : { q: [q] }) };
        const page = pageRequest(list.name, tenantId, query, bound, cursors);
        const narrowed = q === undefined ? undefined : { by: namedAs, values: [q] };
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectNodes(db, page, filters, q),
            totalOf(db, list, filters, narrowed),
          ]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
  ];
}

function shown({ status_since, ...rest }: NodeRow): Node {
  return { ...rest, status_since: status_since?.toISOString() ?? null };
}

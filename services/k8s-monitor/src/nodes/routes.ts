import { clustersInReach, defineRoute, type ModuleContext, type Route, sortedPage, valuesOf } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { clusterValues, named, pageFrom } from '../lists.ts';
import { type Node, nodeList, nodeQuery } from './schema.ts';
import { type NodeRow, nodes } from './store.ts';

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
        const { q, cordoned } = query;
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          status: valuesOf(query.status),
          cordoned: cordoned === undefined ? undefined : [String(cordoned)],
        };
        const bound = { ...filters, ...(q === undefined ? {} : { q: [q] }) };
        const page = sortedPage(nodes.list, tenantId, query, bound, cursors);
        const wanted = { filters, also: named(q) };
        const { data, ...rest } = await read((db) => pageFrom<NodeRow>(db, nodes, wanted, page, cursors));
        return { body: { data: data.map(shown), ...rest } };
      },
    }),
  ];
}

function shown({ status_since, status_rank: _, ...rest }: NodeRow): Node {
  return { ...rest, status_since: status_since?.toISOString() ?? null };
}

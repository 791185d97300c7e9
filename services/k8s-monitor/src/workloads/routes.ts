import { clustersInReach, defineRoute, type ModuleContext, type Route, sortedPage, valuesOf } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { clusterValues, named, pageFrom } from '../lists.ts';
import { workloadList, workloadQuery } from './schema.ts';
import { type WorkloadRow, workloads } from './store.ts';

export function workloadRoutes({ cursors }: ModuleContext<MonitorSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/workloads',
      access: 'read',
      summary: 'List the workloads of the clusters, newest first',
      query: workloadQuery,
      response: workloadList,
      handler: async ({ query, tenantId, principal, read }) => {
        const { q } = query;
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          kind: valuesOf(query.kind),
          namespace: valuesOf(query.namespace),
          status: valuesOf(query.status),
        };
        const bound = { ...filters, ...(q === undefined ? {} : { q: [q] }) };
        const page = sortedPage(workloads.list, tenantId, query, bound, cursors);
        const wanted = { filters, also: named(q) };
        const { data, ...rest } = await read((db) => pageFrom<WorkloadRow>(db, workloads, wanted, page, cursors));
        return { body: { data: data.map(shown), ...rest } };
      },
    }),
  ];
}

function shown({ status_rank: _, ...rest }: WorkloadRow) {
  return rest;
}

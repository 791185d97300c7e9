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
import { workloadList, workloadQuery } from './schema.ts';
import { selectWorkloads } from './store.ts';

const list = { name: 'workloads', counted: ['cluster_id', 'kind', 'status'] };

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
        const filters = {
          cluster_id: clustersInReach(principal, clusterValues(query.cluster_id)),
          kind: valuesOf(query.kind),
          namespace: valuesOf(query.namespace),
          status: valuesOf(query.status),
        };
        const page = pageRequest(list.name, tenantId, query, filters, cursors);
        return read(async (db) => {
          const [rows, total] = await Promise.all([selectWorkloads(db, page, filters), totalOf(db, list, filters)]);
          return { body: pageOf(rows, page, total, cursors) };
        });
      },
    }),
  ];
}

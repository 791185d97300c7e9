import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { newestChanges } from '../changes/shown.ts';
import { chosenCluster } from '../clusters/choose.ts';
import type { MonitorSettings } from '../config.ts';
import { openIssuesAbout } from '../issues/shown.ts';
import { answered, refuseUnreachable } from '../live/asking.ts';
import type { ClusterClients } from '../live/cluster-clients.ts';
import { storedWorkload } from '../workloads/stored.ts';
import { lookAt } from './look.ts';
import { stalePage, toldPage } from './page.ts';
import { pageQuery, workloadPage, workloadPlace } from './schema.ts';

export function workloadPageRoute(
  { clock }: Pick<ModuleContext<MonitorSettings>, 'clock'>,
  clients: ClusterClients,
): Route {
  return defineRoute({
    method: 'GET',
    url: '/api/v1/workloads/:kind/:namespace/:name',
    access: 'read',
    reach: 'cluster',
    summary: 'Read a workload, whoever deployed it: what is wrong with it, its pods, events, issues and changes',
    operation: 'getWorkload',
    params: workloadPlace,
    query: pageQuery,
    response: workloadPage,
    errors: ['not_found', 'validation_failed', 'cluster_unreachable'],
    handler: async ({ params, query, reach, tenantId, read, request }) => {
      const { clusterId, row, issues, changes } = await read(async (db) => {
        const id = await chosenCluster(db, reach, query.cluster_id);
        return {
          clusterId: id,
          row: await storedWorkload(db, id, params),
          issues: await openIssuesAbout(db, id, params),
          changes: await newestChanges(db, id, params),
        };
      });
      const userAgent = `wheelhouse-k8s-monitor (${params.kind} page; request ${request.id})`;
      const asking = { clients, tenantId, clusterId, userAgent, now: clock.now };
      const told = await answered(asking, (client, signal) => lookAt(client, params, signal));
      if ('fault' in told) {
        const known = row ?? refuseUnreachable(told.fault);
        return { body: { ...stalePage(known, params, told.fault), issues, changes } };
      }
      const looked = told.answer ?? refuse('not_found');
      return { body: { ...toldPage(clusterId, looked, told.at), issues, changes } };
    },
  });
}

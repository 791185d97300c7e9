import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { chosenCluster } from '../clusters/choose.ts';
import type { MonitorSettings } from '../config.ts';
import { openIssuesAbout } from '../issues/shown.ts';
import { answered } from '../live/asking.ts';
import type { ClusterClients } from '../live/cluster-clients.ts';
import { storedNode } from '../nodes/shown.ts';
import { pageQuery } from '../workload-page/schema.ts';
import { lookAtNode, staleNode, toldNode } from './page.ts';
import { nodeName, nodePage } from './schema.ts';

export function nodePageRoute(
  { clock }: Pick<ModuleContext<MonitorSettings>, 'clock'>,
  clients: ClusterClients,
): Route {
  return defineRoute({
    method: 'GET',
    url: '/api/v1/nodes/:name',
    access: 'read',
    reach: 'cluster',
    summary: 'Read a node: its conditions in words, capacity, what it uses, the pods on it, events and issues',
    operation: 'getNode',
    params: nodeName,
    query: pageQuery,
    response: nodePage,
    errors: ['not_found', 'validation_failed'],
    handler: async ({ params: { name }, query, reach, tenantId, read, request }) => {
      const { clusterId, known, issues } = await read(async (db) => {
        const id = await chosenCluster(db, reach, query.cluster_id);
        return {
          clusterId: id,
          known: (await storedNode(db, id, name)) ?? refuse('not_found'),
          issues: await openIssuesAbout(db, id, { kind: 'Node', namespace: null, name }),
        };
      });
      const userAgent = `wheelhouse-k8s-monitor (Node page; request ${request.id})`;
      const asking = { clients, tenantId, clusterId, userAgent, now: clock.now };
      const told = await answered(asking, (client, signal) => lookAtNode(client, name, signal));
      if ('fault' in told) return { body: { ...staleNode(known.node, known.observedAt, told.fault), issues } };
      const looked = told.answer ?? refuse('not_found');
      return { body: { ...toldNode(known.node, looked, told.at), issues } };
    },
  });
}

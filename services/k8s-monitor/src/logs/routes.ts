import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { askedFor, noPods, noRevisions, podLogs, seenUpTo, toldAll } from '@wheelhouse/pod-logs';
import { chosenCluster } from '../clusters/choose.ts';
import type { MonitorSettings } from '../config.ts';
import type { ClusterClients } from '../live/cluster-clients.ts';
import { following } from '../live/following.ts';
import { workloadPlace } from '../workload-page/schema.ts';
import { storedWorkload } from '../workloads/stored.ts';
import { begin, unreachable } from './begin.ts';
import { containerOf } from './container.ts';
import { workloadLogsQuery } from './schema.ts';

export function workloadLogsRoute(
  { database, clock }: Pick<ModuleContext<MonitorSettings>, 'clock' | 'database'>,
  clients: ClusterClients,
): Route {
  return defineRoute({
    method: 'GET',
    url: '/api/v1/workloads/:kind/:namespace/:name/logs',
    access: 'read',
    reach: 'cluster',
    summary:
      'Follow the logs of all pods of a workload, where the credentials of its cluster may read logs: the events snapshot, lines, pod_joined, pod_left, pod_silent, dropped (lines left out, beyond 1,000 a second), cluster_silent and finally ended',
    operation: 'followWorkloadLogs',
    params: workloadPlace,
    query: workloadLogsQuery,
    stream: true,
    errors: ['not_found', 'validation_failed', 'invalid_state', 'cluster_unreachable'],
    handler: async ({ params, query, reach, tenantId, read, request, resumeAfter, signal }) => {
      const { clusterId, row } = await read(async (db) => {
        const id = await chosenCluster(db, reach, query.cluster_id);
        return { clusterId: id, row: await storedWorkload(db, id, params) };
      });
      const [asked, from] = [askedFor(query), seenUpTo(resumeAfter)];
      if (from === 'ended') return { stream: toldAll() };
      // Scaled to nothing: there is no log, and nobody waits for pods to come.
      if (row?.status === 'off' && row.ready === 0 && !asked.follow) return { stream: noPods(clock) };
      const userAgent = `wheelhouse-k8s-monitor (${params.kind} logs; request ${request.id})`;
      const connection = following({ clients, tenantId, clusterId, userAgent, signal });
      const client = await connection().catch(unreachable);
      if (client === 'cluster_removed') refuse('not_found');
      const { pod, selector, template } = await begin(client, params);
      if (pod === undefined && selector === undefined) return { stream: noPods(clock) };
      const connect = async () => {
        // What is not watched has no row, and is there for as long as its pods are.
        const isGone =
          row !== undefined &&
          (await database.tenant(tenantId, (db) => storedWorkload(db, clusterId, params))) === undefined;
        return isGone ? 'workload_deleted' : connection();
      };
      return {
        stream: podLogs({
          namespace: params.namespace,
          labelSelector: selector,
          container: containerOf(template, query.container),
          revisions: noRevisions,
          asked: pod === undefined ? asked : { ...asked, pod: params.name },
          from,
          connect,
          unreachable,
          clock,
          signal,
        }),
      };
    },
  });
}

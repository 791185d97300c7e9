import { defineRoute, type ModuleContext, readRow, refuse, type Route } from '@wheelhouse/kit';
import { type ClusterClient, ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { askedFor, noPods, podLogs, seenUpTo, toldAll } from '@wheelhouse/pod-logs';
import { apps, selectAppsById } from '../apps/app-store.ts';
import { wasEverSent } from '../apps/deployment-store.ts';
import { appId } from '../apps/schema.ts';
import { selectCloudspaceNames } from '../cloudspaces/store.ts';
import { type ClusterClients, NoClusterClient } from '../cluster-clients/cluster-clients.ts';
import type { PlatformSettings } from '../config.ts';
import { selectorOf } from '../engine/names.ts';
import { AppRevisions } from './revisions.ts';
import { logsQuery } from './schema.ts';

export function logsRoute(context: ModuleContext<PlatformSettings>, clients: ClusterClients): Route {
  const { database, clock } = context;
  return defineRoute({
    method: 'GET',
    url: '/api/v1/apps/:id/logs',
    access: 'read',
    reach: 'cloudspace',
    summary:
      'Follow the logs of all pods of an app: the events snapshot, lines, pod_joined, pod_left, pod_silent, dropped (lines left out, beyond 1,000 a second), cluster_silent and finally ended',
    operation: 'followAppLogs',
    params: appId,
    query: logsQuery,
    stream: true,
    errors: ['cluster_unreachable'],
    handler: async ({ params, query, reach, tenantId, read, request, resumeAfter, signal }) => {
      const found = await read(async (db) => {
        const row = await readRow(db, apps, params.id, reach);
        const place = (await selectCloudspaceNames(db, [row.cloudspace_id])).get(row.cloudspace_id);
        return { row, namespace: place?.namespace ?? '', isSent: await wasEverSent(db, row.id) };
      });
      const { row, namespace, isSent } = found;
      const [asked, from] = [askedFor(query), seenUpTo(resumeAfter)];
      if (from === 'ended') return { stream: toldAll() };
      // There is nothing in the cluster, and nobody waits for it to come.
      if (!isSent && !asked.follow) return { stream: noPods(clock) };
      const userAgent = `wheelhouse-platform (app ${row.id}; logs; request ${request.id})`;
      let last: { readonly client: ClusterClient; readonly named: ClusterClient } | undefined;
      const connect = async (): Promise<ClusterClient | 'app_deleted' | 'cluster_removed'> => {
        const [there] = await database.tenant(tenantId, (db) => selectAppsById(db, [row.id]));
        if (there === undefined) return 'app_deleted';
        const client = await clients.clientOf(tenantId, row.cluster_id).then((opened) => opened.client, removed);
        if (client === 'cluster_removed') return client;
        if (client !== last?.client) last = { client, named: client.as(userAgent) };
        return last.named;
      };
      const revisions = new AppRevisions({ id: row.id, name: row.name, namespace });
      const pods = { namespace, labelSelector: selectorOf(row.id), container: row.name, revisions };
      return { stream: podLogs({ ...pods, asked, from, connect, unreachable, clock, signal }) };
    },
  });
}

function removed(error: unknown): 'cluster_removed' {
  if (error instanceof NoClusterClient && error.reason === 'cluster_removed') return error.reason;
  throw error;
}

function unreachable(error: unknown): never {
  const isSilent = error instanceof ClusterUnreachable || error instanceof NoClusterClient;
  if (!isSilent && !(error instanceof KubernetesError)) throw error;
  return refuse('cluster_unreachable', {
    message: `The logs cannot be read, because the cluster did not say which pods there are: ${error.message}. Check the cluster, then try again.`,
  });
}

import { type ClusterClient, KubernetesError, type LiveObject } from '@wheelhouse/kubernetes';
import { forgetOld, selectDeletedOf } from '../cloudspaces/deleted-store.ts';
import { cloudspaceLabel } from '../provision/objects.ts';
import type { WatchedCluster } from './watched.ts';

const namespaces = '/api/v1/namespaces';

/**
 * Removes namespaces of CloudSpaces that are gone: a worker that slept past its lease may have made one after that. Not
 * by what is missing here, for a cluster may be shared with other installations, whose ids nobody here knows. And under
 * no lease: an id that is gone never comes back, so whoever still works on it has slept too.
 */
export async function sweepNamespaces(
  { context, tenantId, clusterId }: WatchedCluster,
  client: ClusterClient,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log } = context;
  const gone = await database.tenant(tenantId, async (db) => {
    await forgetOld(db, clock.now());
    return selectDeletedOf(db, clusterId);
  });
  if (gone.size === 0) return;
  for await (const { items } of client.list<LiveObject>(namespaces, { labelSelector: cloudspaceLabel, signal }))
    for (const { metadata } of items) {
      const { name, uid, labels, deletionTimestamp } = metadata;
      const id = labels?.[cloudspaceLabel] ?? '';
      if (!gone.has(id) || deletionTimestamp !== undefined) continue;
      await client.delete(`${namespaces}/${name}`, { uid }).catch((error: unknown) => {
        if (!(error instanceof KubernetesError) || (error.status !== 404 && error.status !== 409)) throw error;
      });
      log.info({ namespace: name, cloudspace_id: id }, 'removed the namespace of a CloudSpace that is gone');
    }
}

import { randomUUID } from 'node:crypto';
import { giveBack, isSuspended, takeLease } from '@wheelhouse/kit';
import { type ClusterClient, KubernetesError, type LiveObject } from '@wheelhouse/kubernetes';
import { selectAppsById } from '../apps/app-store.ts';
import { isRunning } from '../apps/phases.ts';
import { selectNamespacesOf } from '../cloudspaces/store.ts';
import { appLabel, paths } from '../engine/names.ts';
import { leaseKind } from '../engine/work.ts';
import type { AppObjects } from './app-objects.ts';
import type { WatchedCluster } from './watched.ts';

interface Found {
  readonly appId: string;
  readonly path: string;
  readonly uid: string;
}

const leaseSeconds = 30;
const appId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes objects of ours that no app wants: a worker that slept past its lease may have made one after its app was
 * deleted. Only in namespaces of CloudSpaces, and under the lease of the app, so that nobody deploys it meanwhile.
 */
export async function sweep(
  watched: WatchedCluster,
  objects: AppObjects,
  client: ClusterClient,
  signal: AbortSignal,
): Promise<void> {
  const { context, tenantId, clusterId } = watched;
  if (await context.database.tenant(tenantId, (db) => isSuspended(db, context.schema, tenantId))) return;
  const namespaces = await context.database.tenant(tenantId, (db) => selectNamespacesOf(db, clusterId));
  const found = await everything(objects, client, new Set(namespaces), signal);
  const ids = [...new Set(found.map((one) => one.appId))];
  const unwanted = await unwantedOf(watched, ids);
  for (const one of found.filter((each) => unwanted.has(each.appId))) await remove(watched, client, one, signal);
}

async function everything(
  objects: AppObjects,
  client: ClusterClient,
  namespaces: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { appId: id, namespace, name, uid } of objects.deployments.state.values())
    found.push({ appId: id, path: paths(namespace, name).deployment, uid });
  for (const { appId: id, namespace, name, uid } of objects.services.state.values())
    found.push({ appId: id, path: paths(namespace, name).service, uid });
  for (const namespace of namespaces) {
    const { budgets } = paths(namespace, '');
    for await (const { items } of client.list<LiveObject>(budgets, { labelSelector: appLabel, signal }))
      for (const { metadata } of items)
        found.push({
          appId: metadata.labels?.[appLabel] ?? '',
          path: `${budgets}/${metadata.name}`,
          uid: metadata.uid,
        });
  }
  return found.filter(
    ({ path, appId: id }) => appId.test(id) && namespaces.has(path.split('/namespaces/')[1]?.split('/')[0] ?? ''),
  );
}

/** Apps that are not there, or of which nothing is to be in the cluster. */
async function unwantedOf({ context, tenantId }: WatchedCluster, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.database.tenant(tenantId, (db) => selectAppsById(db, ids));
  const wanted = rows.filter((app) => app.current_revision !== null || isRunning(app.phase) || app.phase === 'Failed');
  const kept = new Set(wanted.map(({ id }) => id));
  return new Set(ids.filter((id) => !kept.has(id)));
}

async function remove(
  watched: WatchedCluster,
  client: ClusterClient,
  { appId: id, path, uid }: Found,
  signal: AbortSignal,
): Promise<void> {
  const { context } = watched;
  const { database, schema, log } = context;
  const holder = `sweep#${randomUUID()}`;
  const lease = await database.system((db) => takeLease(db, schema, `${leaseKind} ${id}`, holder, leaseSeconds));
  // Somebody works on it: that is not for us to judge.
  if (lease === undefined) return;
  try {
    // Read before the rows are: a revision that takes it up after that has changed it by then.
    const { metadata } = await client.get<LiveObject>(path, undefined, signal);
    if (metadata.uid !== uid || !(await unwantedOf(watched, [id])).has(id)) return;
    signal.throwIfAborted();
    const { resourceVersion } = metadata;
    await client.delete(path, { uid, resourceVersion, propagationPolicy: 'Background' });
    log.info({ path, app_id: id }, 'removed an object without an app');
  } catch (error) {
    if (!(error instanceof KubernetesError) || (error.status !== 404 && error.status !== 409)) throw error;
  } finally {
    await database.system((db) => giveBack(db, schema, lease));
  }
}

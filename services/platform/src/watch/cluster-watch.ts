import { pause, type TenantDb } from '@wheelhouse/kit';
import { isTooLarge } from '@wheelhouse/kubernetes';
import { selectAppIdsOf, selectAppsById } from '../apps/app-store.ts';
import { upsertState } from '../apps/state-store.ts';
import { selectCloudspaceNames } from '../cloudspaces/store.ts';
import { updateAppsObservedAt } from '../clusters/owners-store.ts';
import type { OpenedCluster } from '../cluster-clients/cluster-clients.ts';
import { AppObjects } from './app-objects.ts';
import { ReachableRounds } from './reachable-rounds.ts';
import { stateOf } from './state-of.ts';
import { sweep } from './sweep.ts';
import { sweepNamespaces } from './sweep-namespaces.ts';
import { TakenOver, underLease, type WatchedCluster } from './watched.ts';

const flushEveryMs = 250;
const signEveryMs = 2_000;
/** Rows a transaction. */
const mostAtOnce = 100;
const limits = { objects: 200_000, bytes: 256 * 1_024 * 1_024 };

/** Keeps the state rows of a cluster's apps true, until the signal ends. */
export async function watchApps(watched: WatchedCluster, opened: OpenedCluster, outer: AbortSignal): Promise<void> {
  const { context, clusterId, tenantId } = watched;
  const { clock, log, settings } = context;
  const over = new AbortController();
  const signal = AbortSignal.any([outer, over.signal]);
  const client = opened.client.as('wheelhouse-platform (watch)');
  const dirty = new Set<string>();
  const objects = new AppObjects({
    client,
    limits,
    clock: () => clock.now().getTime(),
    log: (text, error) => log.warn({ err: error, cluster_id: clusterId }, text),
    changed: (appId) => dirty.add(appId),
  });
  const reachable = new ReachableRounds(watched, objects, client, (appId) => dirty.add(appId));

  async function flush(): Promise<void> {
    while (!signal.aborted && !objects.isSynced) await pause(flushEveryMs, signal);
    // Also those of which nothing is in the cluster.
    for (const id of await tenant((db) => selectAppIdsOf(db, clusterId))) dirty.add(id);
    while (!signal.aborted) {
      const ids = [...dirty].slice(0, mostAtOnce);
      for (const id of ids) dirty.delete(id);
      if (ids.length > 0) await write(ids).catch((error: unknown) => again(ids, error));
      if (dirty.size === 0) await pause(flushEveryMs, signal);
    }
  }

  const again = (ids: readonly string[], error: unknown) => {
    if (error instanceof TakenOver) throw error;
    for (const id of ids) dirty.add(id);
    log.warn({ err: error, cluster_id: clusterId }, 'the state of apps could not be written');
    return pause(signEveryMs, signal);
  };

  const tenant = <T>(work: (db: TenantDb) => Promise<T>) => underLease(watched, work);

  const write = (ids: readonly string[]) =>
    tenant(async (db) => {
      const rows = await selectAppsById(db, ids);
      const places = await selectCloudspaceNames(db, [...new Set(rows.map(({ cloudspace_id }) => cloudspace_id))]);
      for (const app of rows) {
        const placed = { appId: app.id, namespace: places.get(app.cloudspace_id)?.namespace ?? '' };
        const seen = {
          deployment: objects.deploymentOf(placed),
          service: objects.serviceOf(placed),
          pods: objects.podsOf(placed),
          ...reachable.lastOf(app.id),
        };
        reachable.heed(app, seen);
        await upsertState(db, app.id, stateOf(app, seen));
      }
    });

  async function giveSigns(): Promise<void> {
    while (!signal.aborted) {
      const at = objects.isSynced && dirty.size === 0 ? objects.observedAt : undefined;
      if (at !== undefined)
        await tenant((db) => updateAppsObservedAt(db, clusterId, new Date(at))).catch((error: unknown) => {
          if (error instanceof TakenOver) throw error;
          log.warn({ err: error, cluster_id: clusterId }, 'when apps were last observed could not be written');
        });
      await pause(signEveryMs, signal);
    }
  }

  async function sweeping(): Promise<void> {
    while (!signal.aborted && !objects.isSynced) await pause(flushEveryMs, signal);
    while (!signal.aborted) {
      for (const remove of [
        () => sweep(watched, objects, client, signal),
        () => sweepNamespaces(watched, client, signal),
      ])
        await remove().catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error, cluster_id: clusterId }, 'what nobody wants was not removed');
        });
      await pause(settings.SWEEP_SECONDS * 1_000, signal);
    }
  }

  const work = [objects.run(signal), flush(), giveSigns(), reachable.run(signal), sweeping()];
  const ends = await Promise.allSettled(work.map((one) => one.finally(() => over.abort())));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed === undefined || outer.aborted || failed.reason instanceof TakenOver) return;
  if (isTooLarge(failed.reason)) log.warn({ err: failed.reason, tenant_id: tenantId }, 'too many objects of apps');
  else throw failed.reason;
}

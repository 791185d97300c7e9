import { type ModuleContext, pause, spread } from '@wheelhouse/kit';
import { selectActionCounts } from '../actions/store.ts';
import { selectWatched, type Watched } from '../clusters/store.ts';
import type { MonitorSettings } from '../config.ts';
import { ClusterWatch } from './cluster-watch.ts';
import { writeSigns } from './store.ts';
import { TenantShares } from './tenant-shares.ts';

const leaseSeconds = 15;
const roundMs = 2_000;
const signEveryMs = 2_000;
const hearEveryMs = 500;

/** Watches a share of all clusters, as many as fall to this process. */
export async function watchClusters(
  context: ModuleContext<MonitorSettings>,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, schema, log, settings } = context;
  const shares = new TenantShares(settings.TENANT_MAX_MEBIBYTES);
  const watching = new Map<string, ClusterWatch>();
  let known: ReadonlyMap<string, Watched> = new Map();

  async function targets(): Promise<readonly string[]> {
    const watched = await selectWatched({ query: database.look });
    known = new Map(watched.map((one) => [one.cluster_id, one]));
    for (const [id, watch] of watching) {
      const one = known.get(id);
      if (one !== undefined) watch.heed(one);
    }
    return [...known.keys()];
  }

  async function work(clusterId: string, { token }: { readonly token: number }, held: AbortSignal): Promise<void> {
    const one = known.get(clusterId);
    if (one === undefined) return;
    const watch = new ClusterWatch(context, one, token, shares.take(one.tenant_id));
    watching.set(clusterId, watch);
    try {
      await watch.run(held);
    } finally {
      watching.delete(clusterId);
      shares.giveBack(one.tenant_id);
    }
  }

  /** Also of a cluster in which nothing happens: that it does not is known up to this moment. */
  async function tellSigns(): Promise<void> {
    while (!signal.aborted) {
      const signs = [...watching.values()].flatMap(({ signOfLife }) => signOfLife ?? []);
      if (signs.length > 0)
        await database
          .system((db) => writeSigns(db, signs))
          .catch((error: unknown) => log.warn({ err: error }, 'when clusters were last observed could not be written'));
      await pause(signEveryMs, signal);
    }
  }

  /** One look for all clusters: between two of them nothing is asked for by any round. */
  async function hearActions(): Promise<void> {
    while (!signal.aborted) {
      try {
        const ids = [...watching.keys()];
        const counts = ids.length === 0 ? [] : await selectActionCounts({ query: database.look }, ids);
        for (const { cluster_id: id, actions } of counts) watching.get(id)?.hearActions(actions);
      } catch (error) {
        log.warn({ err: error }, 'the number of running actions could not be read');
      }
      await pause(hearEveryMs, signal);
    }
  }

  const shared = { database, schema, kind: 'cluster', worker, seconds: leaseSeconds, roundMs, log, signal };
  await Promise.all([spread({ ...shared, targets, work }), tellSigns(), hearActions()]);
}

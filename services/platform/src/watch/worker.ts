import { type ModuleContext, pause, spread } from '@wheelhouse/kit';
import { selectClustersWithSpaces } from '../cloudspaces/store.ts';
import { type ClusterClients, NoClusterClient, withClusterClients } from '../cluster-clients/cluster-clients.ts';
import type { PlatformSettings } from '../config.ts';
import { watchApps } from './cluster-watch.ts';

const leaseSeconds = 15;
const roundMs = 2_000;

/** Watches the apps of a share of all clusters that have CloudSpaces. */
export function watchAllApps(
  context: ModuleContext<PlatformSettings>,
  worker: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, schema, log } = context;
  let owners: ReadonlyMap<string, string> = new Map();
  return withClusterClients(context, (clients) =>
    spread({
      database,
      schema,
      kind: 'apps of cluster',
      worker,
      seconds: leaseSeconds,
      roundMs,
      log,
      signal,
      targets: async () => {
        const found = await selectClustersWithSpaces({ query: database.look });
        owners = new Map(found.map(({ cluster_id, tenant_id }) => [cluster_id, tenant_id]));
        return [...owners.keys()];
      },
      work: async (clusterId, lease, held) => {
        const tenantId = owners.get(clusterId);
        if (tenantId === undefined) return;
        await watchWith(clients, { context, tenantId, clusterId, lease }, held);
      },
    }),
  );
}

/** Its work ends when the credentials change, and is begun again with the new ones. */
async function watchWith(
  clients: ClusterClients,
  watched: Parameters<typeof watchApps>[0],
  held: AbortSignal,
): Promise<void> {
  const { tenantId, clusterId, context } = watched;
  try {
    const opened = await clients.clientOf(tenantId, clusterId, held);
    const changed = new AbortController();
    const both = AbortSignal.any([held, changed.signal]);
    const checking = untilChanged(clients, watched, opened.cluster.generation, both).finally(() => changed.abort());
    await Promise.all([watchApps(watched, opened, both).finally(() => changed.abort()), checking]);
  } catch (error) {
    if (!(error instanceof NoClusterClient)) throw error;
    context.log.debug({ cluster_id: clusterId, why: error.message }, 'the apps of a cluster cannot be watched');
  }
}

const checkEveryMs = 5_000;

/** Asking for the client keeps it open, and finds out when it is another. */
async function untilChanged(
  clients: ClusterClients,
  { tenantId, clusterId }: Parameters<typeof watchApps>[0],
  generation: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(checkEveryMs, signal);
    if (signal.aborted) return;
    const { cluster } = await clients.clientOf(tenantId, clusterId, signal);
    if (cluster.generation !== generation) return;
  }
}

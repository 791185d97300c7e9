import { type AddressGuard, clusterGuard, type ModuleContext, pause, SealedSecretError } from '@wheelhouse/kit';
import { accessFromWritten } from '@wheelhouse/kubernetes';
import type { PlatformSettings } from '../config.ts';
import { openCredentials } from './credentials.ts';
import { type OwnedCluster, takeDue } from './owners-store.ts';
import { probe, type Probed } from './probe.ts';
import { record } from './record.ts';
import { rightsToAsk } from './rights.ts';
import { type ClusterRow, selectCluster } from './store.ts';

type Context = ModuleContext<PlatformSettings>;

const mostAtOnce = 20;
const lookEveryMs = 500;
/** Longer than a probe takes: what a process that died had taken is due again by then. */
const takenForMs = 12_000;

/** Probes what is due, side by side, until the signal ends. Several processes share the clusters by taking them. */
export async function probeDueClusters(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock, log, settings } = context;
  const guard = clusterGuard(settings);
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const now = clock.now();
    const until = new Date(now.getTime() + takenForMs);
    const due = await database
      .system((db) => takeDue(db, now, until, mostAtOnce - running.size))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not read which clusters are due for a probe');
        return [];
      });
    for (const owned of due) {
      const work = probeOne(context, owned, guard, signal)
        .catch((error: unknown) => log.warn({ err: error, cluster_id: owned.cluster_id }, 'a cluster was not probed'))
        .finally(() => running.delete(work));
      running.add(work);
    }
    await pause(lookEveryMs, signal);
  }
  await Promise.all(running);
}

async function probeOne(
  context: Context,
  { cluster_id, tenant_id }: OwnedCluster,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<void> {
  const row = await context.database.tenant(tenant_id, (db) => selectCluster(db, cluster_id));
  if (row === undefined) return;
  const probed = await lookAt(context, tenant_id, row, guard, signal);
  // What broke because we stop says nothing about the cluster.
  if (!signal.aborted) await record(context, tenant_id, row, probed);
}

/** Outside any transaction: a cluster may take its time. */
async function lookAt(
  { secrets, clock, log }: Context,
  tenantId: string,
  row: ClusterRow,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Probed> {
  try {
    const access = accessFromWritten(openCredentials(secrets, tenantId, row));
    const rights = rightsToAsk(row.rights, row.rights_checked_at, clock.now());
    return await probe({ access, rights, guard, signal });
  } catch (error) {
    // Also what nobody foresaw counts as not reached: no phase is for ever.
    if (!signal.aborted) log.error({ err: error, cluster_id: row.id }, 'a cluster could not be probed');
    return { reached: false, reason: error instanceof SealedSecretError ? 'credentials_unreadable' : 'probe_failed' };
  }
}

import { type AddressGuard, clusterGuard, type ModuleContext, pause, SealedSecretError } from '@wheelhouse/kit';
import { accessFromWritten, type ClusterAccess } from '@wheelhouse/kubernetes';
import type { PlatformSettings } from '../config.ts';
import { openCredentials } from './credentials.ts';
import { deployAccessOf } from './deploy-access.ts';
import { deployRightsToAsk, ofPlatform } from './deploy-judge.ts';
import type { Right } from './needed-rights.ts';
import { type OwnedCluster, takeDue } from './owners-store.ts';
import { type Found, type Probe, probe, type Probed } from './probe.ts';
import { record } from './record.ts';
import { eachOnce, rightsToAsk } from './rights.ts';
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
  const found = await lookAt(context, tenant_id, row, guard, signal);
  // What broke because we stop says nothing about the cluster.
  if (!signal.aborted) await record(context, tenant_id, row, found);
}

/** Outside any transaction: a cluster may take its time. */
async function lookAt(
  context: Context,
  tenantId: string,
  row: ClusterRow,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Found> {
  const { secrets, clock } = context;
  const now = clock.now();
  const rights = rightsToAsk(row.rights, row.rights_checked_at, now);
  const deployRights = deployRightsToAsk(row, now);
  const look = (access: () => ClusterAccess, asked: readonly Right[]) =>
    tryProbe(context, row, access, { rights: asked, guard, signal });
  const registered = () => accessFromWritten(openCredentials(secrets, tenantId, row));
  if (row.deploy_credentials === null) {
    const probed = await look(registered, eachOnce([...rights, ...(deployRights ?? [])]));
    return { registered: probed, deploy: deployRights || !probed.reached ? forDeploying(probed) : undefined };
  }
  const [first, deploy] = await Promise.all([
    look(registered, rights),
    deployRights && look(() => deployAccessOf(secrets, tenantId, row), deployRights),
  ]);
  return { registered: first, deploy };
}

function forDeploying(probed: Probed): Probed {
  return probed.reached ? { ...probed, rights: ofPlatform(probed.rights) } : probed;
}

async function tryProbe(
  { log }: Context,
  { id }: ClusterRow,
  access: () => ClusterAccess,
  asked: Omit<Probe, 'access'>,
): Promise<Probed> {
  try {
    return await probe({ access: access(), ...asked });
  } catch (error) {
    // Also what nobody foresaw counts as not reached: no phase is for ever.
    if (!asked.signal.aborted) log.error({ err: error, cluster_id: id }, 'a cluster could not be probed');
    return { reached: false, reason: error instanceof SealedSecretError ? 'credentials_unreadable' : 'probe_failed' };
  }
}

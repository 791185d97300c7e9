import { claim, type Lease, type ModuleContext } from '@wheelhouse/kit';
import { type ClusterClients, withClusterClients } from '../cluster-clients/cluster-clients.ts';
import { selectCloudspace } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';
import { TenantSuspended } from '../suspended.ts';
import { apply } from './apply.ts';
import { Changed, CloudspaceWork, LeaseLost } from './cloudspace-work.ts';
import { type DueCloudspace, rowsDue } from './due.ts';
import { lookAgain } from './look-again.ts';
import { remove } from './remove.ts';
import { fail } from './transitions.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { waitForCluster } from './wait-for-cluster.ts';

type Context = ModuleContext<PlatformSettings>;

const leaseKind = 'cloudspace';
/** Longer than a call to the API server may take. */
const leaseSeconds = 15;
const lookEveryMs = 250;
const atOnce = 50;
const soonestMs = 250;
const latestMs = 5_000;

/** Brings every CloudSpace to what was asked for, one worker at a time each, until the signal ends. */
export function provisionCloudspaces(context: Context, worker: string, signal: AbortSignal): Promise<void> {
  const { database, schema, clock, log } = context;
  const looking = { query: database.look };
  return withClusterClients(context, (clients) =>
    claim({
      database,
      schema,
      kind: leaseKind,
      worker,
      seconds: leaseSeconds,
      lookEveryMs,
      atOnce,
      log,
      signal,
      look: (most) => rowsDue(looking, leaseKind, clock.now(), most),
      work: (due, lease, held) => provision(context, clients, due, lease, held),
    }),
  );
}

/**
 * Brings a CloudSpace on, from wherever it is, until there is nothing to do for now. Running it again from the top is
 * always right: the row says what is wanted, and the cluster what there is.
 */
async function provision(
  context: Context,
  clients: ClusterClients,
  { target: id, tenant_id: tenantId }: DueCloudspace,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const row = await context.database.tenant(tenantId, (db) => selectCloudspace(db, id));
    if (row === undefined || signal.aborted) return;
    const work = new CloudspaceWork(context, { tenantId, clients, row, lease, signal });
    try {
      if ((await step(work)) === 'done') return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LeaseLost)
        return context.log.warn({ cloudspace_id: id }, 'another worker has taken over a CloudSpace');
      if (error instanceof TenantSuspended) return;
      if (!(error instanceof Changed)) throw error;
    }
  }
}

/** What its phase asks for. */
async function step(work: CloudspaceWork): Promise<'on' | 'done'> {
  const { signal } = work;
  try {
    switch (work.row.phase) {
      case 'Pending':
        await waitForCluster(work);
        return 'on';
      case 'Provisioning':
      case 'Updating':
        await apply(work);
        return 'done';
      case 'Ready':
        return await lookAgain(work);
      case 'Deleting':
        await remove(work);
        return 'done';
      case 'Failed':
        await work.rest();
        return 'done';
      default:
        return 'done';
    }
  } catch (error) {
    if (signal.aborted || isForAnother(error)) throw error;
    await meet(work, error);
    return 'done';
  }
}

/** That somebody else decides now says nothing about the CloudSpace. */
function isForAnother(error: unknown): boolean {
  return error instanceof LeaseLost || error instanceof Changed || error instanceof TenantSuspended;
}

/** What stands in the way: at the deadline, or if it will not pass, the end. */
async function meet(work: CloudspaceWork, error: unknown): Promise<void> {
  const { context, row } = work;
  const trouble = troubleOf(error);
  if (trouble.reason === 'internal_error')
    context.log.error({ err: error, cloudspace_id: row.id }, 'a CloudSpace could not be brought on');
  // It was Ready before and nothing says that it is not.
  if (row.phase === 'Ready') return work.rest();
  if (trouble.isFinal || work.isLate) return work.move((db, now) => fail(db, context, now, trouble));
  await work.wait(againAfter(work), whileWaiting(work, trouble));
}

/** Ever more rarely, the longer it lasts. */
function againAfter({ row, context }: CloudspaceWork): number {
  const since = context.clock.now().getTime() - row.phase_since.getTime();
  return Math.min(Math.max(since / 4, soonestMs), latestMs);
}

/** What is told meanwhile; only Pending waits for something that others have to do. */
function whileWaiting({ row }: CloudspaceWork, { known }: Trouble): Parameters<CloudspaceWork['wait']>[1] {
  return row.phase === 'Pending' ? { reason: 'waiting_for_cluster', known } : undefined;
}

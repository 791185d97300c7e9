import type { Lease, ModuleContext } from '@wheelhouse/kit';
import { settle } from '../canary/settle.ts';
import type { AgentSettings } from '../config.ts';
import { drain } from '../drain/drain.ts';
import { type OpenAction, selectAction } from '../records/store.ts';
import { apply } from './apply.ts';
import type { WorkerCluster } from './worker-cluster.ts';
import { LeaseLost, Over, RunningAction } from './running-action.ts';
import { verify } from './verify.ts';

/**
 * Brings an action to its end from wherever it is. Running it again from the top is always right: what was written
 * says how far it is, and what the cluster has says whether the change was made.
 */
export async function execute(
  context: ModuleContext<AgentSettings>,
  workerCluster: WorkerCluster,
  { action_id: id, target }: OpenAction,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const row = await context.database.tenant(workerCluster.tenantId, (db) => selectAction(db, id));
  if (row?.status !== 'executing') return;
  const running = new RunningAction(context, { workerCluster, row, lease, signal });
  try {
    if (row.effect !== 'accepted') await apply(running, target);
    if (row.action === 'drain_node') await drain(running);
    await settle(running);
    await verify(running);
  } catch (error) {
    if (error instanceof Over || signal.aborted) return;
    if (error instanceof LeaseLost)
      return context.log.warn({ action_id: id }, 'another worker has taken over an action');
    throw error;
  }
}

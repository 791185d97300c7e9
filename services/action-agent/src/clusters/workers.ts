import { refuse, type TenantDb } from '@wheelhouse/kit';
import { selectWorkers, type WorkerRow } from './workers-store.ts';

/** A worker that was not seen for this long is taken for gone. */
const seenWithinMs = 30_000;

export function isReady({ seen_at, trouble }: Pick<WorkerRow, 'seen_at' | 'trouble'>, now: Date): boolean {
  return trouble === null && isSeen(seen_at, now);
}

/** The worker of a cluster that can be asked, and when it was last seen; refuses where there is none. */
export async function mustHaveWorker(db: TenantDb, clusterId: string, now: Date): Promise<WorkerRow> {
  const workers = await selectWorkers(db, [clusterId]);
  return workers.find((worker) => isReady(worker, now)) ?? refuseWithout(workers[0], now);
}

function refuseWithout(last: WorkerRow | undefined, now: Date): never {
  return refuse('cluster_unreachable', { message: `${whyNone(last, now)}. Nothing was changed. ${nextStep}.` });
}

const nextStep = "Next step: start the action agent's worker with credentials for this cluster, then try again";

function whyNone(last: WorkerRow | undefined, now: Date): string {
  if (last === undefined) return 'No worker of this cluster has been seen yet';
  const { seen_at, trouble } = last;
  if (isSeen(seen_at, now) && trouble !== null) return `The worker of this cluster is not acting: ${trouble}`;
  return `No worker of this cluster has been seen since ${seen_at.toISOString()}`;
}

function isSeen(seenAt: Date, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= seenWithinMs;
}

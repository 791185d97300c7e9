import { claim, KnownClusters, type ModuleContext, pause } from '@wheelhouse/kit';
import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { knowTenant, upsertWorker } from '../clusters/workers-store.ts';
import type { AgentSettings } from '../config.ts';
import { rightName } from '../plans/what-to-read.ts';
import { answerPlans } from './answer-plans.ts';
import { dueActions } from './due.ts';
import { execute } from './execute.ts';
import { neededRights } from './needed-rights.ts';
import { findWorkerCluster, type WorkerCluster } from './worker-cluster.ts';
import type { WorkerStatus } from './worker-status.ts';

interface Worker {
  readonly context: ModuleContext<AgentSettings>;
  readonly access: () => Promise<ClusterAccess>;
  readonly workerStatus: WorkerStatus;
  /** The name it keeps when it restarts. */
  readonly worker: string;
}

const seekEveryMs = 2_000;
const heartbeatMs = 5_000;
const rightsEveryMs = 60_000;
/** Longer than a call to the API server may take. */
const leaseSeconds = 15;
const lookEveryMs = 200;
/** Most of them only wait: for a rollout, or for a score to settle. */
const atOnce = 200;
const leaseKind = 'target';

/** Acts on the cluster of its credentials, as long as it is registered; looks for it again when it is not. */
export async function act(worker: Worker, signal: AbortSignal): Promise<void> {
  const { context, access, workerStatus } = worker;
  const clusters = new KnownClusters(context.call);
  while (!signal.aborted) {
    const workerCluster = await findWorkerCluster({ context, access, clusters, signal }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      // Once for each reason: an installation without a cluster would tell of nothing else.
      if (workerStatus.waits(why) && !signal.aborted) context.log.info({ why }, 'no cluster to act on yet');
      return undefined;
    });
    if (workerCluster !== undefined) await workAt(worker, workerCluster, clusters, signal);
    await pause(seekEveryMs, signal);
  }
}

async function workAt(
  worker: Worker,
  workerCluster: WorkerCluster,
  clusters: KnownClusters,
  signal: AbortSignal,
): Promise<void> {
  const { context, workerStatus } = worker;
  const { database, schema, log } = context;
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  const missing = workerCluster.missingRights.map(rightName);
  workerStatus.acts(missing);
  log.info({ cluster_id: workerCluster.clusterId, missing_rights: missing }, 'acting on a cluster');
  try {
    await Promise.all([
      giveSigns(worker, workerCluster, clusters, both).finally(() => over.abort()),
      answerPlans(context, workerCluster, both),
      claim({
        database,
        schema,
        kind: leaseKind,
        worker: worker.worker,
        seconds: leaseSeconds,
        lookEveryMs,
        atOnce,
        log,
        signal: both,
        look: (most) => dueActions(context, workerCluster, leaseKind, most),
        work: (open, lease, held) => execute(context, workerCluster, open, lease, held),
      }),
    ]);
  } finally {
    await workerCluster.client.close();
  }
}

/** Signs of life, until the signal ends, the cluster is not this tenant's any more, or other rights are held. */
async function giveSigns(
  { context, worker }: Worker,
  { clusterId, tenantId, client, missingRights }: WorkerCluster,
  clusters: KnownClusters,
  signal: AbortSignal,
): Promise<void> {
  let rightsAt = performance.now();
  const { database, clock, log } = context;
  await database.tenant(tenantId, knowTenant);
  while (!signal.aborted) {
    // Platform may be away for a while: what was known then holds.
    if (!(await clusters.isOf(tenantId, clusterId).catch(() => true))) {
      log.warn({ cluster_id: clusterId }, 'the cluster is no longer registered');
      return;
    }
    const row = {
      cluster_id: clusterId,
      worker,
      version: context.version,
      missing_rights: missingRights.map(rightName),
      trouble: null,
      seen_at: clock.now(),
    };
    await database
      .tenant(tenantId, (db) => upsertWorker(db, row))
      .catch((error: unknown) => log.warn({ err: error }, "the worker's heartbeat could not be written"));
    await pause(heartbeatMs, signal);
    if (signal.aborted || performance.now() - rightsAt < rightsEveryMs) continue;
    rightsAt = performance.now();
    const allowed = await client.can(neededRights, signal).catch(() => undefined);
    const missing = neededRights.filter((_, index) => allowed?.[index] !== true);
    if (allowed !== undefined && missing.map(rightName).join() !== missingRights.map(rightName).join()) {
      log.info({ cluster_id: clusterId }, 'the permissions in the cluster have changed');
      return;
    }
  }
}

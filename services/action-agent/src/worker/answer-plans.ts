import { hostname } from 'node:os';
import { type ModuleContext, pause } from '@wheelhouse/kit';
import { ClusterUnreachable } from '@wheelhouse/kubernetes';
import { type AgentSettings, settleSecondsOf } from '../config.ts';
import { planAction } from '../plans/plan-action.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { answerPlanRequest, deletePlanRequest, type PlanRequest, takePlanRequests } from '../planning/store.ts';
import { tellPending } from '../records/events.ts';
import { announced, updateAction } from '../records/store.ts';
import { lockedAction } from '../records/transitions.ts';
import { guardsOf } from './guards.ts';
import { readCase } from './read.ts';
import type { WorkerCluster } from './worker-cluster.ts';

type Context = ModuleContext<AgentSettings>;

const atOnce = 16;
const lookEveryMs = 100;

/** Plans what it is asked for until the signal ends. It only reads, so nothing is lost by doing it twice. */
export async function answerPlans(context: Context, workerCluster: WorkerCluster, signal: AbortSignal): Promise<void> {
  const { database, log } = context;
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const free = atOnce - running.size;
    const requests =
      free === 0
        ? []
        : await database
            .tenant(workerCluster.tenantId, (db) => takePlanRequests(db, workerCluster.clusterId, free))
            .catch((error: unknown) => {
              log.warn({ err: error }, 'requested plans could not be read');
              return [];
            });
    for (const request of requests) {
      const work = answer(context, workerCluster, request, signal)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, 'a plan could not be made; will try again');
        })
        .finally(() => running.delete(work));
      running.add(work);
    }
    // More may be waiting than fitted.
    if (requests.length < atOnce || requests.length === 0) await pause(lookEveryMs, signal);
    else await Promise.race(running);
  }
  await Promise.all(running);
}

async function answer(
  context: Context,
  workerCluster: WorkerCluster,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<void> {
  const reading = await readCase(workerCluster.client, request.asked, workerCluster.missingRights, signal).catch(
    (error: unknown) => {
      // An action's own plan can wait for the cluster; whoever asks is told at once.
      if (request.action_id !== null || !(error instanceof ClusterUnreachable)) throw error;
      return { message: error.message };
    },
  );
  if ('message' in reading) {
    const failure = { code: 'cluster_unreachable', message: `The API server does not respond: ${reading.message}.` };
    return context.database.tenant(workerCluster.tenantId, (db) => answerPlanRequest(db, request.id, { failure }));
  }
  const { case: read, missingRights } = reading;
  const { clusterId, tenantId } = workerCluster;
  const { asked, consented } = request;
  const whose = { clusterId, asked, origin: originOf(request), automatic: !consented, isAdmitted: false };
  const guards = await context.database.tenant(tenantId, (db) => guardsOf(db, whose, read, context.clock.now()));
  const plan = planAction(read, {
    clusterId: workerCluster.clusterId,
    missingRights,
    ownPod: hostname(),
    settleSeconds: settleSecondsOf(context.settings),
    ...guards,
  });
  await context.database.tenant(workerCluster.tenantId, async (db) => {
    const { id, action_id: actionId } = request;
    if (actionId === null) return answerPlanRequest(db, id, { plan });
    await keepPlan(db, context, actionId, plan);
    return deletePlanRequest(db, id);
  });
}

/** Of an action that was proposed, or of one that somebody would request. */
function originOf({ action_id: id }: PlanRequest): 'decision' | 'manual' {
  return id === null ? 'manual' : 'decision';
}

/** The first plan of a pending action, which is announced with it. */
async function keepPlan(
  db: Parameters<typeof lockedAction>[0],
  context: Context,
  actionId: string,
  plan: Plan,
): Promise<void> {
  const row = await lockedAction(db, actionId);
  if (row?.status !== 'pending_approval') return;
  const planned = await updateAction(db, row, { plan, planned_at: context.clock.now() });
  if (await announced(db, actionId)) await tellPending(db, context, planned);
}

import { setTimeout as wait } from 'node:timers/promises';
import { type ModuleContext, refuse } from '@wheelhouse/kit';
import { mustHaveWorker } from '../clusters/workers.ts';
import { selectWorkers } from '../clusters/workers-store.ts';
import type { AgentSettings } from '../config.ts';
import type { Asked } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';
import { deletePlanRequest, insertPlanRequest, type PlanAnswer, selectPlanAnswer } from './store.ts';

const lookEveryMs = 50;
const waitMs = 10_000;

type Context = Pick<ModuleContext<AgentSettings>, 'database' | 'makeId' | 'clock'>;

/** The plan as the worker of the cluster makes it right now; refuses where there is no worker, or none answers. */
export async function askPlan(
  { database, makeId, clock }: Context,
  tenantId: string,
  clusterId: string,
  asked: Asked,
  consented: boolean,
): Promise<Plan> {
  const id = makeId();
  await database.tenant(tenantId, async (db) => {
    await mustHaveWorker(db, clusterId, clock.now());
    await insertPlanRequest(db, clusterId, { id, action_id: null, asked, consented });
  });
  try {
    const answer = await answered(() => database.tenant(tenantId, (db) => selectPlanAnswer(db, id)));
    if (answer === undefined) {
      const [worker] = await database.tenant(tenantId, (db) => selectWorkers(db, [clusterId]));
      return refuseSilence(worker?.seen_at);
    }
    if ('failure' in answer) return refuse('cluster_unreachable', { message: answer.failure.message });
    return answer.plan;
  } finally {
    await database.tenant(tenantId, (db) => deletePlanRequest(db, id));
  }
}

async function answered(look: () => Promise<PlanAnswer | undefined>): Promise<PlanAnswer | undefined> {
  const until = performance.now() + waitMs;
  do {
    const answer = await look();
    if (answer !== undefined) return answer;
    await wait(lookEveryMs);
  } while (performance.now() < until);
  return undefined;
}

function refuseSilence(seenAt: Date | undefined): never {
  const sign = seenAt === undefined ? 'it has never been seen' : `it was last seen at ${seenAt.toISOString()}`;
  return refuse('upstream_timeout', {
    message: `The worker of this cluster did not make a plan within ${waitMs / 1000} s; ${sign}. Nothing was changed. Next step: check the worker's log and the API server of the cluster, then try again.`,
  });
}

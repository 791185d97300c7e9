import { type Database, pause } from '@wheelhouse/kit';
import type { Caller } from '@wheelhouse/testkit';
import { answerPlanRequest, type PlanAnswer, type PlanRequest, takePlanRequests } from '../src/planning/store.ts';
import { planAction } from '../src/plans/plan-action.ts';
import type { Plan } from '../src/plans/plan-schema.ts';
import { nodeCase, node as nodeObject } from './cluster-objects.ts';

/** In place of a worker: answers every plan that is asked for on a cluster, until it is stopped. */
export interface StandIn {
  answer: (request: PlanRequest) => PlanAnswer;
  readonly asked: readonly PlanRequest[];
  readonly stop: () => Promise<void>;
}

export function standIn(db: Database, who: Caller, clusterId: string): StandIn {
  const over = new AbortController();
  const asked: PlanRequest[] = [];
  const round = async () => {
    await db.tenant(who.tenantId, async (tenant) => {
      for (const request of await takePlanRequests(tenant, clusterId, 10)) {
        asked.push(request);
        await answerPlanRequest(tenant, request.id, workerStatus.answer(request));
      }
    });
  };
  const work = async () => {
    while (!over.signal.aborted) {
      await round();
      await pause(20, over.signal);
    }
  };
  const workerStatus: Pick<StandIn, 'answer' | 'asked'> = { answer: () => ({ plan: cordonPlan(clusterId) }), asked };
  const working = work();
  return Object.assign(workerStatus, {
    stop: async () => {
      over.abort();
      await working;
    },
  });
}

/** To cordon a node that is as told. */
export function cordonPlan(clusterId: string, unschedulable = false): Plan {
  const read = nodeCase('cordon_node', nodeObject({ unschedulable }));
  return planAction(read, { clusterId, consented: true, missingRights: [] });
}

import { systemClock, tenantFilter } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { upsertWorker } from '../../services/action-agent/src/clusters/workers-store.ts';
import { answerPlanRequest, takePlanRequests } from '../../services/action-agent/src/planning/store.ts';
import type { Asked } from '../../services/action-agent/src/plans/asked.ts';
import type { Plan } from '../../services/action-agent/src/plans/plan-schema.ts';
import { type PaperPlace, scalePlan } from './paper-actions.ts';

/** A worker's part where there is none. It carries nothing out. */

/** A sign of life: for half a minute it is taken to be there. */
export async function showWorker({ db, tenantId, clusterId }: PaperPlace): Promise<void> {
  await db.tenant(tenantId, (tenant) =>
    upsertWorker(tenant, {
      cluster_id: clusterId,
      worker: 'paper',
      version: '1',
      missing_rights: [],
      trouble: null,
      seen_at: systemClock.now(),
    }),
  );
}

/** Waits until a plan is asked for, and makes one from what the Deployment has by then. */
export async function makePlan(place: PaperPlace, replicas: number): Promise<void> {
  await answerPlan(place, ({ target }) =>
    scalePlan(place.clusterId, 'deployment_name' in target ? target.deployment_name : '', replicas),
  );
}

export async function answerPlan(
  { db, tenantId, clusterId }: PaperPlace,
  planOf: (asked: Asked) => Plan,
): Promise<void> {
  await eventually(
    () =>
      db.tenant(tenantId, async (tenant) => {
        const [request] = await takePlanRequests(tenant, clusterId, 1);
        if (request === undefined) throw new Error('no plan is asked for');
        await answerPlanRequest(tenant, request.id, { plan: planOf(request.asked) });
      }),
    60_000,
  );
}

/** The action has another plan now, and no page is told: as when a stream is late. */
export async function changePlan(place: PaperPlace, actionId: string, plan: Plan): Promise<void> {
  await place.db.tenant(place.tenantId, (tenant) =>
    tenant.query(`UPDATE action_agent.actions SET plan = $2, planned_at = now() WHERE ${tenantFilter()} AND id = $1`, [
      actionId,
      JSON.stringify(plan),
    ]),
  );
}

import type { Failure } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Asked } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';

/** A plan that is wanted of a cluster's worker. */
export interface PlanRequest extends Record<string, unknown> {
  readonly id: string;
  /** The action that it is for; null: somebody waits for the answer. */
  readonly action_id: string | null;
  readonly asked: Asked;
  readonly consented: boolean;
}

export async function insertPlanRequest(db: TenantDb, clusterId: string, request: PlanRequest): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.plan_requests (tenant_id, id, cluster_id, action_id, asked, consented) VALUES ($1, $2, $3, $4, $5, $6)`,
    [db.tenantId, request.id, clusterId, request.action_id, JSON.stringify(request.asked), request.consented],
  );
}

/** Several workers of a cluster share them; one that died with some in hand leaves them to the others. */
export function takePlanRequests(db: TenantDb, clusterId: string, most: number): Promise<readonly PlanRequest[]> {
  return db.query<PlanRequest>(
    `UPDATE action_agent.plan_requests SET taken_until = now() + interval '10 seconds' WHERE ${tenantFilter()} AND id IN (
       SELECT id FROM action_agent.plan_requests
       WHERE ${tenantFilter()} AND cluster_id = $1 AND plan IS NULL AND failure IS NULL AND (taken_until IS NULL OR taken_until < now())
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, action_id, asked, consented`,
    [clusterId, most],
  );
}

export type PlanAnswer = { readonly plan: Plan } | { readonly failure: Failure };

export async function answerPlanRequest(db: TenantDb, id: string, answer: PlanAnswer): Promise<void> {
  const [column, value] = 'plan' in answer ? ['plan', answer.plan] : ['failure', answer.failure];
  await db.query(`UPDATE action_agent.plan_requests SET ${column} = $2 WHERE ${tenantFilter()} AND id = $1`, [
    id,
    JSON.stringify(value),
  ]);
}

export async function selectPlanAnswer(db: TenantDb, id: string): Promise<PlanAnswer | undefined> {
  const [row] = await db.query<{ plan: Plan | null; failure: Failure | null }>(
    `SELECT plan, failure FROM action_agent.plan_requests WHERE ${tenantFilter()} AND id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  if (row.plan !== null) return { plan: row.plan };
  return row.failure === null ? undefined : { failure: row.failure };
}

export async function deletePlanRequest(db: TenantDb, id: string): Promise<void> {
  await db.query(`DELETE FROM action_agent.plan_requests WHERE ${tenantFilter()} AND id = $1`, [id]);
}

/** Of an action that needs none any more. */
export async function deletePlanRequests(db: TenantDb, actionId: string): Promise<void> {
  await db.query(`DELETE FROM action_agent.plan_requests WHERE ${tenantFilter()} AND action_id = $1`, [actionId]);
}

/** Those whose asker is gone. */
export async function deleteOldPlanRequests(db: TenantDb, before: string): Promise<void> {
  await db.query(`DELETE FROM action_agent.plan_requests WHERE ${tenantFilter()} AND action_id IS NULL AND id < $1`, [
    before,
  ]);
}

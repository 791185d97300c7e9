import { type VerdictReached, verdictReachedType } from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { VerdictRow } from './row.ts';

/** To the other modules, in the transaction of the verdict. Of several on one decision the latest `reached_at` stands. */
export async function tellReached(db: TenantDb, { emit }: Pick<ModuleContext, 'emit'>, row: VerdictRow): Promise<void> {
  const { id, decision_id, action_id, incident_id, cluster_id, rule_id, action, target_key, automatic } = row;
  const { verdict, summary, reached_at: reachedAt } = row;
  if (verdict === null || summary === null || reachedAt === null) throw new Error(`verdict ${id} is not final`);
  const told: VerdictReached = {
    verdict_id: id,
    decision_id,
    action_id,
    incident_id,
    cluster_id,
    rule_id,
    action,
    target_key,
    verdict,
    automatic,
    overruled: row.overruled_by !== null,
    summary,
    reached_at: reachedAt.toISOString(),
  };
  await emit(db, verdictReachedType, told, { clusterId: cluster_id });
}

import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

export async function pruneDecisions(db: TenantDb, before: string): Promise<void> {
  await db.query(`DELETE FROM agent_feedback.decisions WHERE ${tenantFilter()} AND verdict_id < $1`, [before]);
}

export async function pruneRatings(db: TenantDb, before: Date): Promise<void> {
  await db.query(`DELETE FROM agent_feedback.ratings WHERE ${tenantFilter()} AND rated_at < $1`, [before]);
}

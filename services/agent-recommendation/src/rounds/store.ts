import type { Handle, SystemDb, TenantDb } from '@wheelhouse/kit';

/** Which cluster is looked at when. */
export interface Round extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly tenant_id: string;
}

export function selectRounds(db: Handle): Promise<readonly Round[]> {
  return db.query<Round>('SELECT cluster_id, tenant_id FROM agent_recommendation.cluster_rounds');
}

export function selectDueRounds(db: Handle, now: Date, most: number): Promise<readonly Round[]> {
  return db.query<Round>(
    'SELECT cluster_id, tenant_id FROM agent_recommendation.cluster_rounds WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
    [now, most],
  );
}

/** Those that are there already keep their time. */
export async function insertRounds(db: SystemDb, rounds: readonly Round[], due: Date): Promise<void> {
  await db.query(
    `INSERT INTO agent_recommendation.cluster_rounds (cluster_id, tenant_id, due_at)
     SELECT c, t, $3 FROM unnest($1::uuid[], $2::uuid[]) AS given (c, t) ON CONFLICT DO NOTHING`,
    [rounds.map(({ cluster_id: id }) => id), rounds.map(({ tenant_id: id }) => id), due],
  );
}

export async function setRoundDue(db: TenantDb, clusterId: string, due: Date): Promise<void> {
  await db.query('UPDATE agent_recommendation.cluster_rounds SET due_at = $2 WHERE cluster_id = $1', [clusterId, due]);
}

export async function deleteRound(db: TenantDb, clusterId: string): Promise<void> {
  await db.query('DELETE FROM agent_recommendation.cluster_rounds WHERE cluster_id = $1', [clusterId]);
}

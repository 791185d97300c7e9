import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { DrainPod } from './drain-pod.ts';

const columns = `pod_uid, namespace, pod, owner, place, status, reason, failure, budget, blocked_by, attempts,
  asked_at, trouble_since, next_try_at, deadline_at`;

/** In the order in which they are evicted. */
export function selectDrainPods(db: TenantDb, actionId: string): Promise<readonly DrainPod[]> {
  return db.query<DrainPod>(
    `SELECT ${columns} FROM action_agent.drain_pods WHERE ${tenantFilter()} AND action_id = $1 ORDER BY place`,
    [actionId],
  );
}

export async function saveDrainPods(db: TenantDb, actionId: string, pods: readonly DrainPod[]): Promise<void> {
  if (pods.length === 0) return;
  await db.query(
    `INSERT INTO action_agent.drain_pods (tenant_id, action_id, ${columns})
     SELECT $1, $2, ${columns} FROM jsonb_to_recordset($3) AS r(pod_uid text, namespace text, pod text, owner text,
       place integer, status text, reason text, failure text, budget text, blocked_by text[], attempts smallint,
       asked_at timestamptz, trouble_since timestamptz, next_try_at timestamptz, deadline_at timestamptz)
     ON CONFLICT (tenant_id, action_id, pod_uid) DO UPDATE SET status = excluded.status, reason = excluded.reason,
       failure = excluded.failure, budget = excluded.budget, blocked_by = excluded.blocked_by,
       attempts = excluded.attempts, asked_at = excluded.asked_at, trouble_since = excluded.trouble_since,
       next_try_at = excluded.next_try_at, deadline_at = excluded.deadline_at`,
    [db.tenantId, actionId, JSON.stringify(pods)],
  );
}

export async function deleteDrainPods(db: TenantDb, actionId: string): Promise<void> {
  await db.query(`DELETE FROM action_agent.drain_pods WHERE ${tenantFilter()} AND action_id = $1`, [actionId]);
}

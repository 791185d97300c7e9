import type { ProofHouse } from '../../agent/house.ts';

/** Pending actions as decisions without AutoApprove leave them once they are planned and announced, written at once. */
export async function storePending({ db, who, clusterId }: ProofHouse, count: number): Promise<void> {
  await db.tenant(who.tenantId, async (tenant) => {
    await tenant.query(
      `WITH made AS (
         INSERT INTO action_agent.actions (tenant_id, id, cluster_id, action, target, status, origin, decision_id, reason,
           evidence, proposed_by, created_at, expires_at)
         SELECT $1, overlay(gen_random_uuid()::text PLACING $4 FROM 1)::uuid, $2, 'cordon_node',
           jsonb_build_object('node_name', 'waiting-' || n), 'pending_approval', 'decision', gen_random_uuid(), 'It waits.',
           '[]', jsonb_build_object('type', 'rule', 'id', gen_random_uuid()), now(), now() + interval '1 day'
         FROM generate_series(1, $3::integer) AS n RETURNING id, expires_at)
       INSERT INTO action_agent.open_actions (action_id, tenant_id, cluster_id, state, target, expires_at, since)
       SELECT id, $1, $2, 'pending', md5(id::text), expires_at, now() FROM made`,
      [who.tenantId, clusterId, count, sevenOf(Date.now())],
    );
  });
}

/** The first digits of a UUIDv7 of this millisecond: the partition of now. */
function sevenOf(now: number): string {
  const hex = now.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7`;
}

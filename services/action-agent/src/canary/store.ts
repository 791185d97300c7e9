import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { ActionRow } from '../records/row.ts';

/** Another action that was changing something in the cluster at some time since a moment. */
export async function selectOtherAction(
  db: TenantDb,
  { id, cluster_id }: Pick<ActionRow, 'id' | 'cluster_id'>,
  since: Date,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `(SELECT id FROM action_agent.actions
       WHERE ${tenantFilter()} AND cluster_id = $1 AND id <> $2 AND effect <> 'not_sent' AND finished_at >= $3 LIMIT 1)
     UNION ALL
     (SELECT a.id FROM action_agent.open_actions AS o
       JOIN action_agent.actions AS a ON ${tenantFilter('a')} AND a.id = o.action_id
       WHERE o.cluster_id = $1 AND o.state = 'executing' AND o.action_id <> $2 AND a.effect <> 'not_sent' LIMIT 1)
     LIMIT 1`,
    [cluster_id, id, since],
  );
  return row?.id;
}

import { type Database, type TenantDb, tenantFilter } from '@wheelhouse/kit';

export interface LaneOf extends Record<string, unknown> {
  readonly subscription_id: string;
  readonly tenant_id: string;
}

/** Whose subscriptions there are, a page at a time. */
export function lanesAfter(database: Database, after: string | undefined, most: number): Promise<readonly LaneOf[]> {
  return database.look<LaneOf>(
    `SELECT subscription_id, tenant_id FROM webhooks.lanes
     WHERE $1::uuid IS NULL OR subscription_id > $1 ORDER BY subscription_id LIMIT $2`,
    [after ?? null, most],
  );
}

const tables = ['live_deliveries', 'deliveries', 'redeliveries', 'events', 'subscriptions'];

/** A tenant that is gone leaves no secret, no event and nothing to be sent. */
export async function forgetTenant(db: TenantDb): Promise<void> {
  await db.query('DELETE FROM webhooks.lanes WHERE tenant_id = $1', [db.tenantId]);
  for (const table of tables) await db.query(`DELETE FROM webhooks.${table} WHERE ${tenantFilter()}`);
}

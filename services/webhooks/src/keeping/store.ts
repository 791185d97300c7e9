import type { Database } from '@wheelhouse/kit';

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

import { type Handle, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { OpenAction } from '../records/store.ts';

/** Executing actions that began before a moment, and have not ended since. */
export function selectLongExecuting(db: Handle, before: Date, most: number): Promise<readonly OpenAction[]> {
  return db.query<OpenAction>(
    `SELECT action_id, tenant_id, cluster_id, target FROM action_agent.open_actions
     WHERE state = 'executing' AND since < $1 ORDER BY since LIMIT $2`,
    [before, most],
  );
}

export async function tenantsWithWorkers(db: Handle): Promise<readonly string[]> {
  const rows = await db.query<{ tenant_id: string }>('SELECT tenant_id FROM action_agent.known_tenants');
  return rows.map(({ tenant_id }) => tenant_id);
}

export async function pruneDecisions(db: TenantDb, before: string): Promise<void> {
  await db.query(`DELETE FROM action_agent.decisions WHERE ${tenantFilter()} AND action_id < $1`, [before]);
}

/** Of targets that nobody has touched for a week. Their tokens begin anew: nobody sleeps that long with one in hand. */
export async function pruneLeases(db: Handle): Promise<void> {
  await db.query(
    `DELETE FROM action_agent.leases WHERE starts_with(target, 'target ') AND leased_until < clock_timestamp() - interval '7 days'`,
  );
}

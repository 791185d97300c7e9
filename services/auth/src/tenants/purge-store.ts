import type { Database, TenantDb } from '@wheelhouse/kit';

/** Above tenants, but one tenant's all the same. Events on their way and revocations go with their own age. */
export const tablesWithTenant = ['secret_hashes', 'sso_domains_taken', 'sso_flows', 'mail_due'] as const;

/** From here on it cannot be restored. */
export function beginPurge(database: Database, now: Date): Promise<readonly { readonly id: string }[]> {
  return database.system((db) =>
    db.query<{ id: string }>(
      `UPDATE auth.tenants SET purging_since = coalesce(purging_since, $1)
       WHERE state = 'deleting' AND NOT operator AND (purging_since IS NOT NULL OR delete_after <= $1) RETURNING id`,
      [now],
    ),
  );
}

/** False when another process was faster. */
export async function deleteTenant(db: TenantDb): Promise<boolean> {
  const rows = await db.query('DELETE FROM auth.tenants WHERE id = $1 AND purging_since IS NOT NULL RETURNING id', [
    db.tenantId,
  ]);
  return rows.length > 0;
}

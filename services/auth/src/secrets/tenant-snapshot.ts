import type { TenantDb } from '@wheelhouse/kit';

/** What a new access token must know besides the power of its holder. */
export interface TenantSnapshot {
  readonly tenantState: 'active' | 'suspended' | 'deleting' | undefined;
  /** The last revocation committed by now. */
  readonly rev: number;
}

/**
 * To be asked before the power is: a revocation that comes in between has a higher number and refuses the
 * token, whether or not its effect was read. Asked after the power, its number could stand in a token that
 * still has what it took away.
 */
export async function tenantSnapshot(db: TenantDb): Promise<TenantSnapshot> {
  const [row] = await db.query<{ state: NonNullable<TenantSnapshot['tenantState']>; rev: number }>(
    `SELECT state, (SELECT coalesce(max(seq), 0) FROM auth.revocations)::bigint AS rev FROM auth.tenants WHERE id = $1`,
    [db.tenantId],
  );
  return { tenantState: row?.state, rev: row?.rev ?? 0 };
}

import type { Handle, TenantDb } from '@wheelhouse/kit';

/** Whose rows there are. */
export async function noteTenant(db: TenantDb): Promise<void> {
  await db.query('INSERT INTO agent_feedback.known_tenants (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    db.tenantId,
  ]);
}

export async function knownTenantIds(db: Handle): Promise<readonly string[]> {
  const rows = await db.query<{ tenant_id: string }>('SELECT tenant_id FROM agent_feedback.known_tenants');
  return rows.map(({ tenant_id }) => tenant_id);
}

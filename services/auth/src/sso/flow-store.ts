import type { Database, SystemDb, TenantDb } from '@wheelhouse/kit';

/** A sign-in that was begun at a provider. */
export interface FlowRow extends NewFlow, Record<string, unknown> {
  readonly tenant_id: string;
}

export interface NewFlow {
  readonly id: string;
  readonly state_hash: Buffer;
  readonly connection_version: string;
  readonly browser_hash: Buffer;
  /** Sealed. */
  readonly proof: string;
  readonly expires_at: Date;
}

export async function insertFlow(db: TenantDb, flow: NewFlow): Promise<void> {
  await db.query(
    `INSERT INTO auth.sso_flows (state_hash, id, tenant_id, connection_version, browser_hash, proof, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [flow.state_hash, flow.id, db.tenantId, flow.connection_version, flow.browser_hash, flow.proof, flow.expires_at],
  );
}

/** Taken by whoever comes first, and gone for everybody after. */
export async function takeFlow(database: Database, stateHash: Buffer): Promise<FlowRow | undefined> {
  const [row] = await database.system((db) =>
    db.query<FlowRow>(
      `DELETE FROM auth.sso_flows WHERE state_hash = $1
       RETURNING id, state_hash, tenant_id, connection_version, browser_hash, proof, expires_at`,
      [stateHash],
    ),
  );
  return row;
}

export async function deleteFlowsOf(db: TenantDb): Promise<void> {
  await db.query('DELETE FROM auth.sso_flows WHERE tenant_id = $1', [db.tenantId]);
}

export async function deleteFlowsBefore(db: SystemDb, now: Date): Promise<void> {
  await db.query('DELETE FROM auth.sso_flows WHERE expires_at <= $1', [now]);
}

export async function isActiveTenant(db: TenantDb): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM auth.tenants WHERE id = $1 AND state = 'active'`, [db.tenantId]);
  return rows.length > 0;
}

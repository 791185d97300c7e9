import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** What a tenant decides about approvals. */
export interface TenantSettings extends Record<string, unknown> {
  /** Whether one may approve what oneself proposed. */
  readonly self_approval: boolean;
  /** Whether an approval must name the plan it approves (If-Match). */
  readonly plan_must_be_named: boolean;
  /** How long a pending action waits. */
  readonly pending_seconds: number;
}

export const defaultSettings: TenantSettings = {
  self_approval: false,
  plan_must_be_named: false,
  pending_seconds: 24 * 60 * 60,
};

export async function tenantSettings(db: TenantDb): Promise<TenantSettings> {
  const [row] = await db.query<TenantSettings>(
    `SELECT self_approval, plan_must_be_named, pending_seconds FROM action_agent.settings WHERE ${tenantFilter()}`,
  );
  return row ?? defaultSettings;
}

/** For a change of them; a lock of its own, because at first there is no row that could be locked. */
export async function lockedSettings(db: TenantDb): Promise<TenantSettings> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('settings ' || $1, 0))`, [db.tenantId]);
  return tenantSettings(db);
}

export async function saveSettings(db: TenantDb, settings: TenantSettings, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.settings (tenant_id, self_approval, plan_must_be_named, pending_seconds, updated_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id) DO UPDATE SET self_approval = excluded.self_approval,
       plan_must_be_named = excluded.plan_must_be_named, pending_seconds = excluded.pending_seconds, updated_at = excluded.updated_at`,
    [db.tenantId, settings.self_approval, settings.plan_must_be_named, settings.pending_seconds, now],
  );
}

import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** By which windows a tenant's verdicts are reached. */
export interface TenantSettings extends Record<string, unknown> {
  /** How long after the end of an action its incident has to become quiet. */
  readonly cured_within_seconds: number;
  /** How long it must then stay so. */
  readonly stays_seconds: number;
}

export const defaultSettings: TenantSettings = { cured_within_seconds: 600, stays_seconds: 1_800 };

export async function tenantSettings(db: TenantDb): Promise<TenantSettings> {
  const [row] = await db.query<TenantSettings>(
    `SELECT cured_within_seconds, stays_seconds FROM agent_feedback.settings WHERE ${tenantFilter()}`,
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
    `INSERT INTO agent_feedback.settings (tenant_id, cured_within_seconds, stays_seconds, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET cured_within_seconds = excluded.cured_within_seconds,
       stays_seconds = excluded.stays_seconds, updated_at = excluded.updated_at`,
    [db.tenantId, settings.cured_within_seconds, settings.stays_seconds, now],
  );
}

import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Severity } from '../severity.ts';

/** What a tenant decides about incidents. */
export interface TenantSettings extends Record<string, unknown> {
  /** How long nothing may fire until an incident resolves by itself. */
  readonly quiet_seconds: number;
  /** The least severity that opens one. */
  readonly open_from: Severity;
}

export const defaultSettings: TenantSettings = { quiet_seconds: 300, open_from: 'low' };

export async function tenantSettings(db: TenantDb): Promise<TenantSettings> {
  const [row] = await db.query<TenantSettings>(
    `SELECT quiet_seconds, open_from FROM incidents.settings WHERE ${tenantFilter()}`,
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
    `INSERT INTO incidents.settings (tenant_id, quiet_seconds, open_from, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET quiet_seconds = excluded.quiet_seconds, open_from = excluded.open_from,
       updated_at = excluded.updated_at`,
    [db.tenantId, settings.quiet_seconds, settings.open_from, now],
  );
}

import type { Database } from '@wheelhouse/kit';
import { defaultSettings, saveSettings, type TenantSettings } from '../src/settings/store.ts';

/** As wide as they go, for whoever automates more than a careful tenant would. */
export const openGuards = {
  cooldown_seconds: 0,
  max_drains_per_cluster: 1_000,
  max_automated_per_hour: 10_000,
  max_cordoned_percent: 100,
} as const satisfies Partial<TenantSettings>;

export async function setGuards(
  db: Database,
  tenantId: string,
  guards: Partial<TenantSettings> = openGuards,
): Promise<void> {
  await db.tenant(tenantId, (tenant) => saveSettings(tenant, { ...defaultSettings, ...guards }, new Date()));
}

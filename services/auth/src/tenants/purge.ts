import type { ModuleContext } from '@wheelhouse/kit';
import { beginPurge, deleteSome, deleteTenant, tablesWithTenant, tenantTables } from './purge-store.ts';

const rowsAtOnce = 1_000;

/**
 * Deletes what is left of tenants whose time to be restored is over: table by table in small transactions,
 * each the tenant's own, and at last the tenant itself, of which other modules hear in the same transaction.
 * Killed anywhere, the next round goes on where this one was.
 */
export async function purgeDeletedTenants(
  { database, clock, emit, log }: Pick<ModuleContext, 'database' | 'clock' | 'emit' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const due = await beginPurge(database, clock.now());
  if (due.length === 0) return;
  const tables = [...(await database.system(tenantTables)), ...tablesWithTenant];
  for (const { id } of due) {
    for (const table of tables)
      while (!signal.aborted && (await database.tenant(id, (db) => deleteSome(db, table, rowsAtOnce))) === rowsAtOnce);
    if (signal.aborted) return;
    await database.tenant(id, async (db) => {
      if (await deleteTenant(db)) await emit(db, 'internal.tenant_deleted', { tenant_id: id });
    });
    log.info({ tenant_id: id }, 'a deleted tenant is gone with its data');
  }
}

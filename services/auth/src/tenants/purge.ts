import { deleteTenantRows, type ModuleContext } from '@wheelhouse/kit';
import { beginPurge, deleteTenant, tablesWithTenant } from './purge-store.ts';

/**
 * Deletes what is left of tenants whose time to be restored is over: table by table in small transactions,
 * each the tenant's own, and at last the tenant itself, of which other modules hear in the same transaction.
 * Killed anywhere, the next round goes on where this one was.
 */
export async function purgeDeletedTenants(
  { database, schema, clock, emit, log }: Pick<ModuleContext, 'database' | 'schema' | 'clock' | 'emit' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const due = await beginPurge(database, clock.now());
  for (const { id } of due) {
    if (!(await deleteTenantRows({ database, schema }, id, tablesWithTenant, signal))) return;
    await database.tenant(id, async (db) => {
      if (await deleteTenant(db)) await emit(db, 'internal.tenant_deleted', { tenant_id: id });
    });
    log.info({ tenant_id: id }, 'a deleted tenant and its data were removed');
  }
}

import type { Clock } from '../clock.ts';
import type { TenantDb } from '../db/database.ts';
import type { ConsumerSpec } from '../events/consumer-spec.ts';
import type { House } from './house.ts';

/** Long enough for whatever was writing for the tenant to have heard that it is gone. */
const secondPassMs = 60 * 60_000;
const passes = 2;

/** Notes the tenants that auth has deleted; housekeeping deletes their rows. */
export function deletedTenantsConsumer(schema: string, clock: Clock): ConsumerSpec {
  return {
    name: 'deleted tenants',
    source: 'auth',
    types: ['internal.tenant_deleted'],
    handle: async (db: TenantDb) => {
      await db.query(
        `INSERT INTO ${schema}.deleted_tenants (tenant_id, due_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [db.tenantId, clock.now()],
      );
    },
  };
}

export async function forgetDeletedTenants(house: House): Promise<void> {
  const { database, schema, clock, log, signal, onTenantDeleted } = house;
  const due = await database.look<{ tenant_id: string; passes: number }>(
    `SELECT tenant_id, passes FROM ${schema}.deleted_tenants WHERE due_at <= $1`,
    [clock.now()],
  );
  for (const { tenant_id: tenantId, passes: before } of due) {
    const isDone = await onTenantDeleted(tenantId, signal).catch((error: unknown) => {
      // It stays due; the others do not wait for it.
      log.warn(
        { err: error, tenant_id: tenantId },
        'the rows of a deleted tenant could not be deleted; will try again',
      );
      return false;
    });
    if (signal.aborted) return;
    if (!isDone) continue;
    const isLast = before + 1 >= passes;
    await database.system((db) =>
      isLast
        ? db.query(`DELETE FROM ${schema}.deleted_tenants WHERE tenant_id = $1`, [tenantId])
        : db.query(`UPDATE ${schema}.deleted_tenants SET passes = passes + 1, due_at = $2 WHERE tenant_id = $1`, [
            tenantId,
            new Date(clock.now().getTime() + secondPassMs),
          ]),
    );
    log.info({ tenant_id: tenantId, pass: before + 1 }, 'the rows of a deleted tenant were deleted');
  }
}

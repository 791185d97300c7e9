import type { Clock } from '../clock.ts';
import type { TenantDb } from '../db/database.ts';
import type { ConsumerSpec } from '../events/consumer-spec.ts';
import { knownTenants, mostAsked } from '../known-tenants.ts';
import type { House } from './house.ts';

/** Long enough for whatever was writing for the tenant to have heard that it is gone. */
const secondPassMs = 60 * 60_000;
const passes = 2;
const firstPauseMs = 10_000;
const longestPauseMs = 10 * 60_000;

/** Notes the tenants that are said to be deleted; housekeeping asks auth whether they are, and deletes their rows. */
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

/** While it cannot be done it is tried ever more seldom; what is noted stays noted. */
export function forgetPatiently(): (house: House) => Promise<void> {
  let pauseMs = firstPauseMs;
  let notBefore = 0;
  return async (house) => {
    const now = house.clock.now().getTime();
    if (now < notBefore) return;
    try {
      await forgetDeletedTenants(house);
      pauseMs = firstPauseMs;
    } catch (error) {
      if (house.signal.aborted) return;
      notBefore = now + pauseMs;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      house.log.warn({ err: error }, 'the rows of deleted tenants could not be deleted yet');
    }
  };
}

interface DueTenant extends Record<string, unknown> {
  readonly tenant_id: string;
  readonly passes: number;
}

/** Whoever can write to the broker can tell of a deletion: nothing goes before auth has said that the tenant is gone. */
export async function forgetDeletedTenants(house: House): Promise<void> {
  const { database, schema, clock, call, signal } = house;
  const due = await database.look<DueTenant>(
    `SELECT tenant_id, passes FROM ${schema}.deleted_tenants WHERE due_at <= $1 ORDER BY due_at LIMIT ${mostAsked}`,
    [clock.now()],
  );
  if (due.length === 0) return;
  const ids = due.map(({ tenant_id: id }) => id);
  const { known } = await knownTenants(call, ids, signal);
  for (const tenant of due) {
    if (signal.aborted) return;
    await (known.includes(tenant.tenant_id) ? disbelieve(house, tenant) : forget(house, tenant));
  }
}

async function disbelieve({ database, schema, log }: House, { tenant_id: tenantId }: DueTenant): Promise<void> {
  await database.system((db) => db.query(`DELETE FROM ${schema}.deleted_tenants WHERE tenant_id = $1`, [tenantId]));
  log.warn({ tenant_id: tenantId }, 'an event told of the deletion of a tenant that exists; nothing was deleted');
}

async function forget(house: House, { tenant_id: tenantId, passes: before }: DueTenant): Promise<void> {
  const { database, schema, clock, log, signal, onTenantDeleted } = house;
  const isDone = await onTenantDeleted(tenantId, signal).catch((error: unknown) => {
    // It stays due; the others do not wait for it.
    log.warn({ err: error, tenant_id: tenantId }, 'the rows of a deleted tenant could not be deleted; will try again');
    return false;
  });
  if (signal.aborted || !isDone) return;
  const isLast = before + 1 >= passes;
  await database.system(async (db) => {
    if (isLast) {
      // Until now: what was suspended before it was deleted must not go on meanwhile.
      await db.query(`DELETE FROM ${schema}.suspended_tenants WHERE tenant_id = $1`, [tenantId]);
      await db.query(`DELETE FROM ${schema}.deleted_tenants WHERE tenant_id = $1`, [tenantId]);
    } else
      await db.query(`UPDATE ${schema}.deleted_tenants SET passes = passes + 1, due_at = $2 WHERE tenant_id = $1`, [
        tenantId,
        new Date(clock.now().getTime() + secondPassMs),
      ]);
  });
  log.info({ tenant_id: tenantId, pass: before + 1 }, 'the rows of a deleted tenant were deleted');
}

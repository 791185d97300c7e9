import { isSuspended, type ModuleContext, type TenantDb } from '@wheelhouse/kit';
import { deleteWithinMs, phaseDeadline } from './apps/deploy-times.ts';
import type { Content } from './apps/content.ts';
import { deadlineOf } from './cloudspaces/deadlines.ts';
import type { CloudspacePhase } from './cloudspaces/state.ts';
import type { PlatformSettings } from './config.ts';

/**
 * While a tenant is suspended nothing is begun for it in its clusters. A deployment that was begun comes to its end, and
 * what it failed to change is put back; what waits has all its time again afterwards.
 */

/** Nothing may be sent for this tenant now. Whoever had the work leaves it: it is not taken up before the tenant is active. */
export class TenantSuspended extends Error {}

/** Before a change is sent, in the transaction that holds the lease. */
export async function mustBeActive(db: TenantDb, { schema }: Pick<ModuleContext, 'schema'>): Promise<void> {
  if (await isSuspended(db, schema, db.tenantId)) throw new TenantSuspended('the tenant is suspended');
}

/** Deadlines that passed meanwhile say nothing about what waited. Done again, it gives the same again. */
export async function giveTimeAgain(
  { database, clock }: Pick<ModuleContext<PlatformSettings>, 'database' | 'clock'>,
  tenantId: string,
): Promise<void> {
  const now = clock.now();
  await database.tenant(tenantId, async (db) => {
    const queued = await db.query<{ id: string; content: Content }>(
      `SELECT id, content FROM platform.deployments WHERE tenant_id = $1 AND phase = 'Queued' ORDER BY id FOR UPDATE`,
      [tenantId],
    );
    for (const { id, content } of queued)
      await db.query(
        `UPDATE platform.deployments SET deadline_at = $3, progress = NULL, version = version + 1
         WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, phaseDeadline('Queued', content, now)],
      );
  });
  await database.tenant(tenantId, async (db) => {
    await db.query(`UPDATE platform.apps SET state_deadline_at = $2 WHERE tenant_id = $1 AND state = 'deleting'`, [
      tenantId,
      new Date(now.getTime() + deleteWithinMs),
    ]);
  });
  await database.tenant(tenantId, async (db) => {
    const waiting = await db.query<{ id: string; phase: CloudspacePhase }>(
      `SELECT id, phase FROM platform.cloudspaces WHERE tenant_id = $1 AND deadline_at IS NOT NULL ORDER BY id FOR UPDATE`,
      [tenantId],
    );
    for (const { id, phase } of waiting)
      await db.query(`UPDATE platform.cloudspaces SET deadline_at = $3 WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        id,
        deadlineOf(phase, now),
      ]);
  });
}

import type { TenantDb } from '@wheelhouse/kit';

/**
 * Whoever opens an incident reads what happened before, and whoever writes down what happened looks for live incidents.
 * At the same time, neither would see the other, and the change that began it would be missing from its timeline. So
 * the first is alone with its cluster, and taken before all other locks.
 */
export async function holdHistory(
  db: TenantDb,
  clusterIds: readonly string[],
  how: 'to open' | 'to write',
): Promise<void> {
  const lock = how === 'to open' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  for (const id of [...new Set(clusterIds)].toSorted())
    await db.query(`SELECT ${lock}(hashtextextended('history ' || $1 || ' ' || $2, 0))`, [db.tenantId, id]);
}

import { type Database, firstIdOf, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { deletePast } from '../actions/store.ts';
import { selectWatched } from './store.ts';

const atOnce = 500;

/** Resolved issues, points of the score and running actions that are past their keeping go, a few at a time, so that no round waits for it. */
export async function pruneHistory(
  database: Database,
  before: { readonly resolved: Date; readonly scores: Date; readonly actions: Date },
  signal: AbortSignal,
): Promise<void> {
  for (const { cluster_id: clusterId, tenant_id: tenantId } of await database.system(selectWatched)) {
    const prune = async (deleteSome: (db: TenantDb) => Promise<number>) => {
      let gone = atOnce;
      while (gone === atOnce && !signal.aborted) gone = await database.tenant(tenantId, deleteSome);
    };
    await prune((db) => deleteResolved(db, clusterId, before.resolved));
    await database.tenant(tenantId, (db) => deletePast(db, clusterId, before.actions));
    await prune((db) => deleteScores(db, clusterId, firstIdOf(before.scores)));
  }
}

async function deleteResolved(db: TenantDb, clusterId: string, before: Date): Promise<number> {
  const rows = await db.query(
    `DELETE FROM k8s_monitor.issues WHERE ${tenantFilter()} AND id IN (
       SELECT id FROM k8s_monitor.issues WHERE ${tenantFilter()} AND cluster_id = $1 AND status = 'resolved' AND resolved_at < $2
       ORDER BY resolved_at LIMIT ${atOnce}) RETURNING id`,
    [clusterId, before],
  );
  return rows.length;
}

async function deleteScores(db: TenantDb, clusterId: string, before: string): Promise<number> {
  const rows = await db.query(
    `DELETE FROM k8s_monitor.scores WHERE ${tenantFilter()} AND id < $2 AND id IN (
       SELECT id FROM k8s_monitor.scores WHERE ${tenantFilter()} AND cluster_id = $1 AND id < $2
       ORDER BY id LIMIT ${atOnce}) RETURNING id`,
    [clusterId, before],
  );
  return rows.length;
}

import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { ActionRow } from '../records/row.ts';

const hour = 60 * 60 * 1000;

/** Whoever counts and then writes keeps others from counting until it is committed: a cap holds however many come at once. */
export async function lockGuards(db: TenantDb): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('guards ' || $1, 0))`, [db.tenantId]);
}

export interface Use {
  readonly cluster_id: string;
  readonly action: string;
  readonly target: string;
}

export interface Counted {
  /** When the last of this kind on this target ended; null: one still runs. Undefined: there was none. */
  readonly lastEnded: Date | null | undefined;
  readonly drains: number;
  readonly automatedThisHour: number;
}

export async function countUses(db: TenantDb, { cluster_id, action, target }: Use, now: Date): Promise<Counted> {
  const [row] = await db.query<{ uses: number; running: number; last: Date | null; drains: number; hour: number }>(
    `SELECT
       (SELECT count(*) FROM action_agent.guard_uses WHERE ${tenantFilter()} AND target = $1 AND action = $2) AS uses,
       (SELECT count(*) FROM action_agent.guard_uses
          WHERE ${tenantFilter()} AND target = $1 AND action = $2 AND ended_at IS NULL) AS running,
       (SELECT max(ended_at) FROM action_agent.guard_uses WHERE ${tenantFilter()} AND target = $1 AND action = $2) AS last,
       (SELECT count(*) FROM action_agent.guard_uses
          WHERE ${tenantFilter()} AND action = 'drain_node' AND cluster_id = $3 AND ended_at IS NULL) AS drains,
       (SELECT count(*) FROM action_agent.guard_uses
          WHERE ${tenantFilter()} AND action = $2 AND automatic AND begun_at > $4) AS hour`,
    [target, action, cluster_id, new Date(now.getTime() - hour)],
  );
  if (row === undefined) throw new Error('a count has one row');
  const lastEnded = row.running > 0 ? null : row.uses > 0 ? row.last : undefined;
  return { lastEnded, drains: row.drains, automatedThisHour: row.hour };
}

export async function insertUse(
  db: TenantDb,
  id: string,
  { cluster_id, action, target }: Use,
  automatic: boolean,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.guard_uses (tenant_id, action_id, cluster_id, action, target, automatic, begun_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [db.tenantId, id, cluster_id, action, target, automatic, now],
  );
}

/** What changed nothing counts for nothing; but in dry mode everything counts as it would. */
export async function endUse(db: TenantDb, { id, action, effect, result }: ActionRow, now: Date): Promise<void> {
  if (action === 'cordon_node' || action === 'drain_node') await endCordon(db, id);
  const of = `WHERE ${tenantFilter()} AND action_id = $1`;
  if (effect === 'not_sent' && result !== 'dry_run') await db.query(`DELETE FROM action_agent.guard_uses ${of}`, [id]);
  else await db.query(`UPDATE action_agent.guard_uses SET ended_at = $2 ${of}`, [id, now]);
}

export async function pruneUses(db: TenantDb, before: Date): Promise<void> {
  await db.query(`DELETE FROM action_agent.guard_uses WHERE ${tenantFilter()} AND ended_at < $1`, [before]);
}

/** The clock that all workers share. */
export async function databaseNow(db: TenantDb): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now ?? new Date();
}

/** Nodes that automation has cordoned as far as is known, and whether the action that did so was still at it at a moment. */
export function selectCordons(
  db: TenantDb,
  clusterId: string,
  at: Date,
): Promise<readonly { readonly node_name: string; readonly running: boolean }[]> {
  return db.query<{ node_name: string; running: boolean }>(
    `SELECT node_name, ended_at IS NULL OR ended_at >= $2 AS running FROM action_agent.automated_cordons
     WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId, at],
  );
}

export async function upsertCordon(db: TenantDb, clusterId: string, node: string, actionId: string): Promise<void> {
  await db.query(
    `INSERT INTO action_agent.automated_cordons (tenant_id, cluster_id, node_name, action_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, cluster_id, node_name) DO UPDATE SET action_id = excluded.action_id, ended_at = NULL`,
    [db.tenantId, clusterId, node, actionId],
  );
}

/** Whether the node is cordoned, the next look at it will tell. */
async function endCordon(db: TenantDb, actionId: string): Promise<void> {
  await db.query(
    `UPDATE action_agent.automated_cordons SET ended_at = clock_timestamp() WHERE ${tenantFilter()} AND action_id = $1`,
    [actionId],
  );
}

export async function deleteCordons(db: TenantDb, clusterId: string, nodes: readonly string[]): Promise<void> {
  await db.query(
    `DELETE FROM action_agent.automated_cordons WHERE ${tenantFilter()} AND cluster_id = $1 AND node_name = ANY($2)`,
    [clusterId, nodes],
  );
}

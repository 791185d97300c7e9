import type { ExpectedIssue } from '@wheelhouse/contracts';
import { type Handle, type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** An action of ours that was heard to begin and not to end. */
export interface RunningAction extends Record<string, unknown> {
  readonly action_id: string;
  readonly expects: readonly ExpectedIssue[];
  readonly until: Date;
}

interface Which {
  readonly action_id: string;
  readonly cluster_id: string;
}

/**
 * The first statement of everything that changes a cluster's actions: events of one cluster wait for each other, and
 * for its removal, and whoever watches it sees that there is something to read.
 */
export async function isStillWatched(db: TenantDb, clusterId: string): Promise<boolean> {
  const rows = await db.query(
    'UPDATE k8s_monitor.watches SET actions = actions + 1 WHERE cluster_id = $1 AND tenant_id = $2 RETURNING cluster_id',
    [clusterId, db.tenantId],
  );
  return rows.length > 0;
}

/** Told again, an action may take longer than it said first. */
export async function upsertRunning(
  db: TenantDb,
  { cluster_id, action_id }: Which,
  expects: readonly ExpectedIssue[],
  until: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO k8s_monitor.running_actions (tenant_id, cluster_id, action_id, expects, until) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, cluster_id, action_id) DO UPDATE SET expects = excluded.expects, until = excluded.until`,
    [db.tenantId, cluster_id, action_id, JSON.stringify(expects), until],
  );
}

export async function deleteRunning(db: TenantDb, which: Which): Promise<boolean> {
  return deleteWhere(db, which, 'expects IS NOT NULL');
}

export async function insertEnded(db: TenantDb, { cluster_id, action_id }: Which, until: Date): Promise<void> {
  await db.query(
    `INSERT INTO k8s_monitor.running_actions (tenant_id, cluster_id, action_id, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [db.tenantId, cluster_id, action_id, until],
  );
}

/** That it ended was heard first: now both were, and nothing has to be kept. */
export async function takeEnded(db: TenantDb, which: Which): Promise<boolean> {
  return deleteWhere(db, which, 'expects IS NULL');
}

async function deleteWhere(db: TenantDb, { cluster_id, action_id }: Which, also: string): Promise<boolean> {
  const rows = await db.query(
    `DELETE FROM k8s_monitor.running_actions
     WHERE ${tenantFilter()} AND cluster_id = $1 AND action_id = $2 AND ${also} RETURNING action_id`,
    [cluster_id, action_id],
  );
  return rows.length > 0;
}

export function selectRunning(db: TenantDb, clusterId: string): Promise<readonly RunningAction[]> {
  return db.query<RunningAction>(
    `SELECT action_id, expects, until FROM k8s_monitor.running_actions
     WHERE ${tenantFilter()} AND cluster_id = $1 AND expects IS NOT NULL ORDER BY action_id`,
    [clusterId],
  );
}

export async function deletePast(db: TenantDb, clusterId: string, now: Date): Promise<void> {
  await db.query(
    `DELETE FROM k8s_monitor.running_actions WHERE ${tenantFilter()} AND cluster_id = $1 AND until <= $2`,
    [clusterId, now],
  );
}

interface ActionsCount extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly actions: number;
}

/** For all clusters of a worker at once. */
export function selectActionCounts(db: Handle, clusterIds: readonly string[]): Promise<readonly ActionsCount[]> {
  return db.query<ActionsCount>('SELECT cluster_id, actions FROM k8s_monitor.watches WHERE cluster_id = ANY($1)', [
    clusterIds,
  ]);
}

import { type SystemDb, type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** Somebody else watches the cluster by now, or nobody does because it was removed. */
export class TakenOver extends Error {}

export interface Hold {
  readonly clusterId: string;
  /** Of the lease. */
  readonly token: number;
}

/**
 * The first statement of everything a watcher writes. It keeps the row for the rest of the transaction, so that
 * whoever takes over waits for it, and finds out whoever was taken over from. Answers when the cluster was last observed.
 */
export async function mustHold(
  db: TenantDb,
  { clusterId, token }: Hold,
  { observedAt, isChanged = false }: { readonly observedAt?: number | undefined; readonly isChanged?: boolean } = {},
): Promise<Date | undefined> {
  const [held] = await db.query<{ observed_at: Date | null }>(
    `UPDATE k8s_monitor.watches SET token = $3, observed_at = coalesce($4, observed_at), version = version + $5
     WHERE cluster_id = $1 AND tenant_id = $2 AND token <= $3 RETURNING observed_at`,
    [clusterId, db.tenantId, token, observedAt === undefined ? null : new Date(observedAt), isChanged ? 1 : 0],
  );
  if (held === undefined)
    throw new TakenOver(`cluster ${clusterId} is watched by another worker, or no longer watched`);
  return held.observed_at ?? undefined;
}

export interface SignOfLife extends Hold {
  readonly at: number;
}

/** For all clusters of a worker at once. A row that is being written to is left out: that write has a sign of its own. */
export async function writeSigns(db: SystemDb, signs: readonly SignOfLife[]): Promise<void> {
  await db.query(
    `UPDATE k8s_monitor.watches AS w SET observed_at = fresh.at FROM (
       SELECT known.cluster_id, sign.at FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS sign (cluster_id, token, at)
       JOIN k8s_monitor.watches AS known ON known.cluster_id = sign.cluster_id AND known.token <= sign.token
       FOR UPDATE OF known SKIP LOCKED
     ) AS fresh WHERE w.cluster_id = fresh.cluster_id`,
    [signs.map(({ clusterId }) => clusterId), signs.map(({ token }) => token), signs.map(({ at }) => new Date(at))],
  );
}

export interface HealthFacts {
  readonly score: number;
  readonly readyNodes: number;
  readonly totalNodes: number;
  readonly issues: string;
  readonly issuesTotal: number;
}

export async function writeHealth(db: TenantDb, clusterId: string, facts: HealthFacts, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO k8s_monitor.health (tenant_id, cluster_id, score, ready_nodes, total_nodes, issues, issues_total, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id, cluster_id) DO UPDATE SET score = excluded.score, ready_nodes = excluded.ready_nodes,
       total_nodes = excluded.total_nodes, issues = excluded.issues, issues_total = excluded.issues_total, changed_at = excluded.changed_at`,
    [db.tenantId, clusterId, facts.score, facts.readyNodes, facts.totalNodes, facts.issues, facts.issuesTotal, now],
  );
}

export async function writeFault(db: TenantDb, clusterId: string, fault: string | undefined, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO k8s_monitor.health (tenant_id, cluster_id, fault, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, cluster_id) DO UPDATE SET fault = excluded.fault, changed_at = excluded.changed_at`,
    [db.tenantId, clusterId, fault ?? null, now],
  );
}

export async function insertScore(db: TenantDb, id: string, clusterId: string, score: number): Promise<void> {
  await db.query('INSERT INTO k8s_monitor.scores (tenant_id, id, cluster_id, score) VALUES ($1, $2, $3, $4)', [
    db.tenantId,
    id,
    clusterId,
    score,
  ]);
}

export async function selectFault(db: TenantDb, clusterId: string): Promise<string | undefined> {
  const [row] = await db.query<{ fault: string | null }>(
    `SELECT fault FROM k8s_monitor.health WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId],
  );
  return row?.fault ?? undefined;
}

import type { Handle, TenantDb } from '@wheelhouse/kit';

/** Observations that have not ended. They stand above tenants: ids and times. */

export const lanesOfCluster = 2;

/** Always the same of an observation, and as often the one as the other. */
function laneOf(id: string): number {
  return Number.parseInt(id.slice(-1), 16) % lanesOfCluster;
}

export async function openObservation(
  db: TenantDb,
  { id, cluster_id: clusterId }: { readonly id: string; readonly cluster_id: string },
  lookAt: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO agent_observability.open_observations (observation_id, tenant_id, cluster_id, lane, look_at) VALUES ($1, $2, $3, $4, $5)`,
    [id, db.tenantId, clusterId, laneOf(id), lookAt],
  );
}

export async function lookAgainAt(db: TenantDb, id: string, moment: Date): Promise<void> {
  await db.query('UPDATE agent_observability.open_observations SET look_at = $2 WHERE observation_id = $1', [
    id,
    moment,
  ]);
}

export async function closeObservation(db: TenantDb, id: string): Promise<void> {
  await db.query('DELETE FROM agent_observability.open_observations WHERE observation_id = $1', [id]);
}

export interface DueLane extends Record<string, unknown> {
  /** The target of its lease. */
  readonly target: string;
  readonly cluster_id: string;
  readonly lane: number;
}

/** Lanes in which something is due and that nobody holds, the longest waiting first. */
export function dueLanes(db: Handle, leaseKind: string, now: Date, most: number): Promise<readonly DueLane[]> {
  return db.query<DueLane>(
    `SELECT o.cluster_id || ' ' || o.lane AS target, o.cluster_id, o.lane FROM agent_observability.open_observations AS o
     WHERE o.look_at <= $2 AND NOT EXISTS (
       SELECT FROM agent_observability.leases AS l
       WHERE l.target = $1 || ' ' || o.cluster_id || ' ' || o.lane AND l.leased_until > clock_timestamp())
     GROUP BY o.cluster_id, o.lane ORDER BY min(o.look_at) LIMIT $3`,
    [leaseKind, now, most],
  );
}

export interface OpenObservation extends Record<string, unknown> {
  readonly observation_id: string;
  readonly tenant_id: string;
}

/** The one of a lane that is looked at now. */
export async function nextInLane(
  db: Handle,
  { cluster_id: clusterId, lane }: Pick<DueLane, 'cluster_id' | 'lane'>,
  now: Date,
): Promise<OpenObservation | undefined> {
  const [row] = await db.query<OpenObservation>(
    `SELECT observation_id, tenant_id FROM agent_observability.open_observations
     WHERE cluster_id = $1 AND lane = $2 AND look_at <= $3 ORDER BY look_at, observation_id LIMIT 1`,
    [clusterId, lane, now],
  );
  return row;
}

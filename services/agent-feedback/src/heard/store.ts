import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Heard } from '../judging/judge.ts';
import type { Moment } from '../judging/facts.ts';
import { type ClusterMoment, outagesOf } from '../judging/outages.ts';

/**
 * Whoever writes what was heard of a cluster, or judges by it, does so one after the other: else a verdict might miss what
 * is committed a moment later, and nobody would look again.
 */
export async function holdNews(db: TenantDb, clusterId: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('news ' || $1 || ' ' || $2, 0))`, [
    db.tenantId,
    clusterId,
  ]);
}

export async function putIncidentMoment(db: TenantDb, incidentId: string, moment: Moment): Promise<void> {
  await db.query(
    `INSERT INTO agent_feedback.incident_moments (tenant_id, incident_id, at, kind, resolution) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [db.tenantId, incidentId, moment.at, moment.kind, moment.resolution],
  );
}

export async function putClusterMoment(db: TenantDb, clusterId: string, moment: ClusterMoment): Promise<void> {
  await db.query(
    `INSERT INTO agent_feedback.cluster_moments (tenant_id, cluster_id, at, observed) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [db.tenantId, clusterId, moment.at, moment.observed],
  );
}

export async function selectHeard(db: TenantDb, clusterId: string, incidentId: string | null): Promise<Heard> {
  const moments = await db.query<Moment & Record<string, unknown>>(
    `SELECT kind, at, resolution FROM agent_feedback.incident_moments WHERE ${tenantFilter()} AND incident_id = $1`,
    [incidentId],
  );
  const ofCluster = await db.query<ClusterMoment & Record<string, unknown>>(
    `SELECT at, observed FROM agent_feedback.cluster_moments WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId],
  );
  return { moments, outages: outagesOf(ofCluster) };
}

export async function pruneMoments(db: TenantDb, before: Date): Promise<void> {
  await db.query(`DELETE FROM agent_feedback.incident_moments WHERE ${tenantFilter()} AND at < $1`, [before]);
  // The newest of a cluster says how it is now, however old it is.
  await db.query(
    `DELETE FROM agent_feedback.cluster_moments AS m WHERE ${tenantFilter('m')} AND at < $1 AND EXISTS (
       SELECT FROM agent_feedback.cluster_moments AS n WHERE ${tenantFilter('n')} AND n.cluster_id = m.cluster_id
         AND n.at > m.at AND n.at < $1)`,
    [before],
  );
}

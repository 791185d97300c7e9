import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** Observations of incidents that are ready. Each serves one analysis. */
interface ReadyObservation {
  readonly id: string;
  readonly incidentId: string;
  readonly readyAt: Date;
}

export async function noteReady(db: TenantDb, { id, incidentId, readyAt }: ReadyObservation): Promise<void> {
  await db.query(
    `INSERT INTO agent_analysis.observations (tenant_id, id, incident_id, ready_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, id) DO UPDATE SET ready_at = excluded.ready_at`,
    [db.tenantId, id, incidentId, readyAt],
  );
}

/** The first of an incident that nothing was concluded from, and that was ready after a moment. */
export async function unusedSince(db: TenantDb, incidentId: string, moment: Date): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM agent_analysis.observations WHERE ${tenantFilter()} AND incident_id = $1 AND analysis_id IS NULL
     AND ready_at >= $2 ORDER BY ready_at, id LIMIT 1`,
    [incidentId, moment],
  );
  return row?.id;
}

/** Whether nobody has used it before; then it is this analysis's. */
export async function useObservation(db: TenantDb, id: string, analysisId: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE agent_analysis.observations SET analysis_id = $2
     WHERE ${tenantFilter()} AND id = $1 AND (analysis_id IS NULL OR analysis_id = $2) RETURNING id`,
    [id, analysisId],
  );
  return rows.length > 0;
}

/** One that is not ready yet: when it is, it is known whose it is. */
export async function expectObservation(
  db: TenantDb,
  { id, incidentId, readyAt }: ReadyObservation,
  analysisId: string,
): Promise<void> {
  await db.query(
    `INSERT INTO agent_analysis.observations (tenant_id, id, incident_id, ready_at, analysis_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, id) DO UPDATE SET analysis_id = excluded.analysis_id`,
    [db.tenantId, id, incidentId, readyAt, analysisId],
  );
}

/** It was there too late for its analysis: another may use it. */
export async function freeObservation(db: TenantDb, id: string): Promise<void> {
  await db.query(`UPDATE agent_analysis.observations SET analysis_id = NULL WHERE ${tenantFilter()} AND id = $1`, [id]);
}

export async function analysisOf(db: TenantDb, observationId: string): Promise<string | undefined> {
  const [row] = await db.query<{ analysis_id: string | null }>(
    `SELECT analysis_id FROM agent_analysis.observations WHERE ${tenantFilter()} AND id = $1`,
    [observationId],
  );
  return row?.analysis_id ?? undefined;
}

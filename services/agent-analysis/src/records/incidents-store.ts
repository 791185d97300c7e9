import type { FactObject } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** In the order in which they count where two are told of one moment. */
export const incidentStates = ['firing', 'quiet', 'ended'] as const;
export type IncidentState = (typeof incidentStates)[number];

/** What is known of an incident. */
export interface KnownIncident extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly object: FactObject | null;
  readonly previous_incident_id: string | null;
  readonly state: IncidentState;
  /** Of what moment that is, by the time of incidents. */
  readonly state_at: Date;
}

const columns = 'id, cluster_id, object, previous_incident_id, state, state_at';

/** Also of one that nothing is known of yet: what is heard of it at the same moment waits, and finds what this one wrote. */
async function hold(db: TenantDb, id: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('incident ' || $1 || ' ' || $2, 0))`, [
    db.tenantId,
    id,
  ]);
}

/** As it is told, unless something newer was told before. It is locked from here on. */
export async function hearOf(db: TenantDb, told: KnownIncident, now: Date): Promise<KnownIncident> {
  await hold(db, told.id);
  const rank = (state: string) => `array_position('{${incidentStates.join(',')}}'::text[], ${state})`;
  const isNewer = `(excluded.state_at, ${rank('excluded.state')}) > (i.state_at, ${rank('i.state')})`;
  const [row] = await db.query<KnownIncident>(
    `INSERT INTO agent_analysis.incidents AS i
       (tenant_id, id, cluster_id, object, previous_incident_id, state, state_at, touched_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id, id) DO UPDATE SET
       state = CASE WHEN ${isNewer} THEN excluded.state ELSE i.state END,
       state_at = CASE WHEN ${isNewer} THEN excluded.state_at ELSE i.state_at END,
       touched_at = excluded.touched_at
     RETURNING ${columns}`,
    [
      db.tenantId,
      told.id,
      told.cluster_id,
      told.object === null ? null : JSON.stringify(told.object),
      told.previous_incident_id,
      told.state,
      told.state_at,
      now,
    ],
  );
  if (row === undefined) throw new Error('what is written is there');
  return row;
}

/** Undefined: nothing is known of it, and nobody else learns of it until the transaction ends. */
export async function lockIncident(db: TenantDb, id: string): Promise<KnownIncident | undefined> {
  await hold(db, id);
  const [row] = await db.query<KnownIncident>(
    `SELECT ${columns} FROM agent_analysis.incidents WHERE ${tenantFilter()} AND id = $1 FOR UPDATE`,
    [id],
  );
  return row;
}

/** Whether it is the first time that this is heard of the incident, which this transaction has locked. */
export async function noteTrigger(db: TenantDb, incidentId: string, key: string, analysisId: string): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO agent_analysis.triggers (tenant_id, incident_id, key, analysis_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING key`,
    [db.tenantId, incidentId, key, analysisId],
  );
  return rows.length > 0;
}

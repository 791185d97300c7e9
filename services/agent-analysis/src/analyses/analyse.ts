import type { TenantDb } from '@wheelhouse/kit';
import { selectAnalysis, setDue } from '../records/analyses-store.ts';
import type { AnalysisRow } from '../records/analysis.ts';
import { lockIncident } from '../records/incidents-store.ts';
import { begin, concludeAt, recovered } from './begin.ts';
import { conclude } from './conclude.ts';
import { endingFrom } from './ending.ts';
import type { Given, Writing } from './given.ts';
import { look, type Looked } from './look.ts';

/**
 * Brings an analysis forward from wherever it is: has its object observed, and concludes from that; at its deadline from
 * whatever there is. Run again from the top it finds what was done before.
 */
export async function analyse(given: Given, tenantId: string, id: string): Promise<void> {
  const { database, clock } = given;
  const row = await database.tenant(tenantId, (db) => selectAnalysis(db, id));
  if (row === undefined || row.status === 'concluded') return;
  const isDue = concludeAt(row) <= clock.now();
  const looked = await look(given, tenantId, row, isDue);
  if (looked === undefined) return;
  await database.tenant(tenantId, (db) => concludeFrom(db, given, row, looked));
}

async function concludeFrom(db: TenantDb, given: Writing, seen: AnalysisRow, looked: Looked): Promise<void> {
  const incident = await lockIncident(db, seen.incident_id);
  const row = await selectAnalysis(db, seen.id, 'FOR UPDATE');
  if (incident === undefined || row === undefined || row.status === 'concluded') return;
  const ending =
    incident.state === 'firing' ? await endingFrom(db, given, { incident, row, looked }) : recovered(incident.state);
  await conclude(db, given, row, ending);
}

/** Its time has come: to be concluded come what may, or for its incident to be looked at again. */
export async function due(given: Given, tenantId: string, id: string): Promise<void> {
  const row = await given.database.tenant(tenantId, (db) => selectAnalysis(db, id));
  if (row !== undefined && row.status !== 'concluded') return analyse(given, tenantId, id);
  await given.database.tenant(tenantId, (db) => again(db, given, id, row));
}

async function again(db: TenantDb, given: Writing, id: string, seen: AnalysisRow | undefined): Promise<void> {
  const incident = seen && (await lockIncident(db, seen.incident_id));
  const row = await selectAnalysis(db, id, 'FOR UPDATE');
  const now = given.clock.now();
  if (row !== undefined && row.again_at !== null && row.again_at > now) return setDue(db, id, row.again_at);
  await setDue(db, id, null);
  if (incident?.state === 'firing' && row !== undefined && row.again_at !== null)
    await begin(db, given, incident, { because: 'looked_again', key: `again ${id}`, at: now });
}

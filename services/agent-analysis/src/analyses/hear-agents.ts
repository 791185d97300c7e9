import type { ActionEnded, ObservationReady, VerdictReached } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { selectAnalysis, selectLast, selectLive } from '../records/analyses-store.ts';
import { selectDecision, updateDecision } from '../records/decisions-store.ts';
import { lockIncident } from '../records/incidents-store.ts';
import { analysisOf, freeObservation, noteReady } from '../records/observations-store.ts';
import { hearVerdict } from '../trust/hear-verdict.ts';
import { isBad } from '../trust/pause.ts';
import { targetKeyOf } from '../trust/target-key.ts';
import { begin } from './begin.ts';
import type { Writing } from './given.ts';
import { takeObservation } from './observed.ts';

/** An observation of an incident is ready: for the analysis that has asked for it, else for the first that has none. */
export async function hearObservation(
  db: TenantDb,
  given: Writing,
  { observation_id, incident_id, status }: ObservationReady,
  readyAt: Date,
): Promise<void> {
  if (incident_id === null || status === 'observing') return;
  const [id, incidentId] = [observation_id.toLowerCase(), incident_id.toLowerCase()];
  const incident = await lockIncident(db, incidentId);
  await noteReady(db, { id, incidentId, readyAt });
  // Nothing is known of the incident yet: its event will find the observation.
  if (incident === undefined) return;
  const ofAnalysis = await analysisOf(db, id);
  const asking = ofAnalysis === undefined ? undefined : await selectAnalysis(db, ofAnalysis, 'FOR UPDATE');
  if (asking !== undefined && asking.status !== 'concluded') return takeObservation(db, given, asking, id);
  const live = await selectLive(db, incidentId);
  const waiting = live.filter((row) => row.observation_id === null && row.since <= readyAt);
  const [first] = waiting.toSorted((one, other) => Number(one.asks) - Number(other.asks));
  if (asking === undefined && first !== undefined) return takeObservation(db, given, first, id);
  // The one that has waited for it was concluded without: what was seen late is better than nothing.
  const last = await selectLast(db, incidentId);
  const waited = last?.reason === 'not_observed' && (last.observation_id === null || last.observation_id === id);
  if (!waited || live.length > 0 || incident.state !== 'firing') return;
  await freeObservation(db, id);
  await begin(db, given, incident, { because: 'observed_late', key: `observed ${id}`, at: readyAt });
}

/** An action of ours has ended, begun or not. */
export async function hearEnded(db: TenantDb, given: Writing, told: ActionEnded): Promise<void> {
  if (told.decision_id === null) return;
  const id = told.decision_id.toLowerCase();
  const found = await selectDecision(db, id);
  if (found === undefined) return;
  const incident = await lockIncident(db, found.incident_id);
  const decision = await selectDecision(db, id);
  if (decision === undefined || decision.state === 'withdrawn' || decision.state === 'ended') return;
  const { status, finished_at, decided_by } = told;
  const ended = { ended_as: status, ended_at: new Date(finished_at) };
  const isOurs = decision.state === 'withdrawing' && status === 'canceled' && decided_by === null;
  await updateDecision(db, id, { ...ended, state: isOurs ? 'withdrawn' : 'ended' });
  if (isOurs && incident?.state === 'firing')
    await begin(db, given, incident, { because: 'returned', key: `withdrawn ${id}`, at: given.clock.now() });
}

/** What became of a decision: kept for trust; and where it did not help, another rule may. */
export async function hearJudged(db: TenantDb, given: Writing, told: VerdictReached): Promise<void> {
  const { incident_id: incidentId, verdict } = told;
  // First of all, as everywhere.
  const incident = incidentId === null ? undefined : await lockIncident(db, incidentId.toLowerCase());
  const own = await selectDecision(db, told.decision_id.toLowerCase());
  const targetKey = own === undefined ? told.target_key : targetKeyOf(own.cluster_id, own.target);
  const isNews = await hearVerdict(db, told, targetKey, given.clock.now());
  if (!isNews || !isBad(verdict) || own === undefined || incident?.state !== 'firing') return;
  const key = `verdict ${told.decision_id} ${verdict}`;
  await begin(db, given, incident, { because: 'not_cured', key, at: new Date(told.reached_at) });
}

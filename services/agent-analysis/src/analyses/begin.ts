import type { Actor } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { countSince, insertAnalysis, selectAnalysis, selectLive, setDue } from '../records/analyses-store.ts';
import { type AnalysisRow, type Because, blank } from '../records/analysis.ts';
import { type KnownIncident, noteTrigger } from '../records/incidents-store.ts';
import { unusedSince } from '../records/observations-store.ts';
import { conclude, type Ending } from './conclude.ts';
import type { Writing } from './given.ts';
import { takeObservation } from './observed.ts';

/** By then it is concluded, come what may. */
const dueAfterMs = 60_000;
/** So much earlier it is concluded from what there is: to ask for the rest takes a moment too. */
const headStartMs = 5_000;
const hourMs = 60 * 60_000;
const mostAnHour = 5;

export interface Cause {
  readonly because: Because;
  /** The same however often it is heard. */
  readonly key: string;
  /** When it happened: what was seen before says nothing of it. */
  readonly at: Date;
  readonly requestedBy?: Actor;
}

/** These bring their observation with them; for any other it is asked. */
const observedByThemselves: ReadonlySet<Because> = new Set(['opened', 'rule_added', 'observed_late']);

/**
 * An analysis of an incident that this transaction has locked, once for each cause. Where somebody has asked and one is
 * under way, that one answers.
 */
export async function begin(
  db: TenantDb,
  given: Writing,
  incident: KnownIncident,
  { because, key, at, requestedBy }: Cause,
): Promise<AnalysisRow | undefined> {
  const asks = !observedByThemselves.has(because);
  const [live] = asks ? await selectLive(db, incident.id) : [];
  if (live !== undefined) return live;
  const now = given.clock.now();
  const id = given.makeId();
  if (!(await noteTrigger(db, incident.id, key, id))) return undefined;
  const { cluster_id, object } = incident;
  const isCapped = (await countSince(db, incident.id, new Date(now.getTime() - hourMs))) >= mostAnHour;
  const due_at = new Date(now.getTime() + dueAfterMs);
  const whose = { id, incident_id: incident.id, cluster_id, object };
  const row: AnalysisRow = {
    ...blank,
    ...whose,
    because,
    requested_by: requestedBy ?? null,
    since: at,
    asks,
    created_at: now,
    due_at,
  };
  await insertAnalysis(db, row);
  const ending = endsAtOnce(incident, because, isCapped);
  if (ending !== undefined) return conclude(db, given, row, ending);
  await setDue(db, id, concludeAt(row));
  if (asks) await given.enqueue(db, 'analyse', id);
  else await takeWhatIsThere(db, given, row);
  return selectAnalysis(db, id);
}

/** From then on nothing is waited for any more. */
export function concludeAt({ due_at: due }: Pick<AnalysisRow, 'due_at'>): Date {
  return new Date(due.getTime() - headStartMs);
}

/** The observation of an event may be heard before the event. */
async function takeWhatIsThere(db: TenantDb, given: Writing, row: AnalysisRow): Promise<void> {
  const observationId = await unusedSince(db, row.incident_id, row.since);
  if (observationId !== undefined) await takeObservation(db, given, row, observationId);
}

function endsAtOnce({ state, object }: KnownIncident, because: Because, isCapped: boolean): Ending | undefined {
  if (state === 'ended' && because === 'asked')
    return { conclusion: 'not_analysed', reason: 'incident_over', summary: 'The incident is over.' };
  if (state !== 'firing') return recovered(state);
  if (object === null)
    return {
      conclusion: 'not_observable',
      reason: 'no_object',
      summary: 'The incident is about no object of a cluster, so there is nothing to look at.',
    };
  if (!isCapped) return undefined;
  return {
    conclusion: 'not_analysed',
    reason: 'cap',
    summary: `It was analyzed ${mostAnHour} times within the last hour, which is the most. It is analyzed again when something new is found after that.`,
  };
}

export function recovered(state: 'quiet' | 'ended'): Ending {
  return state === 'ended'
    ? {
        conclusion: 'recovered',
        reason: 'incident_over',
        summary: 'The incident was over before anything was concluded.',
      }
    : {
        conclusion: 'recovered',
        summary: 'None of its signals fires any more; nothing had been concluded until then.',
      };
}

import { type Actor, type FactObject, type ObservationReady, observationReadyType } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import { closeObservation, lookAgainAt, openObservation } from './open-store.ts';
import type { BegunRow, Findings } from './row.ts';
import type { Because } from './schema.ts';
import { type ObservationStep, observationMachine } from './state.ts';
import {
  countAskedByPeople,
  insertObservation,
  isMadeOf,
  type OfEvent,
  selectObservation,
  updateObservation,
} from './store.ts';

export type Given = Pick<ModuleContext, 'clock' | 'emit' | 'makeId'>;

/** Within this time the cluster should have answered. */
export const dueAfterMs = 30_000;

interface Asked {
  readonly incidentId: string | null;
  readonly clusterId: string;
  readonly object: FactObject | null;
  readonly because: Because;
  readonly askedBy?: Actor;
}

/** The row first; workers find it and do the rest. */
export async function begin(
  db: TenantDb,
  given: Given,
  { incidentId, clusterId, object, because, askedBy }: Asked,
  rules: number | null = null,
): Promise<BegunRow> {
  const now = given.clock.now();
  const row: BegunRow = {
    id: given.makeId(),
    incident_id: incidentId?.toLowerCase() ?? null,
    cluster_id: clusterId.toLowerCase(),
    object,
    because,
    status: 'observing',
    reason: null,
    message: null,
    asked_by: askedBy ?? null,
    created_at: now,
    due_at: new Date(now.getTime() + dueAfterMs),
    finished_at: null,
  };
  if (object !== null) {
    await insertObservation(db, row, rules);
    await openObservation(db, row, now);
    return row;
  }
  const ended: BegunRow = {
    ...row,
    status: observationMachine.next(row.status, 'give_up'),
    reason: 'no_object',
    message: 'The incident is about no object of a cluster, so there is nothing to look at.',
    finished_at: now,
  };
  await insertObservation(db, ended, rules);
  await tell(db, given, ended);
  return ended;
}

/** One for each event, however often and in whatever order it is heard. */
export async function beginForEvent(db: TenantDb, given: Given, asked: Asked, event: OfEvent): Promise<void> {
  if (await isMadeOf(db, event)) return;
  await begin(db, given, asked, event.rules);
}

/** Those of incidents must not wait for what people ask for besides. */
const mostAskedByPeople = 20;

export async function mustHaveRoom(db: TenantDb): Promise<void> {
  if ((await countAskedByPeople(db)) >= mostAskedByPeople)
    refuse('conflict', {
      message: `${mostAskedByPeople} observations that people asked for are not finished, which is the limit. Next step: wait until one of them is; each takes a minute at most.`,
    });
}

/** It ends once, whoever was looking: false if it has ended before. */
export async function end(
  db: TenantDb,
  given: Given,
  id: string,
  step: ObservationStep,
  ending: Partial<Findings>,
): Promise<boolean> {
  const row = await selectObservation(db, id, 'FOR UPDATE');
  await closeObservation(db, id);
  if (row?.status !== 'observing') return false;
  const change = {
    reason: null,
    message: null,
    ...ending,
    status: observationMachine.next(row.status, step),
    finished_at: given.clock.now(),
  };
  await updateObservation(db, id, change);
  await tell(db, given, { ...row, ...change });
  return true;
}

/** Something is still missing: what there is is kept, and it is looked at again. */
export async function goOn(db: TenantDb, id: string, found: Partial<Findings>, lookAt: Date): Promise<void> {
  const row = await selectObservation(db, id, 'FOR UPDATE');
  if (row?.status !== 'observing') return closeObservation(db, id);
  await updateObservation(db, id, found);
  await lookAgainAt(db, id, lookAt);
}

type Told = Pick<BegunRow, 'id' | 'incident_id' | 'cluster_id' | 'object' | 'status'>;

async function tell(db: TenantDb, { emit }: Given, row: Told): Promise<void> {
  const { id, incident_id, cluster_id, object, status } = row;
  const told: ObservationReady = { observation_id: id, incident_id, cluster_id, object, status };
  await emit(db, observationReadyType, told, { clusterId: cluster_id });
}

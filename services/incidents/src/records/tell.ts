import { type EventData, type IncidentChanged, incidentChangedType } from '@wheelhouse/contracts';
import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { IncidentSettings } from '../config.ts';
import type { NewEntry } from '../entries/entry.ts';
import { type IncidentRow, urlOf } from './row.ts';

/** What the house and the world are told of an incident, in the transaction of the change it tells of. */

export type Telling = Pick<ModuleContext<IncidentSettings>, 'clock' | 'emit' | 'settings'>;

type Told = 'incident.created' | 'incident.updated' | 'incident.resolved';

const words: Readonly<Record<Told, string>> = {
  'incident.created': 'Told that it opened.',
  'incident.updated': 'Told that it changed.',
  'incident.resolved': 'Told that it is over.',
};

/** Answers the entry that remembers it; who received it is asked when somebody reads that. */
export async function tellWorld(
  db: TenantDb,
  { clock, emit, settings }: Telling,
  type: Told,
  row: IncidentRow,
): Promise<NewEntry> {
  const id = await emit(db, type, dataOf(row, settings.EXTERNAL_URL), subjectOf(row));
  return {
    kind: 'webhook',
    at: clock.now(),
    summary: words[type],
    ref: { type: 'event', id, url: null },
    data: { event_type: type },
  };
}

function dataOf(row: IncidentRow, externalUrl: string): EventData<Told> {
  const { id, cluster_id, title, severity, status, category, namespace, affected_service } = row;
  const url = urlOf(id, externalUrl);
  return { incident_id: id, cluster_id, title, severity, status, category, namespace, affected_service, url };
}

function subjectOf({ cluster_id, cloudspace_id }: IncidentRow) {
  return { clusterId: cluster_id, ...(cloudspace_id === null ? {} : { cloudspaceId: cloudspace_id }) };
}

/** The agents look into it. */
export async function tellInside(
  db: TenantDb,
  { clock, emit }: Pick<Telling, 'clock' | 'emit'>,
  change: IncidentChanged['change'],
  row: IncidentRow,
): Promise<void> {
  const { id, cluster_id, severity, object, rules, started_at, previous_incident_id, resolution } = row;
  const told: IncidentChanged = {
    change,
    incident_id: id,
    cluster_id,
    severity,
    object,
    rules: [...rules],
    started_at: started_at.toISOString(),
    previous_incident_id,
    resolution,
    at: clock.now().toISOString(),
  };
  await emit(db, incidentChangedType, told, { clusterId: cluster_id });
}

/** That nothing of it fires any more, or something does again. Both, where it began and ended in one transaction. */
export async function tellQuiet(
  db: TenantDb,
  telling: Pick<Telling, 'clock' | 'emit'>,
  before: Date | null,
  row: IncidentRow,
): Promise<void> {
  const { quiet_since: now } = row;
  if (before?.getTime() === now?.getTime()) return;
  if (before !== null) await tellInside(db, telling, 'returned', row);
  if (now !== null) await tellInside(db, telling, 'quiet', row);
}

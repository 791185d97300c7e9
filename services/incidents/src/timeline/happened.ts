import type { TenantDb } from '@wheelhouse/kit';
import { LockedIncident } from '../records/locked-incident.ts';
import { liveInNamespace, noteTenant, withMerged } from '../records/store.ts';
import type { Given } from '../incidents/service.ts';
import { heedWindows } from '../windows/heed.ts';
import { selectGroups } from '../signals/groups-store.ts';
import type { NewEntry } from '../entries/entry.ts';
import { holdHistory } from '../entries/hold.ts';
import { incidentsWithKey } from '../entries/store.ts';
import { insertRecent, keepRecentMs, lookBackMs } from '../entries/recents-store.ts';

/** Where something happened, and so which incidents it may have to do with. */
export interface Place {
  readonly clusterId: string;
  /** All live incidents of a namespace are told what changed there. */
  readonly namespace?: string;
  /** Groups of the objects that it happened to. */
  readonly groupKeys?: readonly string[];
  /** The incident that it is known to belong to; then no other is told. */
  readonly incidentId?: string | null;
  /** Incidents that an entry of this key stands in are told too, live or over: it is about the same. */
  readonly besidesKey?: string;
}

export interface Happening {
  readonly place: Place;
  readonly entries: readonly NewEntry[];
}

/**
 * Puts what happened into the timelines of the incidents that it may have to do with, and remembers it for those that
 * open after. Events come in any order: what came first is told first, whenever it is heard.
 */
export async function happened(db: TenantDb, given: Given, happenings: readonly Happening[]): Promise<void> {
  await holdHistory(
    db,
    happenings.map(({ place }) => place.clusterId),
    'to write',
  );
  const concerned: (Concerned & Pick<Happening, 'entries'>)[] = [];
  for (const { place, entries } of happenings) concerned.push({ entries, ...(await concernedBy(db, place)) });
  // All at once, in the order in which everybody locks them.
  const ids = concerned.flatMap(({ known, others }) => [...known, ...others]);
  for (const incident of await LockedIncident.lock(db, ids)) {
    const told = concerned.flatMap((one) => toldTo(incident, one));
    if (told.length === 0) continue;
    for (const entry of told) incident.add(entry);
    await heedWindows(db, incident, given);
    await incident.save(db, given);
  }
  await remember(db, given, happenings);
}

/** By their ids; of those that were merged, what they were merged into is among them. */
interface Concerned {
  /** It belongs to these, live or over. */
  readonly known: ReadonlySet<string>;
  /** It may have to do with these, if they are live and were about to begin. */
  readonly others: ReadonlySet<string>;
}

async function concernedBy(
  db: TenantDb,
  { clusterId, namespace, groupKeys = [], incidentId, besidesKey }: Place,
): Promise<Concerned> {
  if (incidentId !== undefined && incidentId !== null)
    return { known: new Set(await withMerged(db, [incidentId])), others: new Set() };
  const known = besidesKey === undefined ? [] : await incidentsWithKey(db, besidesKey);
  const ofObjects = await selectGroups(db, groupKeys);
  const ofNamespace = namespace === undefined ? [] : await liveInNamespace(db, clusterId, namespace, mostTold);
  return {
    known: new Set(await withMerged(db, known)),
    others: new Set(await withMerged(db, [...ofObjects.values(), ...ofNamespace])),
  };
}

const mostTold = 50;

function toldTo(
  { row, isLive }: LockedIncident,
  { known, others, entries }: Concerned & Pick<Happening, 'entries'>,
): readonly NewEntry[] {
  if (row.merged_into !== null) return [];
  if (known.has(row.id)) return entries;
  if (!others.has(row.id) || !isLive) return [];
  const from = row.started_at.getTime() - lookBackMs;
  return entries.filter(({ at }) => at.getTime() >= from);
}

async function remember(db: TenantDb, { clock }: Given, happenings: readonly Happening[]): Promise<void> {
  const oldest = clock.now().getTime() - keepRecentMs;
  await noteTenant(db);
  for (const { place, entries } of happenings) {
    const { clusterId, namespace = null, groupKeys = [], incidentId } = place;
    if (incidentId !== undefined && incidentId !== null) continue;
    for (const [which, entry] of entries.entries())
      if (entry.at.getTime() >= oldest) await insertRecent(db, { clusterId, namespace, groupKeys }, entry, which);
  }
}

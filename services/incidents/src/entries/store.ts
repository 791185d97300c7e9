import { timelineKindNames } from '@wheelhouse/contracts';
import { anyOf, defineList, idAt, type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { boundedData, type EntryRow, type NewEntry, sentence } from './entry.ts';

const columns = 'id, incident_id, version, kind, key, summary, text, actor, object, ref, count, last_at, data';

export const entries = defineList<EntryRow>({
  name: 'entries',
  from: 'incidents.entries',
  columns,
  // Of an incident that the caller was found to see.
  reach: { within: () => () => 'true' },
  filters: { kind: anyOf(timelineKindNames) },
});

/** Nothing is told as older than this: its place in the order of events would be in a part of the history that is closed. */
const oldestMs = 7 * 24 * 60 * 60_000;

/** Of one incident, whose row is locked. What has a key that is there already is counted there, unless it is told once. */
export async function writeEntries(
  db: TenantDb,
  incidentId: string,
  version: number,
  added: readonly NewEntry[],
  now: Date,
): Promise<void> {
  const keys = added.flatMap(({ key }) => key ?? []);
  const known = await knownEntries(db, incidentId, keys);
  const changed = new Map<string, EntryRow>();
  const made = new Map<string, EntryRow>();
  for (const [which, entry] of added.entries()) {
    const { key } = entry;
    const before = key === undefined ? undefined : (changed.get(key) ?? made.get(key) ?? known.get(key));
    if (key === undefined || before === undefined) {
      const row = rowOf(entry, { incidentId, version, now, which });
      made.set(key ?? row.id, row);
    } else if (entry.isOnce !== true) (made.has(key) ? made : changed).set(key, again(before, entry, version));
  }
  await Promise.all([insert(db, [...made.values()]), update(db, [...changed.values()])]);
}

async function knownEntries(
  db: TenantDb,
  incidentId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EntryRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query<EntryRow>(
    `SELECT ${columns} FROM incidents.entries WHERE ${tenantFilter()} AND incident_id = $1 AND key = ANY($2)`,
    [incidentId, keys],
  );
  return new Map(rows.map((row) => [row.key ?? '', row]));
}

interface Made {
  readonly incidentId: string;
  readonly version: number;
  readonly now: Date;
  /** Of several that are added together. */
  readonly which: number;
}

/** Of several of one moment the first that is written comes first. */
const ranksOfVersion = 16;
const ranks = 0x1000;

function rowOf(entry: NewEntry, { incidentId, version, now, which }: Made): EntryRow {
  const { kind, key = null, text = null, actor = null, object = null, ref = null, count = 1, data = {} } = entry;
  const at = new Date(Math.min(now.getTime(), Math.max(entry.at.getTime(), now.getTime() - oldestMs)));
  return {
    id: idAt(at, (version * ranksOfVersion + Math.min(which, ranksOfVersion - 1)) % ranks),
    incident_id: incidentId,
    version,
    kind,
    key,
    summary: sentence(entry.summary),
    text,
    actor,
    object,
    ref,
    count,
    last_at: at,
    data: boundedData(data),
  };
}

/** The newest words, unless they come late. */
function again(before: EntryRow, entry: NewEntry, version: number): EntryRow {
  const isLater = entry.at >= before.last_at;
  return {
    ...before,
    version,
    count: before.count + (entry.count ?? 1),
    last_at: isLater ? entry.at : before.last_at,
    ...(isLater
      ? {
          summary: sentence(entry.summary),
          data: boundedData({ ...before.data, ...entry.data }),
          actor: entry.actor ?? before.actor,
        }
      : {}),
  };
}

const shape = `(id uuid, incident_id uuid, version bigint, kind text, key text, summary text, text text, actor jsonb, object jsonb,
  ref jsonb, count integer, last_at timestamptz, data jsonb)`;

async function insert(db: TenantDb, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `INSERT INTO incidents.entries (tenant_id, ${columns})
     SELECT $1, ${columns} FROM jsonb_to_recordset($2::jsonb) AS e ${shape} ORDER BY id`,
    [db.tenantId, JSON.stringify(rows)],
  );
}

async function update(db: TenantDb, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `UPDATE incidents.entries AS k SET version = e.version, summary = e.summary, count = e.count, last_at = e.last_at,
       data = e.data, actor = e.actor
     FROM jsonb_to_recordset($1::jsonb) AS e ${shape} WHERE ${tenantFilter('k')} AND k.id = e.id`,
    [JSON.stringify(rows)],
  );
}

/** How far somebody has read the changes of a timeline. */
export interface ReadUpTo {
  readonly version: number;
  /** The last entry of that version they have, if more of it are to come. */
  readonly entryId: string | undefined;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Those that are new or another since then, the earliest first; at most so many. */
export function entriesSince(
  db: TenantDb,
  incidentId: string,
  { version, entryId = lastId }: ReadUpTo,
  most: number,
): Promise<readonly EntryRow[]> {
  return db.query<EntryRow>(
    `SELECT ${columns} FROM incidents.entries WHERE ${tenantFilter()} AND incident_id = $1 AND (version, id) > ($2, $3::uuid)
     ORDER BY version, id LIMIT $4`,
    [incidentId, version, entryId, most],
  );
}

/** The newest, in the order in which they happened. */
export async function newestEntries(db: TenantDb, incidentId: string, most: number): Promise<readonly EntryRow[]> {
  const rows = await db.query<EntryRow>(
    `SELECT ${columns} FROM incidents.entries WHERE ${tenantFilter()} AND incident_id = $1 ORDER BY id DESC LIMIT $2`,
    [incidentId, most],
  );
  return rows.toReversed();
}

/** A page of all of them in the order in which they happened, after an id. */
export function entriesAfter(
  db: TenantDb,
  incidentId: string,
  after: string,
  most: number,
): Promise<readonly EntryRow[]> {
  return db.query<EntryRow>(
    `SELECT ${columns} FROM incidents.entries WHERE ${tenantFilter()} AND incident_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [incidentId, after, most],
  );
}

/** The incidents that an entry of this key stands in. */
export async function incidentsWithKey(db: TenantDb, key: string): Promise<readonly string[]> {
  const rows = await db.query<{ incident_id: string }>(
    `SELECT DISTINCT incident_id FROM incidents.entries WHERE ${tenantFilter()} AND key = $1`,
    [key],
  );
  return rows.map(({ incident_id: id }) => id);
}

/** All of one incident go to another. */
export async function moveEntries(db: TenantDb, from: string, to: string, version: number): Promise<void> {
  await db.query(
    `UPDATE incidents.entries SET incident_id = $2, version = $3 WHERE ${tenantFilter()} AND incident_id = $1`,
    [from, to, version],
  );
}

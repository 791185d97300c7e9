import { type StreamEvent, type TenantDb, timeOfId } from '@wheelhouse/kit';
import { shownInFull } from '../records/row.ts';
import { selectIncident } from '../records/store.ts';
import { shownEntry } from '../entries/entry.ts';
import { entriesSince, newestEntries, type ReadUpTo } from '../entries/store.ts';

/** As many entries as a page shows at once. */
const mostEntries = 100;

interface Following {
  readonly tenant: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  readonly id: string;
  readonly externalUrl: string;
  /** The next look at its version; undefined: it is not there, or nobody looks any more. */
  readonly look: () => Promise<number | undefined>;
  readonly resumeAfter: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * An incident with the newest of its timeline, then each time it is another, with the entries that are new or another.
 * Ids are versions: who resumes is told what came since, and only who has seen it closed is told nothing more. Where
 * more has come than fits, the id is that of the last entry told as well.
 */
export async function* incidentStream(following: Following): AsyncGenerator<StreamEvent> {
  const { tenant, id: incidentId, externalUrl, look, resumeAfter, signal } = following;
  let seen = seenBefore(resumeAfter);
  let isFirst = true;
  while (!signal.aborted) {
    const read = await tenant(async (db) => {
      const row = await selectIncident(db, incidentId);
      if (row === undefined) return undefined;
      const rows =
        seen === undefined
          ? await newestEntries(db, incidentId, mostEntries)
          : await entriesSince(db, incidentId, seen, mostEntries);
      return { row, rows };
    });
    if (read === undefined) return;
    const { row, rows } = read;
    const isOver = row.status === 'closed';
    const isRead = seen?.version === row.version && seen.entryId === undefined;
    if (isOver && isRead) return;
    if (isFirst || !isRead) {
      const entries = rows.map((one) => shownEntry(one, timeOfId(one.id)));
      const data = { incident: shownInFull(row, externalUrl), entries };
      const last = rows.at(-1);
      const isSnapshot = seen === undefined;
      const isAll = isSnapshot || rows.length < mostEntries || last === undefined;
      seen = isAll ? { version: row.version, entryId: undefined } : { version: last.version, entryId: last.id };
      yield { id: idOf(seen), event: isSnapshot ? 'snapshot' : isOver && isAll ? 'ended' : 'changed', data };
      isFirst = false;
      if (!isAll) continue;
      if (isOver) {
        if (isSnapshot) yield { id: idOf(seen), event: 'ended', data: { ...data, entries: [] } };
        return;
      }
    }
    let version: number | undefined;
    do version = await look();
    while (!signal.aborted && version === seen?.version);
    if (version === undefined) return;
  }
}

function idOf({ version, entryId }: ReadUpTo): string {
  return entryId === undefined ? String(version) : `${version}.${entryId}`;
}

/** What is no id of ours is none: then it begins anew. */
function seenBefore(id = ''): ReadUpTo | undefined {
  const groups = /^(?<version>\d{1,15})(?:\.(?<entryId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/.exec(
    id,
  )?.groups;
  return groups && { version: Number(groups['version']), entryId: groups['entryId'] };
}

import type { TenantDb } from '@wheelhouse/kit';
import { emptyChain, type Entry, type Head } from './chain.ts';
import type { AuditEntry, ExportQuery } from './schema.ts';
import { entriesAfter, idFloor, selectHead } from './store.ts';

type Read = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;

const exportPage = 1_000;

export async function headOf(db: TenantDb): Promise<Head> {
  return (await selectHead(db)) ?? emptyChain;
}

/** Lines of NDJSON, oldest first, a page at a time in a transaction of its own. What comes later is not in it. */
export async function* exportLines(read: Read, period: ExportQuery): AsyncGenerator<string> {
  const { created_after: after, created_before: before } = period;
  const { seq, hash } = await read(headOf);
  let last = after === undefined ? undefined : idFloor(after);
  for (let more = seq > 0; more; ) {
    const page = await read((db) => entriesAfter(db, last, exportPage));
    last = page.at(-1)?.id;
    more = page.length === exportPage && (page.at(-1)?.seq ?? seq) < seq;
    const wanted = page.filter((entry) => entry.seq <= seq && isWithin(entry.at, after, before));
    if (wanted.length > 0) yield wanted.map((entry) => `${JSON.stringify(shown(entry))}\n`).join('');
  }
  yield `${JSON.stringify({ head: { seq, hash } })}\n`;
}

function isWithin(at: string, after: string | undefined, before: string | undefined): boolean {
  const time = Date.parse(at);
  return (after === undefined || time >= Date.parse(after)) && (before === undefined || time < Date.parse(before));
}

export function shown(entry: Entry): AuditEntry {
  const { id, seq, at, source, action, route, object_id, request_id, address, result, count, details, hash } = entry;
  const actor = { kind: entry.actor_kind, id: entry.actor_id, credential_id: entry.credential_id };
  return {
    id,
    seq,
    at,
    module: source,
    action,
    route,
    actor,
    object_id,
    request_id,
    address,
    result,
    count,
    details,
    hash,
  };
}

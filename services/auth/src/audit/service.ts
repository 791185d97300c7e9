import {
  boundedTotal,
  countedTotal,
  type Cursors,
  firstIdOf,
  type Page,
  pageOf,
  pageRequest,
  type TenantDb,
  tenantFilter,
  valuesOf,
} from '@wheelhouse/kit';
import { emptyChain, type Entry, type Head } from './chain.ts';
import type { AuditEntry, AuditQuery, ExportQuery } from './schema.ts';
import { entriesAfter, selectEntries, selectHead } from './store.ts';

type Read = <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;

const day = 24 * 60 * 60_000;
const exportPage = 1_000;

/** An entry's id is of the moment it was sealed, never much before it happened: partitions before that are not read. */
function idFloor(after: string): string {
  return firstIdOf(new Date(new Date(after).getTime() - day));
}

export async function listEntries(
  db: TenantDb,
  query: AuditQuery,
  cursors: Cursors,
  schema: string,
): Promise<Page<AuditEntry>> {
  const equal = {
    actor_id: valuesOf(query.actor_id),
    action: valuesOf(query.action),
    object_id: valuesOf(query.object_id),
    result: valuesOf(query.result),
  };
  const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
  const { created_after: after, created_before: before, q } = query;
  const filters = { ...equal, created_after: one(after), created_before: one(before), q: one(q) };
  const page = pageRequest('audit', db.tenantId, query, filters, cursors);

  const values: unknown[] = [];
  const conditions: string[] = [];
  for (const [column, wanted] of Object.entries(equal))
    if (wanted !== undefined) conditions.push(`AND ${column} = ANY($${values.push(wanted)})`);
  if (after !== undefined)
    conditions.push(`AND at >= $${values.push(after)} AND id >= $${values.push(idFloor(after))}`);
  if (before !== undefined) conditions.push(`AND at < $${values.push(before)}`);
  if (q !== undefined)
    conditions.push(
      `AND position(lower($${values.push(q)}) IN lower(concat_ws(' ', action, route, object_id, request_id, details))) > 0`,
    );
  const where = conditions.join(' ');
  const total =
    where === ''
      ? countedTotal(db, schema, 'audit', [], {})
      : boundedTotal(db, `FROM auth.audit_entries WHERE ${tenantFilter()} ${where}`, [...values]);
  const keyset = page.afterId === undefined ? '' : `AND id < $${values.push(page.afterId)}`;
  const rows = selectEntries(db, `${where} ${keyset} ORDER BY id DESC LIMIT ${page.limit + 1}`, values);
  const { data, ...rest } = pageOf(await rows, page, await total, cursors);
  return { ...rest, data: data.map(shown) };
}

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

function shown(entry: Entry): AuditEntry {
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

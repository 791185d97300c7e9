import {
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  firstIdOf,
  type SystemDb,
  type TenantDb,
  tenantFilter,
} from '@wheelhouse/kit';
import { Type } from 'typebox';
import type { Entry, Head, Pending } from './chain.ts';

/** The trail's tables. Entries are added and read here; nothing changes or removes one. */

export interface PendingRow extends Pending, Record<string, unknown> {
  readonly id: string;
}

export async function insertPending(db: TenantDb, { id, source, record }: Pending & { id: string }): Promise<void> {
  await db.query(
    `INSERT INTO auth.audit_pending (tenant_id, at, id, source, record) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [db.tenantId, record.at, id, source, JSON.stringify(record)],
  );
}

/** The row is held until the entry is committed: whoever removes it to seal waits for that, and sees the entry. */
export async function markDue(db: TenantDb, now: Date): Promise<void> {
  for (;;) {
    await db.query('INSERT INTO auth.audit_due (tenant_id, since) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      db.tenantId,
      now,
    ]);
    const held = await db.query('SELECT 1 FROM auth.audit_due WHERE tenant_id = $1 FOR KEY SHARE', [db.tenantId]);
    if (held.length > 0) return;
  }
}

export async function knownTenants(db: SystemDb, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>('SELECT id FROM auth.tenants WHERE id = ANY($1::uuid[])', [ids]);
  return rows.map(({ id }) => id);
}

/** All of them in the order of their slugs, or the one with this slug. */
export function selectTrails(
  db: SystemDb,
  slug: string | undefined,
): Promise<readonly { readonly id: string; readonly slug: string }[]> {
  return db.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM auth.tenants WHERE $1::text IS NULL OR slug = $1 ORDER BY slug',
    [slug ?? null],
  );
}

export async function dueTenants(db: SystemDb, except: readonly string[], most: number): Promise<readonly string[]> {
  const rows = await db.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM auth.audit_due WHERE tenant_id <> ALL($1::uuid[]) ORDER BY since LIMIT $2',
    [except, most],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

export async function takeDue(db: TenantDb): Promise<void> {
  await db.query('DELETE FROM auth.audit_due WHERE tenant_id = $1', [db.tenantId]);
}

export async function lockHead(db: TenantDb, empty: Head): Promise<Head> {
  await db.query(
    'INSERT INTO auth.audit_heads (tenant_id, seq, id, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [db.tenantId, empty.seq, empty.id, empty.hash],
  );
  const [row] = await db.query<Head & Record<string, unknown>>(
    `SELECT seq, id, hash FROM auth.audit_heads WHERE ${tenantFilter()} FOR UPDATE`,
  );
  return row ?? empty;
}

export async function selectHead(db: TenantDb): Promise<Head | undefined> {
  const [row] = await db.query<Head & Record<string, unknown>>(
    `SELECT seq, id, hash FROM auth.audit_heads WHERE ${tenantFilter()}`,
  );
  return row;
}

export async function moveHead(db: TenantDb, { seq, id, hash }: Head): Promise<void> {
  await db.query(`UPDATE auth.audit_heads SET seq = $1, id = $2, hash = $3 WHERE ${tenantFilter()}`, [seq, id, hash]);
}

export function selectPending(db: TenantDb, most: number): Promise<readonly PendingRow[]> {
  return db.query<PendingRow>(
    `SELECT id, source, record FROM auth.audit_pending WHERE ${tenantFilter()} ORDER BY at, id LIMIT $1`,
    [most],
  );
}

export async function deletePending(db: TenantDb, rows: readonly PendingRow[]): Promise<void> {
  await db.query(
    `DELETE FROM auth.audit_pending WHERE ${tenantFilter()}
       AND (at, id) IN (SELECT * FROM unnest($1::timestamptz[], $2::uuid[]))`,
    [rows.map(({ record }) => record.at), rows.map(({ id }) => id)],
  );
}

const columns =
  'id, seq, at, source, action, route, actor_kind, actor_id, credential_id, object_id, request_id, address, result, count, details, previous_id, previous_hash, hash';

/** One parameter for all of them, because a statement takes 65,535 at most. */
export async function insertEntries(db: TenantDb, entries: readonly Entry[]): Promise<void> {
  await db.query(
    `INSERT INTO auth.audit_entries (tenant_id, ${columns})
     SELECT $1, ${columns} FROM jsonb_to_recordset($2::jsonb) AS e (id uuid, seq bigint, at timestamptz, source text,
       action text, route text, actor_kind text, actor_id text, credential_id text, object_id text, request_id text,
       address text, result text, count integer, details jsonb, previous_id uuid, previous_hash text, hash text)`,
    [db.tenantId, JSON.stringify(entries)],
  );
}

interface EntryRow extends Omit<Entry, 'at'>, Record<string, unknown> {
  readonly at: Date;
}

const day = 24 * 60 * 60_000;

/** An entry's id is of the moment it was sealed, never much before it happened: partitions before that are not read. */
export function idFloor(after: string): string {
  return firstIdOf(new Date(new Date(after).getTime() - day));
}

export const auditEntries = defineList<EntryRow>({
  name: 'audit',
  from: 'auth.audit_entries',
  columns,
  counted: [],
  reach: 'tenant',
  filters: {
    created_after: {
      ...createdAfter,
      where:
        (after) =>
        ({ bind }) =>
          `at >= ${bind(after)} AND id >= ${bind(idFloor(after))}`,
    },
    created_before: {
      ...createdBefore,
      where:
        (before) =>
        ({ bind }) =>
          `at < ${bind(before)}`,
    },
    actor_id: anyOf('Ids of the actors'),
    action: anyOf('Actions'),
    object_id: anyOf('Ids of the objects'),
    result: anyOf('done, or error codes'),
    q: {
      schema: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Text in action, route, object, request id or details',
      }),
      where:
        (text) =>
        ({ bind }) =>
          `position(lower(${bind(text)}) IN lower(concat_ws(' ', action, route, object_id, request_id, details))) > 0`,
    },
  },
});

/** `rest` follows the tenant's filter: further conditions, order, limit. */
export async function selectEntries(
  db: TenantDb,
  rest: string,
  values: readonly unknown[] = [],
): Promise<readonly Entry[]> {
  const rows = await db.query<EntryRow>(
    `SELECT ${columns} FROM auth.audit_entries WHERE ${tenantFilter()} ${rest}`,
    values,
  );
  return rows.map(entryOf);
}

export function entryOf({ at, ...row }: EntryRow): Entry {
  return { ...row, at: at.toISOString() };
}

/** Along the chain: ids grow with the numbers. */
export function entriesAfter(db: TenantDb, id: string | undefined, most: number): Promise<readonly Entry[]> {
  return id === undefined
    ? selectEntries(db, 'ORDER BY id LIMIT $1', [most])
    : selectEntries(db, 'AND id > $1 ORDER BY id LIMIT $2', [id, most]);
}

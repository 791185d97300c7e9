import { limitDefault, limitMaximum } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import type { Handle, TenantDb } from '../db/database.ts';
import { tenantFilter } from '../db/tenant-filter.ts';
import type { Cursors } from './cursor.ts';
import { refuse } from './refusal.ts';

/** Pages of a list, newest first, by keyset on `id`: the cost of a page does not grow with the list. */

/** The query parameters every list takes. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      description: `items a page, ${limitDefault} by default; above ${limitMaximum} is taken as ${limitMaximum}`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before' })),
};

export interface PageRequest {
  readonly limit: number;
  readonly afterId: string | undefined;
  readonly binding: string;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate?: boolean;
}

export type Filters = Readonly<Record<string, readonly string[] | undefined>>;

/** A filter takes several values, comma = or. */
export function valuesOf(parameter: string | undefined): readonly string[] | undefined {
  return parameter?.split(',').map((value) => value.trim());
}

export function pageRequest(
  list: string,
  tenantId: string,
  query: { readonly limit?: number; readonly cursor?: string },
  filters: Filters,
  cursors: Cursors,
): PageRequest {
  const { limit = limitDefault, cursor } = query;
  if (limit < 1) refuse('invalid_request', { message: `limit is ${limit}; it must be at least 1` });
  const binding = JSON.stringify([list, tenantId, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return {
    limit: Math.min(limit, limitMaximum),
    afterId: cursor === undefined ? undefined : cursors.read(binding, cursor),
    binding,
  };
}

/** The `WHERE` of one page: tenant, keyset, and the filters given; values are collected as they are named. */
export function pageWhere(page: PageRequest, filters: Filters, values: unknown[]): string {
  const conditions = [tenantFilter()];
  if (page.afterId !== undefined) conditions.push(`id < $${values.push(page.afterId)}`);
  for (const [column, wanted] of Object.entries(filters)) {
    if (wanted !== undefined) conditions.push(`${column} = ANY($${values.push(wanted)})`);
  }
  // One row more than the page tells whether there is a next one.
  return `WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${page.limit + 1}`;
}

export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  page: PageRequest,
  total: Pick<Page<Row>, 'total' | 'total_is_estimate'>,
  cursors: Cursors,
): Page<Row> {
  const data = rows.slice(0, page.limit);
  const last = data.at(-1);
  const more = rows.length > page.limit && last !== undefined;
  return { data, next_cursor: more ? cursors.write(page.binding, last.id) : null, ...total };
}

/** Exact total of a list under its counted filters, read from its counters. `columns` is their declared order. */
export async function countedTotal(
  db: TenantDb,
  schema: string,
  list: string,
  columns: readonly string[],
  filters: Filters,
): Promise<{ readonly total: number }> {
  const values: unknown[] = [list];
  const conditions = columns.flatMap((column, index) => {
    const wanted = filters[column];
    return wanted === undefined ? [] : [`split_part(key, chr(31), ${index + 1}) = ANY($${values.push(wanted)})`];
  });
  const where = [tenantFilter(), 'list = $1', ...conditions].join(' AND ');
  const [row] = await db.query<{ total: number }>(
    `SELECT coalesce(sum(n), 0)::bigint AS total FROM ${schema}.counters WHERE ${where}`,
    values,
  );
  return { total: row?.total ?? 0 };
}

const mostCounted = 10_000;

/** Total under filters that are not counted: exact up to a bound, and said to be an estimate beyond it. */
export async function boundedTotal(
  db: Handle,
  fromWhere: string,
  values: readonly unknown[],
): Promise<Pick<Page<never>, 'total' | 'total_is_estimate'>> {
  const sql = `SELECT count(*) AS total FROM (SELECT 1 ${fromWhere} LIMIT ${mostCounted + 1}) AS bounded`;
  const [row] = await db.query<{ total: number }>(sql, values);
  const total = row?.total ?? 0;
  return total > mostCounted ? { total: mostCounted, total_is_estimate: true } : { total };
}

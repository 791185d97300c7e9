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

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

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
  query: PageQuery,
  filters: Filters,
  cursors: Cursors,
): PageRequest {
  const { cursor } = query;
  const binding = bindingOf(list, tenantId, filters);
  return {
    limit: limitOf(query),
    afterId: cursor === undefined ? undefined : cursors.read(binding, cursor).id,
    binding,
  };
}

export function limitOf({ limit = limitDefault }: PageQuery): number {
  if (limit < 1) refuse('invalid_request', { message: `limit is ${limit}; it must be at least 1` });
  return Math.min(limit, limitMaximum);
}

/** A cursor of one list, tenant, choice of filters and order is none of another. */
export function bindingOf(list: string, tenantId: string, filters: Filters, sort?: string): string {
  const given = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([list, tenantId, given, ...(sort === undefined ? [] : [sort])]);
}

/** The filters given, as conditions; values are collected as they are named. */
export function filterConditions(filters: Filters, values: unknown[]): readonly string[] {
  return Object.entries(filters).flatMap(([column, wanted]) => {
    if (wanted === undefined) return [];
    // One value alone lets an index that begins with it give its order too.
    const [only] = wanted;
    return wanted.length === 1 ? [`${column} = $${values.push(only)}`] : [`${column} = ANY($${values.push(wanted)})`];
  });
}

/** The `WHERE` of one page: tenant, keyset, and the filters given; values are collected as they are named. */
export function pageWhere(page: PageRequest, filters: Filters, values: unknown[]): string {
  const conditions = [tenantFilter()];
  if (page.afterId !== undefined) conditions.push(`id < $${values.push(page.afterId)}`);
  conditions.push(...filterConditions(filters, values));
  // One row more than the page tells whether there is a next one.
  return `WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${page.limit + 1}`;
}

export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  page: PageRequest,
  total: Total,
  cursors: Cursors,
): Page<Row> {
  return pageUpTo(rows, page.limit, total, ({ id }) => cursors.write(page.binding, id));
}

export type Total = Pick<Page<never>, 'total' | 'total_is_estimate'>;

export function pageUpTo<Row>(
  rows: readonly Row[],
  limit: number,
  total: Total,
  cursorAfter: (last: Row) => string,
): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data, next_cursor: more ? cursorAfter(last) : null, ...total };
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
export async function boundedTotal(db: Handle, fromWhere: string, values: readonly unknown[]): Promise<Total> {
  const sql = `SELECT count(*) AS total FROM (SELECT 1 ${fromWhere} LIMIT ${mostCounted + 1}) AS bounded`;
  const [row] = await db.query<{ total: number }>(sql, values);
  const total = row?.total ?? 0;
  return total > mostCounted ? { total: mostCounted, total_is_estimate: true } : { total };
}

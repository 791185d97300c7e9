import { limitDefault, limitMaximum, oneOf } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import type { Cursors, SortValue } from '../http/cursor.ts';
import { refuse } from '../http/refusal.ts';

/** The query parameters every list takes. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      description: `Items per page, ${limitDefault} by default; values above ${limitMaximum} are treated as ${limitMaximum}`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page' })),
};

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate?: boolean;
}

export type Total = Pick<Page<never>, 'total' | 'total_is_estimate'>;

/** An order that a list offers. It needs an index on the tenant, these columns and the id. */
export type Sort =
  | { readonly columns: readonly [string, ...string[]]; readonly nullable?: false }
  /** Rows without a value come last, in both directions. */
  | { readonly columns: readonly [string]; readonly nullable: true };

export type Sorts = Readonly<Record<string, Sort>>;

/** The query parameter of a list that can be sorted. */
export function sortParameter(sorts: Sorts, note?: string) {
  const words = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);
  const description = `Newest first by default; a leading - sorts in descending order${note === undefined ? '' : `; ${note}`}`;
  return { sort: Type.Optional(oneOf(words, description)) };
}

export function limitOf({ limit = limitDefault }: PageQuery): number {
  if (limit < 1) refuse('invalid_request', { message: `limit is ${limit}; it must be at least 1.` });
  return Math.min(limit, limitMaximum);
}

/** What a cursor is bound to: one of one list, tenant, order, choice of filters and role limits is none of another. */
export function bindingOf(list: string, tenantId: string, given: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, tenantId, entries.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** `rows` has one more than the page where there is a next one. */
export function pageUpTo<Row extends { readonly id: string }>(
  rows: readonly Row[],
  {
    limit,
    binding,
    columns = [],
  }: { readonly limit: number; readonly binding: string; readonly columns?: readonly string[] },
  total: Total,
  cursors: Cursors,
): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data, next_cursor: more ? cursors.write(binding, last.id, valuesIn(last, columns)) : null, ...total };
}

function valuesIn(row: object, columns: readonly string[]): readonly SortValue[] {
  return columns.map((column) => {
    const value: unknown = Reflect.get(row, column);
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    // A Date, for one, has lost what PostgreSQL knows below the millisecond: rows would be skipped.
    throw new Error(`a list is sorted by ${column}, but its rows have neither text nor a number there`);
  });
}

/** A page of a list that is not in the database: `rows` are all of it, in its order. */
export function pageInMemory<Row extends { readonly id: string }>(
  list: string,
  tenantId: string,
  query: PageQuery,
  rows: readonly Row[],
  cursors: Cursors,
): Page<Row> {
  const { cursor } = query;
  const [limit, binding] = [limitOf(query), bindingOf(list, tenantId, {})];
  const afterId = cursor === undefined ? undefined : cursors.read(binding, cursor).id;
  const start = afterId === undefined ? 0 : rows.findIndex(({ id }) => id < afterId);
  return pageUpTo(
    start < 0 ? [] : rows.slice(start, start + limit + 1),
    { limit, binding },
    { total: rows.length },
    cursors,
  );
}

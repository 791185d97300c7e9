import { oneOf } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import type { Cursors, Place, SortValue } from './cursor.ts';
import { bindingOf, type Filters, limitOf, type Page, type PageQuery, pageUpTo, type Total } from './page.ts';

/**
 * Pages of a list in an order that the caller chooses, by keyset on the sorted columns and then `id`: the cost of a
 * page does not grow with the list, and no row comes twice.
 */

/** An order that a list offers. It needs an index on the tenant, these columns and the id. */
export type Sort =
  | { readonly columns: readonly [string, ...string[]]; readonly nullable?: false }
  /** Rows without a value come last, in both directions. */
  | { readonly columns: readonly [string]; readonly nullable: true };

export type Sorts<Name extends string> = Readonly<Record<Name, Sort>>;
type Direction<Name extends string> = Name | `-${Name}`;

/** The query parameter of a list that can be sorted. */
export function sortParameter<Name extends string>(sorts: Sorts<Name>, more?: string) {
  const names = Object.keys(sorts) as Name[];
  const words = names.flatMap((name): Direction<Name>[] => [name, `-${name}`]);
  const description = `newest first without it; with - in front from the greatest down${more === undefined ? '' : `; ${more}`}`;
  return { sort: Type.Optional(oneOf(words, description)) };
}

/** Not a `PageRequest`: what selects by id alone would not heed the order. */
export interface SortedPage {
  readonly limit: number;
  readonly binding: string;
  readonly sort: Sort | undefined;
  readonly descending: boolean;
  readonly after: Place | undefined;
}

export function sortedPage<Name extends string>(
  list: { readonly name: string; readonly sorts: Sorts<Name> },
  tenantId: string,
  query: PageQuery & { readonly sort?: Direction<Name> },
  filters: Filters,
  cursors: Cursors,
): SortedPage {
  const { cursor, sort } = query;
  const binding = bindingOf(list.name, tenantId, filters, sort);
  return {
    limit: limitOf(query),
    binding,
    sort: sort === undefined ? undefined : list.sorts[nameIn<Name>(sort)],
    descending: sort === undefined || sort.startsWith('-'),
    after: cursor === undefined ? undefined : cursors.read(binding, cursor),
  };
}

function nameIn<Name extends string>(sort: Direction<Name>): Name {
  return (sort.startsWith('-') ? sort.slice(1) : sort) as Name;
}

/** The statement of one page. `select` is `SELECT … FROM …` with the sorted columns and the id in it. */
export function sortedSelect(
  select: string,
  conditions: readonly string[],
  { limit, sort, descending, after }: SortedPage,
  values: unknown[],
): string {
  const [direction, past] = descending ? ['DESC', '<'] : ['ASC', '>'];
  const keys = [...(sort?.columns ?? []), 'id'];
  // One row more than the page tells whether there is a next one.
  const end = `LIMIT ${limit + 1}`;
  const rows = (...more: readonly string[]) =>
    `${select} WHERE ${[...conditions, ...more].join(' AND ')} ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')} ${end}`;
  const beyond = (columns: readonly string[], place: readonly SortValue[]) =>
    `(${columns.join(', ')}) ${past} (${place.map((value) => `$${values.push(value)}`).join(', ')})`;

  if (sort?.nullable !== true) return after === undefined ? rows() : rows(beyond(keys, [...after.values, after.id]));

  const [column] = sort.columns;
  const without = `${column} IS NULL`;
  if (after?.values[0] === null) return rows(without, beyond(['id'], [after.id]));
  // An index has its NULLs at one end only, so each part is read from it by itself.
  const having = after === undefined ? `${column} IS NOT NULL` : beyond(keys, [...after.values, after.id]);
  return `SELECT * FROM ((${rows(having)}) UNION ALL (${rows(without)})) AS both_parts
    ORDER BY ${column} ${direction} NULLS LAST, id ${direction} ${end}`;
}

export function sortedPageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  page: SortedPage,
  total: Total,
  cursors: Cursors,
): Page<Row> {
  const columns = page.sort?.columns ?? [];
  return pageUpTo(rows, page.limit, total, (last) => cursors.write(page.binding, last.id, valuesIn(last, columns)));
}

function valuesIn(row: object, columns: readonly string[]): readonly SortValue[] {
  return columns.map((column) => {
    const value: unknown = Reflect.get(row, column);
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    // A Date, for one, has lost what PostgreSQL knows below the millisecond: rows would be skipped.
    throw new Error(`a list is sorted by ${column}, and its rows hold neither text nor a number there`);
  });
}

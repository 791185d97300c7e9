import { uuidPattern } from '@wheelhouse/contracts';
import {
  boundedTotal,
  countedTotal,
  type Cursors,
  filterConditions,
  type Filters,
  type Page,
  type SortedPage,
  sortedPageOf,
  sortedSelect,
  type Sorts,
  type TenantDb,
  tenantFilter,
  type Total,
  valuesOf,
} from '@wheelhouse/kit';
import { Type } from 'typebox';

/** What the lists of clusters' things have in common. */
interface List<Name extends string = string> {
  /** Of its table and of its counters. */
  readonly name: string;
  /** In the order of the counters. */
  readonly counted: readonly string[];
  readonly sorts: Sorts<Name>;
}

/** Which rows of a list are asked for. */
export interface Wanted {
  readonly filters: Filters;
  /** Conditions of another kind; each names its values. */
  readonly also: readonly Condition[];
}
type Condition = (values: unknown[]) => string;

const uuid = uuidPattern.slice(1, -1);

/** A filter by clusters. Only ids pass, because anything else is no id to the database either. */
export const clusterIds = Type.Optional(
  Type.String({ pattern: `^${uuid}(,${uuid})*$`, description: 'of these clusters; comma = or' }),
);

export function filter(description: string) {
  return Type.Optional(Type.String({ maxLength: 1_000, description: `${description}; comma = or` }));
}

export const nameBegins = Type.Optional(
  Type.String({ minLength: 1, maxLength: 253, description: 'how the name begins' }),
);

export function clusterValues(parameter: string | undefined): readonly string[] | undefined {
  return valuesOf(parameter?.toLowerCase());
}

/** As bounds and not as a pattern: those an index knows. Names are compared byte by byte, and nothing is beyond that last character. */
export function named(begin: string | undefined): readonly Condition[] {
  if (begin === undefined) return [];
  return [(values) => `name >= $${values.push(begin)} AND name < $${values.push(`${begin}\u{10FFFF}`)}`];
}

/** A page of a list with its total. */
export async function pageFrom<Row extends Record<string, unknown> & { readonly id: string }>(
  db: TenantDb,
  { list, columns }: { readonly list: List; readonly columns: string },
  wanted: Wanted,
  page: SortedPage,
  cursors: Cursors,
): Promise<Page<Row>> {
  const values: unknown[] = [];
  const sql = sortedSelect(
    `SELECT ${columns} FROM k8s_monitor.${list.name}`,
    conditionsOf(wanted, values),
    page,
    values,
  );
  const [rows, total] = await Promise.all([db.query<Row>(sql, values), totalOf(db, list, wanted)]);
  return sortedPageOf(rows, page, total, cursors);
}

function conditionsOf({ filters, also }: Wanted, values: unknown[]): readonly string[] {
  return [tenantFilter(), ...filterConditions(filters, values), ...also.map((condition) => condition(values))];
}

/** From the counters where everything asked for is counted. */
function totalOf(db: TenantDb, { name, counted }: List, wanted: Wanted): Promise<Total> {
  const given = Object.entries(wanted.filters).filter(([, values]) => values !== undefined);
  if (wanted.also.length === 0 && given.every(([column]) => counted.includes(column)))
    return countedTotal(db, 'k8s_monitor', name, counted, wanted.filters);
  const values: unknown[] = [];
  return boundedTotal(db, `FROM k8s_monitor.${name} WHERE ${conditionsOf(wanted, values).join(' AND ')}`, values);
}

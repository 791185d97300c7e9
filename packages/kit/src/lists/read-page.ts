import type { TenantDb } from '../db/database.ts';
import { tenantFilter } from '../db/tenant-filter.ts';
import type { Cursors, Place, SortValue } from '../http/cursor.ts';
import type { Limits } from '../http/reach.ts';
import { type Condition, type Sql, type Where, whereOf } from './filters.ts';
import type { Given, List, ListDeclaration, ListReach, ListRow, ListPart } from './list.ts';
import { bindingOf, limitOf, type Page, type PageQuery, pageUpTo, type Sort, type Total } from './page.ts';
import { boundedTotal, countedTotal } from './total.ts';

/** One request for a page. */
export interface Asked {
  readonly query: PageQuery & { readonly sort?: string };
  /** Of the caller's role; undefined is the whole tenant. */
  readonly limits: Limits | undefined;
  /** Values its columns must have besides: what the list is a list of. */
  readonly within?: Readonly<Record<string, string>>;
  /** Conditions that a cursor need not be bound to. */
  readonly also?: readonly Where[];
}

export async function readPage<Row extends ListRow>(
  db: TenantDb,
  list: List<Row>,
  { query, limits, within = {}, also = [] }: Asked,
  cursors: Cursors,
): Promise<Page<Row>> {
  const { defaults = (all: Given) => all, filters = {} } = list;
  const { limit: _limit, cursor, sort: order, ...rest } = query;
  const asked = Object.entries(rest).filter(([, value]) => value !== undefined);
  const given = defaults(Object.fromEntries(asked.map(([name, value]) => [name, String(value)])));
  // Names that no filter has.
  const besides = { '(within)': within, '(sort)': order, '(limits)': limits };
  const binding = bindingOf(list.name, db.tenantId, { ...given, ...besides });
  const page: PageAsked = {
    limit: limitOf(query),
    sort: order === undefined ? undefined : list.sorts?.[order.replace(/^-/, '')],
    descending: order === undefined || order.startsWith('-'),
    after: cursor === undefined ? undefined : cursors.read(binding, cursor),
  };
  const conditions: readonly Condition[] = [
    ...Object.entries(within).map(([column, value]) => ({ column, values: [value] })),
    ...Object.entries(filters).flatMap(([name, { where }]) => {
      const value = given[name];
      return value === undefined ? [] : (where(value, name) ?? []);
    }),
    ...limitedTo(list.reach, limits),
    ...also,
  ];
  const parts = list.parts?.(given) ?? [{ from: list.from, columns: list.columns }];
  const [rows, total] = await Promise.all([
    selectRows<Row>(db, list, parts, conditions, page),
    totalOf(db, list, parts, conditions),
  ]);
  return pageUpTo(rows, { limit: page.limit, binding, columns: page.sort?.columns ?? [] }, total, cursors);
}

/** Of a statement of its own, with its values. */
export function conditionsOf(
  list: ListDeclaration,
  { within, limits }: Required<Pick<Asked, 'within' | 'limits'>>,
): { readonly conditions: readonly string[]; readonly values: readonly unknown[] } {
  const { sql, values } = statement(list);
  const equal = Object.entries(within).map(([column, value]) => ({ column, values: [value] }));
  const narrowed = [...equal, ...limitedTo(list.reach, limits)].map((condition) => whereOf(condition)(sql));
  return { conditions: [...alwaysOf(list), ...narrowed], values };
}

function limitedTo(reach: ListReach, limits: Limits | undefined): readonly Condition[] {
  if (limits === undefined || typeof reach === 'string') return [];
  if ('within' in reach) return [reach.within(limits)];
  const { clusterIds, cloudspaceIds } = limits;
  if (!('cloudspace' in reach)) return [{ column: reach.cluster, values: clusterIds ?? [] }];
  return [
    ...(clusterIds === undefined ? [] : [{ column: reach.cluster, values: clusterIds }]),
    ...(cloudspaceIds === undefined ? [] : [{ column: reach.cloudspace, values: cloudspaceIds }]),
  ];
}

interface PageAsked {
  readonly limit: number;
  readonly sort: Sort | undefined;
  readonly descending: boolean;
  readonly after: Place | undefined;
}

function selectRows<Row extends ListRow>(
  db: TenantDb,
  list: ListDeclaration,
  parts: readonly ListPart[],
  conditions: readonly Condition[],
  { limit, sort, descending, after }: PageAsked,
): Promise<readonly Row[]> {
  if (parts.length === 0) return Promise.resolve([]);
  const { sql, values } = statement(list);
  const [direction, past] = descending ? ['DESC', '<'] : ['ASC', '>'];
  const keys = [...(sort?.columns ?? []), 'id'];
  // One row more than the page tells whether there is a next one.
  const end = `LIMIT ${limit + 1}`;
  const shared = [...alwaysOf(list), ...conditions.map((condition) => whereOf(condition)(sql))];
  const rows = ({ from, columns, only }: ListPart, ...more: readonly string[]) =>
    `SELECT ${columns} FROM ${from} WHERE ${[...(only === undefined ? [] : [only]), ...shared, ...more].join(' AND ')}
     ORDER BY ${keys.map((key) => `${sql.column(key)} ${direction}`).join(', ')} ${end}`;
  const beyond = (columns: readonly string[], place: readonly SortValue[]) =>
    `(${columns.map((key) => sql.column(key)).join(', ')}) ${past} (${place.map((value) => sql.bind(value)).join(', ')})`;

  const ranges = rangesOf(sort, after, beyond, keys, sql);
  const statements = parts.flatMap((part) => ranges.map((range) => rows(part, ...range)));
  if (statements.length === 1) return db.query<Row>(statements[0] ?? '', values);
  const nulls = sort?.nullable === true ? ' NULLS LAST' : '';
  const order = keys.map((key) => `${key} ${direction}${key === 'id' ? '' : nulls}`).join(', ');
  const union = statements.map((each) => `(${each})`).join(' UNION ALL ');
  return db.query<Row>(`SELECT * FROM (${union}) AS parts ORDER BY ${order} ${end}`, values);
}

/** The conditions of what comes after a place. An index has its NULLs at one end only, so rows with and without a value are read apart. */
function rangesOf(
  sort: Sort | undefined,
  after: Place | undefined,
  beyond: (columns: readonly string[], place: readonly SortValue[]) => string,
  keys: readonly string[],
  sql: Sql,
): readonly (readonly string[])[] {
  const beyondAll = () => (after === undefined ? [] : [beyond(keys, [...after.values, after.id])]);
  if (sort?.nullable !== true) return [beyondAll()];
  const column = sql.column(sort.columns[0]);
  const without = `${column} IS NULL`;
  if (after?.values[0] === null) return [[without, beyond(['id'], [after.id])]];
  return [after === undefined ? [`${column} IS NOT NULL`] : beyondAll(), [without]];
}

/** From the counters where everything asked for is counted. */
function totalOf(
  db: TenantDb,
  list: ListDeclaration,
  parts: readonly ListPart[],
  conditions: readonly Condition[],
): Promise<Total> {
  if (parts.length === 0) return Promise.resolve({ total: 0 });
  const { name, from, counted } = list;
  const equal = conditions.filter((condition) => typeof condition !== 'function');
  if (
    counted !== undefined &&
    equal.length === conditions.length &&
    equal.every(({ column }) => counted.includes(column))
  )
    return countedTotal(db, from.split('.')[0] ?? '', name, counted, equal);
  const { sql, values } = statement(list);
  const shared = [...alwaysOf(list), ...conditions.map((condition) => whereOf(condition)(sql))];
  const wheres = parts.map(
    ({ from: table, only }) =>
      `FROM ${table} WHERE ${[...(only === undefined ? [] : [only]), ...shared].join(' AND ')}`,
  );
  return boundedTotal(db, wheres, values);
}

function alwaysOf({ alias, aboveTenants, only }: ListDeclaration): readonly string[] {
  return [aboveTenants === true ? 'true' : tenantFilter(alias), ...(only === undefined ? [] : [only])];
}

function statement({ alias }: ListDeclaration): { readonly sql: Sql; readonly values: unknown[] } {
  const values: unknown[] = [];
  const column = (name: string) => (alias === undefined ? name : `${alias}.${name}`);
  return { values, sql: { bind: (value) => `$${values.push(value)}`, column } };
}

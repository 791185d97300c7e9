import { closed } from '@wheelhouse/contracts';
import { type TObject, type TSchema, Type } from 'typebox';
import type { Limits, RouteReach } from '../http/reach.ts';
import type { Filter, Where } from './filters.ts';
import { pageParameters, sortParameter, type Sorts } from './page.ts';

/**
 * A list of rows in one declaration: from it follow the query parameters, what its cursors are bound to, the
 * statement of a page, the total, and what a limited role sees. Pages are read by keyset on the sorted columns
 * and then the id, newest first unless sorted: the cost of a page does not grow with the list, and no row comes
 * twice.
 */
export interface ListDeclaration {
  /** Of its cursors and of its counters. */
  readonly name: string;
  /** `schema.table`, with an alias and joins if need be. */
  readonly from: string;
  /** The alias of the table whose rows are listed. */
  readonly alias?: string;
  readonly columns: string;
  /** The table stands above tenants: whoever lists it says who may. */
  readonly aboveTenants?: true;
  /** The columns the table's counters were told (kit.counted), in their order; none for a mere number of rows. */
  readonly counted?: readonly string[];
  readonly sorts?: Sorts;
  /** More on the orders, for people. */
  readonly sortNote?: string;
  readonly reach: ListReach;
  readonly filters?: Readonly<Record<string, Filter>>;
  /** What is asked for where a caller does not say. */
  readonly defaults?: (given: Given) => Given;
  /** Rows that are never listed. */
  readonly only?: string;
  /** In place of `from` and `columns`, where rows lie in several tables or each value of a filter has its own index. */
  readonly parts?: (given: Given) => readonly ListPart[];
}

/** What a limited role sees of a list. */
export type ListReach =
  | Exclude<RouteReach, 'cluster' | 'cloudspace'>
  /** Rows of its clusters, by this column. */
  | { readonly cluster: string }
  /** Rows of its clusters and, of a role limited to CloudSpaces, only those in one of them. */
  | { readonly cluster: string; readonly cloudspace: string }
  | { readonly within: (limits: Limits) => Where };

export interface ListPart {
  readonly from: string;
  readonly columns: string;
  readonly only?: string;
}

/** The parameters of a request that are filters. */
export type Given = Readonly<Record<string, string | undefined>>;

export interface List<Row extends ListRow> extends ListDeclaration {
  readonly query: TObject;
  readonly routeReach: RouteReach;
  /** Never there; a list knows its rows by it. */
  readonly row?: Row;
}

export type ListRow = Record<string, unknown> & { readonly id: string };

export function defineList<Row extends ListRow>(declaration: ListDeclaration): List<Row> {
  const { filters = {}, sorts, sortNote, reach } = declaration;
  const parameters: Record<string, TSchema> = {};
  for (const [name, { schema, required }] of Object.entries(filters))
    parameters[name] = required === true ? schema : Type.Optional(schema);
  return {
    ...declaration,
    routeReach: routeReachOf(reach),
    query: closed({
      ...pageParameters,
      ...parameters,
      ...(sorts === undefined ? {} : sortParameter(sorts, sortNote)),
    }),
  };
}

function routeReachOf(reach: ListReach): RouteReach {
  if (typeof reach === 'string') return reach;
  return 'cluster' in reach && !('cloudspace' in reach) ? 'cluster' : 'cloudspace';
}

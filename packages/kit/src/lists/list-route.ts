import { type Access, type ErrorCode, listEnvelope } from '@wheelhouse/contracts';
import { type Static, type TObject, type TSchema } from 'typebox';
import type { TenantDb } from '../db/database.ts';
import type { ModuleContext } from '../module.ts';
import { defineRoute, type Route, type RouteInput } from '../http/route.ts';
import type { Where } from './filters.ts';
import type { List, ListRow } from './list.ts';
import type { PageQuery } from './page.ts';
import { readPage } from './read-page.ts';

type ListInput<Params> = RouteInput<Params, PageQuery & Readonly<Record<string, unknown>>, never>;

interface ListRouteDeclaration<Row extends ListRow, P extends TObject> {
  readonly url: string;
  readonly access: Access;
  /** Those that may list for a tenant, too. */
  readonly modules?: readonly string[];
  readonly summary: string;
  readonly operation?: string;
  readonly params?: P;
  readonly errors?: readonly ErrorCode[];
  readonly item: TSchema;
  /** Rows as callers see them. */
  readonly shown: (
    rows: readonly Row[],
    db: TenantDb,
    input: ListInput<Static<P>>,
  ) => readonly object[] | Promise<readonly object[]>;
  /** Refuses whoever may not list, and says what the list is a list of: values its columns must have. */
  readonly within?: (db: TenantDb, input: ListInput<Static<P>>) => Promise<Readonly<Record<string, string>>>;
  /** Conditions that change by themselves, such as what has not expired yet. */
  readonly also?: (input: ListInput<Static<P>>) => readonly Where[];
}

/** The GET of a list. */
export function listRoute<Row extends ListRow, P extends TObject = TObject>(
  { cursors }: Pick<ModuleContext, 'cursors'>,
  list: List<Row>,
  { item, shown, within, also, ...route }: ListRouteDeclaration<Row, P>,
): Route {
  return defineRoute({
    ...route,
    method: 'GET',
    query: list.query,
    reach: list.routeReach,
    response: listEnvelope(item),
    handler: async (input) => {
      // Its query is what the list declares.
      const asked = input as unknown as ListInput<Static<P>>;
      const { query, reach, read } = asked;
      return read(async (db) => {
        const values = await within?.(db, asked);
        const page = await readPage(
          db,
          list,
          {
            query,
            limits: reach.limits(),
            ...(values === undefined ? {} : { within: values }),
            also: also?.(asked) ?? [],
          },
          cursors,
        );
        return { body: { ...page, data: await shown(page.data, db, asked) } };
      });
    },
  });
}

import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Page } from '@wheelhouse/sdk';
import { useCallback } from 'react';
import type { Filter, Search } from './filter.tsx';
import { type ListSearch, useListSearch } from './use-list-search.ts';

type Pages<Row> = InfiniteData<Page<Row>>;
/** What `listing` answers. */
type Listing<Item> = UseInfiniteQueryOptions<Page<Item>, Error, Pages<Item>, QueryKey, string> & {
  readonly initialPageParam: string;
};

interface Wanted<Item, Name extends string, Sort extends string> {
  readonly filters?: readonly Filter<Name>[];
  /** The orders that the address may ask for; the first unless it does. */
  readonly sorts?: readonly Sort[];
  readonly ask: (search: Search<Name>, sort: Sort | undefined) => Listing<Item>;
  /** Read anew this often while somebody looks; never without it. */
  readonly everyMs?: number;
}

export interface ApiList<Row> extends ListSearch<string> {
  readonly query: UseInfiniteQueryResult<Pages<Row>>;
  readonly queryKey: QueryKey;
  readonly filters: readonly Filter<string>[];
  /** Nothing there, and not because of a filter. */
  readonly isBare: boolean;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/**
 * A list of the API with its filters and its order in the address. `rowOf` adds what the page knows besides; it stays
 * the same function while it answers the same, so that no row is drawn again for nothing.
 */
export function useApiList<Item, Name extends string = never, Sort extends string = never>(
  wanted: Wanted<Item, Name, Sort>,
): ApiList<Item>;
export function useApiList<Item, Row, Name extends string = never, Sort extends string = never>(
  wanted: Wanted<Item, Name, Sort>,
  rowOf: (item: Item) => Row,
): ApiList<Row>;
export function useApiList<Item, Name extends string, Sort extends string>(
  { filters = [], sorts = [], ask, everyMs }: Wanted<Item, Name, Sort>,
  rowOf?: (item: Item) => unknown,
): ApiList<unknown> {
  const found = useListSearch(filters);
  const { sort: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sort = sorts.find((known) => known === asked) ?? sorts[0];
  const onSort = useCallback(
    (next: string | undefined) => void navigate({ to: '.', search: (old) => ({ ...old, sort: next }), replace: true }),
    [navigate],
  );
  const listing = ask(found.search, sort);
  const select = useCallback(
    ({ pages, pageParams }: Pages<Item>): Pages<unknown> => ({
      pages: rowOf === undefined ? pages : pages.map((page) => ({ ...page, data: page.data.map(rowOf) })),
      pageParams,
    }),
    [rowOf],
  );
  const query = useInfiniteQuery({
    ...listing,
    select,
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
  return {
    ...found,
    query,
    queryKey: listing.queryKey,
    filters,
    isBare: query.data?.pages[0]?.total === 0 && !found.isFiltered,
    sort,
    onSort: sorts.length === 0 ? undefined : onSort,
  };
}

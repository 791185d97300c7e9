import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Arguments, Given, ItemOf, ListPaths, OperationAt, Page, Paths, PathsWith } from '@wheelhouse/sdk';
import { client } from './client.ts';

type GetPath = PathsWith<Paths, 'GET'>;
type GetOperation<Path extends GetPath> = OperationAt<Paths, 'GET', Path>;
type DataOf<Path extends GetPath> =
  GetOperation<Path> extends { readonly answers: infer ByStatus } ? ByStatus[keyof ByStatus] : never;
type ListPath = ListPaths<Paths>;
type ListOperation<Path extends ListPath> = OperationAt<Paths, 'GET', Path>;

/** The key begins with the path, so that a change can name what it makes old. */
export const keyOf = (path: keyof Paths, options: unknown = {}): QueryKey => [path, options];

/** One GET, as a query: `useQuery(reading('/auth/api/v1/me'))`. */
export function reading<Path extends GetPath>(path: Path, ...[options]: Arguments<Given<GetOperation<Path>>>) {
  return queryOptions({
    queryKey: keyOf(path, options),
    queryFn: ({ signal }) => dataAt<DataOf<Path>>(path, { ...options, signal }),
  });
}

/** A list of the API, page by page: `useInfiniteQuery(listing('/auth/api/v1/tokens'))`. */
export function listing<Path extends ListPath>(path: Path, ...[options]: Arguments<Given<ListOperation<Path>>>) {
  return infiniteQueryOptions({
    queryKey: keyOf(path, options),
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      const given: { readonly query?: object } = { ...options };
      const query = { ...given.query, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return dataAt<Page<ItemOf<ListOperation<Path>>>>(path, { ...given, query, signal });
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** The client's types are by literal path; here the path is a type parameter, and the caller's types stand in. */
async function dataAt<Data>(path: string, options: object): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- said by the two functions above, from the same table
  const answer = (await client.get(path as never, options)) as { readonly data: Data };
  return answer.data;
}

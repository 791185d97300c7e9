import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@wheelhouse/sdk';
import { meQuery } from '../../../api/session.ts';
import { type User, users } from '../users/paths.ts';

export type NameOf = (who: { readonly id: string | null }) => string | undefined;

/** People by name, as far as this page knows them already: nothing is asked for it. */
export function useNamesKnown(): NameOf {
  const { data: me } = useQuery(meQuery);
  const lists = useQueryClient().getQueriesData<InfiniteData<Page<User>>>({ queryKey: [users] });
  const known = new Map(
    lists.flatMap(([, list]) => list?.pages?.flatMap(({ data }) => data.map(({ id, email }) => [id, email])) ?? []),
  );
  return ({ id }) => (id === null ? undefined : id === me?.id ? 'you' : known.get(id));
}

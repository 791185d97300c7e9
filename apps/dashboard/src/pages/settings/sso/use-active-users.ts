import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listing } from '../../../api/reading.ts';

/** As many as one page holds: enough to say whom a rule concerns. */
export function useActiveUsers() {
  const { data, error } = useInfiniteQuery(listing('/auth/api/v1/users', { query: { state: 'active', limit: 200 } }));
  const first = data?.pages[0];
  return useMemo(() => ({ users: first?.data, isAll: first?.next_cursor === null, error }), [first, error]);
}

const most = 5;

/** "ada@…, ben@… and 3 more" */
export function named(people: readonly { readonly email: string }[]): string {
  const names = people.slice(0, most).map(({ email }) => email);
  const left = people.length - names.length;
  return left > 0 ? `${names.join(', ')} and ${left} more` : names.join(', ');
}

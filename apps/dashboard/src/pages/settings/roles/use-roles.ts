import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { listing } from '../../../api/reading.ts';

export type Role = Schemas['auth']['Role'];

export const rolesPath = '/auth/api/v1/roles';

export const rolesQuery = { ...listing(rolesPath, { query: { limit: 200 } }), staleTime: 60_000 };

/** The roles to choose from. */
export function useRoles() {
  const query = useInfiniteQuery(rolesQuery);
  const roles = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  return { query, roles };
}

export const choicesOf = (roles: readonly Role[]) => roles.map(({ id, name }) => ({ value: id, label: name }));

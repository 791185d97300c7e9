import { useQuery } from '@tanstack/react-query';
import type { Scope } from '@wheelhouse/sdk';
import { reading } from './reading.ts';

export const sessionQuery = { ...reading('/auth/api/v1/session'), staleTime: 60_000 };
export const meQuery = { ...reading('/auth/api/v1/me'), staleTime: 60_000 };

/** Whether the person signed in has the scope. What they may not do is shown as such, not hidden. */
export function useMay(scope: Scope): boolean {
  const { data } = useQuery(meQuery);
  return data?.scopes.includes(scope) ?? false;
}

import { useQuery } from '@tanstack/react-query';
import { isApiError, type Scope } from '@wheelhouse/sdk';
import { client } from './client.ts';
import { reading } from './reading.ts';

export const sessionQuery = { ...reading('/auth/api/v1/session'), staleTime: 60_000 };
export const meQuery = { ...reading('/auth/api/v1/me'), staleTime: 60_000 };

let asking: Promise<boolean> | undefined;

/** Asked of the server itself, once for all who want to know. One that does not answer says nothing about it. */
export function sessionIsGone(): Promise<boolean> {
  asking ??= client
    .get('/auth/api/v1/session')
    .then(
      () => false,
      (error: unknown) => isApiError(error) && error.status === 401,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** Whether the person signed in has the scope. What they may not do is shown as such, not hidden. */
export function useMay(scope: Scope): boolean {
  const { data } = useQuery(meQuery);
  return data?.scopes.includes(scope) ?? false;
}

/** Whether they have it for the whole tenant: a role that is limited to certain clusters does not reach what is of all. */
export function useMayEverywhere(scope: Scope): boolean {
  const { data } = useQuery(meQuery);
  return data?.scopes.includes(scope) === true && data.cluster_ids === null && data.cloudspace_ids === null;
}

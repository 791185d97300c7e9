import { queryOptions } from '@tanstack/react-query';
import { isApiError, type Schemas } from '@wheelhouse/sdk';
import { base, client } from '../../../api/client.ts';
import { keyOf, listing } from '../../../api/reading.ts';

export type Connection = Schemas['auth']['Sso'];
export type Domain = Schemas['auth']['SsoDomain'];

export const ssoPath = '/auth/api/v1/sso';
export const domainsPath = '/auth/api/v1/sso/domains';
export const tenantPath = '/auth/api/v1/tenant';

/** With its etag, because it is replaced as a whole. */
export interface Found {
  readonly connection: Connection;
  readonly etag: string | undefined;
}

/** Null: not set up, which is no fault. */
export const ssoQuery = queryOptions({
  queryKey: keyOf(ssoPath),
  queryFn: async ({ signal }): Promise<Found | null> => {
    try {
      const { data: connection, etag } = await client.get(ssoPath, { signal });
      return { connection, etag };
    } catch (error) {
      if (isApiError(error, 'not_found')) return null;
      throw error;
    }
  },
});

export const domainsQuery = listing(domainsPath, { query: { limit: 200 } });

/** Wanted at the provider before there is a connection that could tell it. */
export const redirectUri = `${window.location.origin}${base}/api/auth/sso/callback`;

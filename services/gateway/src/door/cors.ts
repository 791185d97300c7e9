import type { Destination } from '../routes/route-tree.ts';
import type { RequestHeaders } from './request-headers.ts';

const exposed =
  'etag, location, retry-after, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-oauth-scopes, x-accepted-oauth-scopes, idempotency-replayed';

/** A browser asks whether a page of another origin may call. Whether it may, the headers of the answer say. */
export function preflight(origins: ReadonlySet<string>, { origin, requestMethod }: RequestHeaders): boolean {
  return origin !== undefined && requestMethod !== undefined && origins.has(origin);
}

/** Never with credentials: such a page calls with a token that somebody gave it. */
export function addCorsHeaders(head: string[], origins: ReadonlySet<string>, origin: string): void {
  if (origins.size === 0) return;
  head.push('vary', 'origin');
  if (!origins.has(origin)) return;
  head.push('access-control-allow-origin', origin, 'access-control-expose-headers', exposed);
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id, x-request-id, traceparent',
  'access-control-max-age': '600',
};

export const preflightOnly: ReadonlyMap<string, Destination> = new Map([
  [
    'OPTIONS',
    {
      module: 'gateway',
      route: 'preflight',
      row: { method: 'GET', url: '', access: 'public' },
      strip: 0,
      scope: undefined,
      own: ({ answer }) => answer(204, preflightHeaders, ''),
    },
  ],
]);

import { type ErrorCode, errorCatalogue } from '@wheelhouse/contracts';
import type { NamedSchemas } from './openapi-schemas.ts';
import type { Route } from './route.ts';

/** What the kit and the gateway answer alike wherever they are asked; described once, as `default`. */
export const alikeEverywhere = [
  'unauthenticated',
  'token_expired',
  'token_revoked',
  'forbidden',
  'insufficient_scope',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'upstream_error',
  'unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[];

export const everyAnswer = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export const defaultResponse = {
  description: `Errors any endpoint may return: ${alikeEverywhere.join(', ')}`,
  headers: { ...everyAnswer, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  content: errorContent,
};

/** Each status the route can answer by itself, and `default` for the rest. */
export function responsesOf(route: Route, hasEtag: boolean, schemas: NamedSchemas): Readonly<Record<string, object>> {
  const etag = hasEtag && route.method !== 'DELETE' ? { ETag: { $ref: '#/components/headers/ETag' } } : {};
  return {
    [route.status]: {
      description: doneWords[route.status],
      headers: {
        ...everyAnswer,
        ...etag,
        ...(route.status === 303 ? { Location: { $ref: '#/components/headers/Location' } } : {}),
      },
      ...contentOf(route, schemas),
    },
    ...(route.stream ? { 204: { description: 'The stream is complete; do not reconnect', headers: everyAnswer } } : {}),
    ...(hasEtag && route.method === 'GET'
      ? { 304: { description: 'Not modified since the response with this ETag', headers: { ...everyAnswer, ...etag } } }
      : {}),
    ...refusalsOf(route),
    default: { $ref: '#/components/responses/Default' },
  };
}

const doneWords: Readonly<Record<Route['status'], string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; read the object to follow its progress',
  204: 'Done; the response has no body',
  303: 'Continue at the Location header',
};

function contentOf(route: Route, schemas: NamedSchemas): object {
  if (route.status === 204 || route.status === 303) return {};
  if (route.stream) return { content: { 'text/event-stream': { schema: streamText } } };
  const { contentMediaType = 'application/json' } = route.response as { readonly contentMediaType?: string };
  return { content: { [contentMediaType]: { schema: schemas.shown(route.response) } } };
}

const streamText = {
  type: 'string',
  description: 'Server-sent events, each with an id, a name and JSON data; the first is a snapshot',
};

function refusalsOf(route: Route): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `${code}: ${errorCatalogue[code].message}`).join(' '),
          headers: everyAnswer,
          content: errorContent,
          'x-error-codes': codes,
        },
      ]),
  );
}

/** What it says itself, and what follows from what it takes. */
function errorsOf(route: Route): readonly ErrorCode[] {
  const { properties = {}, additionalProperties } = route.query as {
    readonly properties?: object;
    readonly additionalProperties?: boolean;
  };
  const follow: ErrorCode[] = [];
  if (additionalProperties === false) follow.push('unknown_parameter');
  if (Object.keys(properties).length > 0 || route.body !== undefined) follow.push('invalid_request');
  if ('cursor' in properties) follow.push('invalid_cursor');
  if (route.url.includes(':')) follow.push('not_found');
  // Fields of a form are text and none is required by the schema: the route says what it misses.
  if (route.body !== undefined && !route.form) follow.push('validation_failed');
  if (takesIdempotencyKey(route)) {
    follow.push('idempotency_key_reused', 'idempotency_in_progress');
    if (route.secretAnswer) follow.push('already_exists');
  }
  return [...new Set([...follow, ...route.errors])];
}

/** Keys are kept for a caller, so there must be one. */
export function takesIdempotencyKey({ method, access }: Route): boolean {
  return method === 'POST' && access !== 'public';
}

import { errorBody, type ErrorCode, errorCatalogue } from '@wheelhouse/contracts';
import type { TSchema } from 'typebox';
import type { Route } from './route.ts';

/** OpenAPI 3.1 from the routes themselves: every request, response, access and error. */
interface Description {
  readonly title: string;
  readonly version: string;
  readonly prefix: string;
  readonly routes: readonly Route[];
}

export function openApi({ title, version, prefix, routes }: Description): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    if (route.access === 'internal') continue;
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: prefix }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorBody },
    },
  };
}

function operation(route: Route): object {
  const isPublic = route.access === 'public';
  return {
    summary: route.summary,
    operationId: operationId(route),
    'x-access': route.access,
    ...(isPublic ? { security: [] } : {}),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [bodyType(route)]: { schema: route.body } } } }),
    responses: {
      [route.status]: {
        description: 'done',
        ...(route.status === 204 ? {} : { content: { 'application/json': { schema: route.response } } }),
      },
      ...errorResponses(route),
    },
  };
}

function bodyType({ form }: Route): string {
  return form ? 'application/x-www-form-urlencoded' : 'application/json';
}

function operationId({ method, url }: Route): string {
  const words = url.split('/').filter((part) => part !== '' && part !== 'api' && part !== 'v1');
  return [method.toLowerCase(), ...words.map((word) => word.replace(':', 'by-'))].join('-');
}

function parametersOf(
  schema: { readonly properties?: Readonly<Record<string, TSchema>>; readonly required?: readonly string[] },
  place: 'path' | 'query',
) {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

/** What every route may refuse with, by what it takes. */
function errorsOf(route: Route): readonly ErrorCode[] {
  const common: ErrorCode[] = ['rate_limited', 'internal', 'unavailable'];
  if (route.access !== 'public')
    common.push('unauthenticated', 'token_expired', 'token_revoked', 'forbidden', 'insufficient_scope');
  if (Object.keys(route.query.properties ?? {}).length > 0) common.push('invalid_request', 'unknown_parameter');
  if ('cursor' in (route.query.properties ?? {})) common.push('invalid_cursor');
  if (route.body !== undefined)
    common.push('invalid_request', 'validation_failed', 'payload_too_large', 'unsupported_media_type');
  if (route.method === 'POST') common.push('idempotency_key_reused', 'idempotency_in_progress');
  if (route.url.includes(':')) common.push('not_found');
  return [...new Set([...common, ...route.errors])];
}

function errorResponses(route: Route): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

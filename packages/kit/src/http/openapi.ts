import { errorBody } from '@wheelhouse/contracts';
import { operationOf, sharedParameters } from './openapi-operation.ts';
import { defaultResponse } from './openapi-responses.ts';
import { NamedSchemas } from './openapi-schemas.ts';
import { singular, wordsOf } from './operation-name.ts';
import type { Route } from './route.ts';

/** OpenAPI 3.1 from the routes themselves: every request, response, access and error. */
interface Description {
  readonly title: string;
  readonly version: string;
  readonly prefix: string;
  readonly routes: readonly Route[];
  readonly webhooks?: Readonly<Record<string, object>> | undefined;
}

export function openApi({ title, version, prefix, routes, webhooks }: Description): object {
  const open = routes.filter(({ access }) => access !== 'internal');
  const schemas = new NamedSchemas(open);
  const tagOf = tagger(open);
  const changedByEtag = new Set(
    open.filter(({ errors }) => errors.includes('precondition_failed')).map(({ url }) => url),
  );
  const paths: Record<string, Record<string, object>> = {};
  for (const route of open) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    const described = operationOf(route, {
      tag: tagOf(route),
      hasEtag: route.etag || changedByEtag.has(route.url),
      schemas,
    });
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Lists are paged by cursor, all errors have the same body, and a POST repeated with the same Idempotency-Key takes effect once.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: prefix }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [...new Set(open.map(tagOf))].toSorted().map((name) => ({ name, description: tagWords(name, open, tagOf) })),
    paths,
    ...(webhooks === undefined ? {} : { webhooks }),
    components: {
      securitySchemes,
      parameters: namedIn(paths, 'parameters', sharedParameters),
      headers: namedIn([paths, defaultResponse], 'headers', sharedHeaders),
      responses: { Default: defaultResponse },
      schemas: { Error: errorBody, ...schemas.all() },
    },
  };
}

/** Of what can be shared, what is. */
function namedIn(described: object, kind: string, all: Readonly<Record<string, object>>): object {
  const text = JSON.stringify(described);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal access token, or the access token of a service account',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-wh_session',
    description:
      "The session cookie of a signed-in browser; requests that change something also need the header X-Wheelhouse-CSRF and must come from the installation's own origin",
  },
};

const sharedHeaders = {
  RequestId: { description: 'Quote it when reporting a problem', schema: { type: 'string' } },
  RateLimitLimit: {
    description: 'Request budget of the current window for this credential',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'Requests left in the current window', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When the window resets, in unix seconds', schema: { type: 'integer' } },
  RetryAfter: { description: 'Seconds to wait before retrying, where retrying helps', schema: { type: 'integer' } },
  ETag: {
    description: 'Identifies this version of the object, for If-Match and If-None-Match',
    schema: { type: 'string' },
  },
  Location: { description: 'Where to continue', schema: { type: 'string' } },
};

/** By the first word of the address; one thing and many of it are one tag. */
function tagger(routes: readonly Route[]): (route: Route) => string {
  const firsts = new Set(routes.map(({ url }) => wordsOf(url)[0] ?? ''));
  return ({ url }) => {
    const first = wordsOf(url)[0] ?? '';
    return [...firsts].find((other) => other !== first && singular(other) === first) ?? first;
  };
}

function tagWords(tag: string, routes: readonly Route[], tagOf: (route: Route) => string): string {
  const places = routes
    .filter((route) => tagOf(route) === tag)
    .map(({ url }) => /^(\/api\/v\d+)?\/[^/]+/.exec(url)?.[0]);
  return `Endpoints under ${[...new Set(places)].join(' and ')}`;
}

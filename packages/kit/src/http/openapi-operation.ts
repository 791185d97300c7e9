import type { TObject, TSchema } from 'typebox';
import { responsesOf, takesIdempotencyKey } from './openapi-responses.ts';
import type { NamedSchemas } from './openapi-schemas.ts';
import { operationName } from './operation-name.ts';
import type { Route } from './route.ts';

/** Headers that several calls take. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any string of up to 255 characters. Repeating a request with the same key and body returns the first response',
    schema: { type: 'string', maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the object as last read; if the object has changed since, the request fails with 412',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag of the object as last read; if the object has not changed, the response is 304 without a body',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Resume after the event with this id',
    schema: { type: 'string' },
  },
};

export interface Surroundings {
  readonly tag: string;
  /** The object at this address has an ETag. */
  readonly hasEtag: boolean;
  readonly schemas: NamedSchemas;
}

export function operationOf(route: Route, { tag, hasEtag, schemas }: Surroundings): object {
  const security = securityOf(route);
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...headersOf(route, hasEtag),
  ];
  return {
    tags: [tag],
    summary: route.summary,
    operationId: operationName(route),
    'x-access': route.access,
    ...(security === undefined ? {} : { security }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: requestBodyOf(route, route.body) }),
    responses: responsesOf(route, hasEtag, schemas),
  };
}

/** Where it is not the description's own: any credential. */
function securityOf({ access }: Route): readonly object[] | undefined {
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  return access === 'reporting' ? [{ bearer: [] }] : undefined;
}

function requestBodyOf({ form, bodyOptional }: Route, body: TSchema): object {
  if (!form) return { required: !bodyOptional, content: { 'application/json': { schema: body } } };
  // That an empty form is taken, to be refused in the right words, is nothing to do on purpose.
  const { anyOf = [] } = body as { readonly anyOf?: readonly TSchema[] };
  const schema = anyOf.find((variant) => 'properties' in variant) ?? body;
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function headersOf(route: Route, hasEtag: boolean): readonly object[] {
  const named: (keyof typeof sharedParameters)[] = [];
  if (takesIdempotencyKey(route)) named.push('IdempotencyKey');
  if (takesIfMatch(route)) named.push('IfMatch');
  if (hasEtag && route.method === 'GET') named.push('IfNoneMatch');
  if (route.stream) named.push('LastEventId');
  return named.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** An approval names the plan it approves as a change names the object it changes. */
function takesIfMatch({ errors }: Route): boolean {
  return errors.includes('precondition_failed') || errors.includes('plan_changed');
}

function parametersOf(schema: TObject, place: 'path' | 'query'): readonly object[] {
  return Object.entries(schema.properties as Readonly<Record<string, TSchema>>).map(([name, property]) => {
    const { description = place === 'path' ? pathWords(name) : undefined, ...rest } = property as TSchema & {
      readonly description?: string;
    };
    return {
      name,
      in: place,
      required: place === 'path' || (schema.required?.includes(name) ?? false),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function pathWords(name: string): string {
  return name === 'id' ? "The object's id" : `The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}`;
}

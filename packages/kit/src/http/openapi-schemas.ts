import type { TSchema } from 'typebox';
import { isList, operationName, singular } from './operation-name.ts';
import type { Route } from './route.ts';

/** The objects that calls answer, each described once and by a name: `User`, `Role`. */
export class NamedSchemas {
  readonly #names = new Map<TSchema, string>();

  constructor(routes: readonly Route[]) {
    const reads = routes.filter(({ method, stream }) => method === 'GET' && !stream);
    for (const route of reads.filter(isList)) this.#name(itemOf(route.response), route);
    for (const route of reads.filter((read) => !isList(read))) this.#name(route.response, route);
  }

  /** The schema as it stands in a description: what has a name is only named. */
  shown(schema: TSchema): object {
    const name = this.#names.get(schema);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    const item = itemOf(schema);
    if (item === undefined || !this.#names.has(item)) return schema;
    const { properties } = schema as unknown as { readonly properties: Readonly<Record<string, object>> };
    return { ...schema, properties: { ...properties, data: { ...properties['data'], items: this.shown(item) } } };
  }

  all(): Readonly<Record<string, TSchema>> {
    return Object.fromEntries([...this.#names].map(([schema, name]) => [name, schema]));
  }

  #name(schema: TSchema | undefined, route: Route): void {
    if (schema === undefined || this.#names.has(schema) || !('properties' in schema)) return;
    const named = operationName(route).replace(/^[a-z]+/, '');
    const name = isList(route) ? singular(named) : named;
    if (![...this.#names.values()].includes(name)) this.#names.set(schema, name);
  }
}

function itemOf(schema: TSchema): TSchema | undefined {
  const { properties } = schema as { readonly properties?: { readonly data?: { readonly items?: TSchema } } };
  return properties?.data?.items;
}

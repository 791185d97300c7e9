import { join } from 'node:path';
import { closed, listEnvelope, uuidSchema } from '@wheelhouse/contracts';
import {
  defineModule,
  defineRoute,
  etagOf,
  type ModuleContext,
  pageParameters,
  type Route,
  refuse,
} from '@wheelhouse/kit';
import { Type } from 'typebox';

/**
 * The control: a module that lets strangers in, on every route by another of the usual mistakes. A proof that does
 * not find each of them would not find one in a module of ours.
 */

const thing = Type.Object({ id: uuidSchema, title: Type.String(), touched: Type.Integer() });
const thingId = closed({ id: uuidSchema });
const nothing = { none: 'the control of a proof' };

interface Thing {
  readonly id: string;
  readonly title: string;
  readonly touched: number;
}

/** Whose each is, only some routes ask. */
class Things {
  readonly #all = new Map<string, Thing & { readonly tenantId: string }>();

  add(tenantId: string, added: Thing): Thing {
    this.#all.set(added.id, { ...added, tenantId });
    return added;
  }

  any(id: string): Thing {
    const { tenantId: _, ...found } = this.#all.get(id) ?? refuse('not_found');
    return found;
  }

  own(tenantId: string, id: string): Thing {
    return this.ownerOf(id) === tenantId ? this.any(id) : refuse('not_found');
  }

  ownerOf(id: string): string | undefined {
    return this.#all.get(id)?.tenantId;
  }

  all(): readonly Thing[] {
    return [...this.#all.keys()].map((id) => this.any(id));
  }
}

function leakyRoutes({ makeId }: ModuleContext): readonly Route[] {
  const things = new Things();
  const etags = new Set<string>();
  const told = (found: Thing) => {
    etags.add(etagOf(found));
    return { body: found, etag: etagOf(found) };
  };
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/things',
      access: 'deploy',
      reach: 'none',
      summary: 'Make a thing',
      audit: nothing,
      status: 201,
      response: thing,
      handler: async ({ tenantId }) => told(things.add(tenantId, { id: makeId(), title: 'a thing', touched: 0 })),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things/count',
      access: 'read',
      reach: 'cluster',
      summary: 'Counts what the limits of a role hide',
      response: Type.Object({ total: Type.Integer() }),
      handler: async ({ tenantId, reach }) => {
        reach.limits();
        return { body: { total: things.all().filter(({ id }) => things.ownerOf(id) === tenantId).length } };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things/:id',
      access: 'read',
      reach: 'none',
      summary: 'Shows it to whoever asks',
      params: thingId,
      response: thing,
      handler: async ({ params }) => told(things.any(params.id)),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things/:id/title',
      access: 'read',
      reach: 'none',
      summary: 'Tells strangers that it is there',
      params: thingId,
      response: thing,
      handler: async ({ params, tenantId }) => {
        const found = things.any(params.id);
        return things.ownerOf(params.id) === tenantId ? told(found) : refuse('forbidden');
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things/:id/place',
      access: 'read',
      reach: 'cluster',
      summary: 'Asks for the limits of a role and shows it all the same',
      params: thingId,
      response: thing,
      handler: async ({ params, tenantId, reach }) => {
        reach.limits();
        return told(things.own(tenantId, params.id));
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/things/:id/touch',
      access: 'deploy',
      reach: 'none',
      summary: 'Asks whose it is only when all is done',
      audit: nothing,
      params: thingId,
      response: thing,
      handler: async ({ params, tenantId }) => {
        const found = things.any(params.id);
        things.add(things.ownerOf(params.id) ?? tenantId, { ...found, touched: found.touched + 1 });
        return told(things.own(tenantId, params.id));
      },
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/things/:id',
      access: 'deploy',
      reach: 'none',
      summary: 'Takes the ETag of any thing',
      audit: nothing,
      params: thingId,
      response: thing,
      errors: ['precondition_failed'],
      handler: async ({ params, tenantId, request }) => {
        const found = things.own(tenantId, params.id);
        const seen = request.header('if-match');
        if (seen !== undefined && !etags.has(seen)) refuse('precondition_failed');
        return told(things.add(tenantId, { ...found, title: 'another' }));
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/pairs',
      access: 'deploy',
      reach: 'none',
      summary: 'Says of what is refused whether it exists',
      audit: nothing,
      body: closed({ thing_id: uuidSchema }),
      status: 201,
      response: thing,
      handler: async ({ body, tenantId }) => {
        const owner = things.ownerOf(body.thing_id);
        if (owner !== undefined && owner !== tenantId) refuse('validation_failed', { message: 'it is not yours' });
        return told(things.own(tenantId, body.thing_id));
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/things',
      access: 'read',
      reach: 'none',
      summary: 'Filters by id and nothing else, and goes on from anywhere',
      query: closed({ ...pageParameters, thing_id: Type.Optional(uuidSchema) }),
      response: listEnvelope(thing),
      handler: async ({ query, tenantId }) => {
        const { thing_id, cursor } = query;
        const found = things.all().filter(({ id }) => (thing_id ?? id) === id);
        const mine = thing_id === undefined ? found.filter(({ id }) => things.ownerOf(id) === tenantId) : found;
        const next_cursor = Buffer.from(tenantId).toString('base64url');
        const isKnown =
          cursor === undefined || things.all().some(({ id }) => things.ownerOf(id) === fromBase64(cursor));
        return isKnown ? { body: { data: mine, next_cursor, total: mine.length } } : refuse('invalid_cursor');
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/secrets',
      access: 'public',
      reach: 'none',
      summary: 'Open to anyone, whatever the paper says',
      response: Type.Object({ secret: Type.String() }),
      handler: async () => ({ body: { secret: 'everybody knows' } }),
    }),
  ];
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}

export const leakyModule = defineModule({
  name: 'leaky',
  port: 8071,
  prefix: '/leaky',
  settings: {},
  migrations: join(import.meta.dirname, 'no-migrations'),
  onTenantDeleted: { none: 'a test' },
  routes: leakyRoutes,
});

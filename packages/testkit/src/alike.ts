import { createHash, randomUUID } from 'node:crypto';
import type { Access } from '@wheelhouse/contracts';
import {
  eventIdOf,
  makeIds,
  type Module,
  type Route,
  routesOnPaper,
  schemaOf,
  systemClock,
  type TokenClaims,
} from '@wheelhouse/kit';
import { asOwner } from './database.ts';
import { type Answer, type CallOptions, caller, type TestProcess } from './process.ts';
import { sampleOf } from './sample.ts';

/**
 * What the kit answers by itself, whatever the module: made from the routes, so that one that is added is
 * asked too. A module's test file runs the cases on its own process.
 */
export interface AlikeCase {
  readonly name: string;
  readonly status: number;
  /** The claims say who calls: somebody whom every route of the module is for. */
  readonly ask: (house: TestProcess, claims?: Claims) => Promise<Answer>;
}

type Claims = Partial<TokenClaims>;
type Who = 'nobody' | 'somebody' | 'another';

const usualLargestBody = 1024 * 1024;

export function alikeCases(module: Module): readonly AlikeCase[] {
  const open = routesOnPaper(module).filter(({ access }) => access !== 'internal');
  return [...open.flatMap((route) => casesOf(module, route)), ...faultCases(module, open)];
}

function casesOf(module: Module, route: Route): readonly AlikeCase[] {
  const { method, url, body, access } = route;
  const made: AlikeCase[] = [];
  const add = (what: string, status: number, call: Call, who: Who = 'somebody') =>
    made.push({
      name: `${method} ${url} with ${what} is ${status}`,
      status,
      ask: (house, claims) => send(house, module, route, call, who, claims),
    });

  add('a parameter it does not know', 400, { query: wrongQuery(route), sample: true });
  if (isList(route)) add('nothing but its path', 200, {});
  if (url.includes(':')) {
    add('an id that cannot exist', 404, { id: 'never' });
    add('an id that never existed', 404, { sample: true });
  }
  if (access !== 'public') {
    add('no token', 401, {}, 'nobody');
    add('a token that is not for it', 403, {}, 'another');
  }
  if (body !== undefined) {
    const tooLong = `"${'x'.repeat(route.largestBody ?? usualLargestBody)}"`;
    add('too large a body', 413, { options: { body: tooLong, headers: { 'content-type': typeOf(route) } } });
    add('a body of another kind', 415, { options: { body: 'text', headers: { 'content-type': 'text/plain' } } });
  }
  if (body !== undefined && !route.form) {
    add('a body that is not JSON', 400, { options: { body: '{' } });
    add('a field it does not know', 422, { options: { body: { no_such_field: 1 } } });
  }
  if (method === 'POST' && access !== 'public') {
    add('an Idempotency-Key that is being worked on', 409, { sample: true, takenBy: 'the same' });
    add('an Idempotency-Key of another body', 422, { sample: true, takenBy: 'another' });
  }
  return made;
}

/** A fault of ours, once per module: its table of keys, or where nothing is made that of its counters, is gone for a moment. */
function faultCases(module: Module, routes: readonly Route[]): readonly AlikeCase[] {
  const making = routes.find(({ method, access }) => method === 'POST' && access !== 'public');
  const route = making ?? routes.find((one) => isList(one) && one.access !== 'public');
  if (route === undefined) return [];
  const table = making === undefined ? 'counters' : 'idempotency_keys';
  const rename = (from: string, to: string) => `ALTER TABLE ${schemaOf(module.name)}.${from} RENAME TO ${to}`;
  return [
    {
      name: `${route.method} ${route.url} without its table is 500`,
      status: 500,
      ask: async (house, claims) => {
        const { ownerUrl } = house.database;
        await asOwner(ownerUrl, (client) => client.query(rename(table, 'lost')));
        const call: Call = { sample: true, options: { headers: { 'idempotency-key': randomUUID() } } };
        try {
          return await send(house, module, route, call, 'somebody', claims);
        } finally {
          await asOwner(ownerUrl, (client) => client.query(rename('lost', table)));
        }
      },
    },
  ];
}

interface Call {
  readonly query?: string;
  readonly id?: string;
  readonly options?: CallOptions;
  /** A body that the schema lets through. */
  readonly sample?: boolean;
  /** Whose body the key in the table stands for. */
  readonly takenBy?: 'the same' | 'another';
}

async function send(
  house: TestProcess,
  module: Module,
  route: Route,
  { query = '', id, options = {}, sample = false, takenBy }: Call,
  who: Who,
  given: Claims = {},
): Promise<Answer> {
  const path = `${route.url.replaceAll(/:\w+/g, (name) => id ?? idFor(route, name))}${query}`;
  const claims = {
    sub: randomUUID(),
    tenant: randomUUID(),
    ...given,
    ...(who === 'another' ? stranger(route.access) : {}),
  };
  const kind = claims.kind ?? kindFor(route.access);
  const body = sample && route.body !== undefined && !route.form ? sampleOf(route.body) : undefined;
  const key = takenBy && randomUUID();
  if (key !== undefined) {
    const taken = takenBy === 'the same' ? JSON.stringify(body ?? null) : 'another';
    await takeKey(house, module, [claims.tenant, `${kind}:${claims.sub}`, path, hash(key), hash(taken)]);
  }
  return house.call(who === 'nobody' ? undefined : await caller({ ...claims, kind }), route.method, path, {
    module: module.name,
    ...(body === undefined ? {} : { body }),
    ...options,
    headers: { ...options.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });
}

const makeId = makeIds(systemClock);

/** Of an event or of anything else, in the form that it has. */
function idFor({ params }: Route, name: string): string {
  if (name === ':event_id') return eventIdOf(makeId());
  const { [name.slice(1)]: schema }: Readonly<Record<string, object>> = params.properties;
  const isId = schema === undefined || ('format' in schema && schema.format === 'uuid');
  return isId ? makeId() : String(sampleOf(schema));
}

/** As a process that is at work with it has it. */
async function takeKey(house: TestProcess, module: Module, values: readonly unknown[]): Promise<void> {
  await asOwner(house.database.ownerUrl, (client) =>
    client.query(
      `INSERT INTO ${schemaOf(module.name)}.idempotency_keys (tenant_id, caller, path, key_hash, body_hash, state, leased_until, created_at)
       VALUES ($1, $2, $3, $4, $5, 'running', now() + interval '1 minute', now())`,
      [...values],
    ),
  );
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function kindFor(access: Access): TokenClaims['kind'] {
  if (access === 'session') return 'session';
  return access === 'reporting' ? 'pipeline' : 'user';
}

/** Whom an access is not for. */
function stranger(access: Access): Claims {
  return { kind: access === 'own' ? 'service' : 'user', scopes: [] };
}

/** A query that is not closed, because others add to it, still bounds what it knows. */
function wrongQuery({ query }: Route): string {
  const { additionalProperties, properties = {} } = query as {
    readonly additionalProperties?: boolean;
    readonly properties?: Readonly<Record<string, { readonly maxLength?: number }>>;
  };
  if (additionalProperties === false) return '?no_such_parameter=1';
  const [name, { maxLength = 0 }] = Object.entries(properties)[0] ?? ['', {}];
  return `?${name}=${'x'.repeat(maxLength + 1)}`;
}

function isList({ method, url, response }: Route): boolean {
  return (
    method === 'GET' && !url.includes(':') && 'next_cursor' in ((response as { properties?: object }).properties ?? {})
  );
}

function typeOf({ form }: Route): string {
  return form ? 'application/x-www-form-urlencoded' : 'application/json';
}

import { closed, listEnvelope } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { defineRoute, openApi, type Route } from '../src/index.ts';

const user = Type.Object({ id: Type.String(), name: Type.String() });
const userId = closed({ id: Type.String() });
const handler = async () => ({});
const audit = { none: 'a test' } as const;
const at = { access: 'admin', reach: 'none', summary: 'A call', handler } as const;
const read = { ...at, method: 'GET' } as const;
const post = { ...at, method: 'POST', audit } as const;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
}

const described = (...routes: readonly Route[]) =>
  openApi({ title: 'test', version: '1', prefix: '/api/test', routes }) as Described;
const operationOf = (route: Route): Operation | undefined =>
  Object.values(Object.values(described(route).paths)[0] ?? {})[0];

describe('the name of an operation', () => {
  test.each<[string, Route]>([
    ['listUsers', defineRoute({ ...read, url: '/api/v1/users', response: listEnvelope(user) })],
    ['getUser', defineRoute({ ...read, url: '/api/v1/users/:id', params: userId })],
    ['getAnalysis', defineRoute({ ...read, url: '/api/v1/analyses/:id', params: userId })],
    ['createUser', defineRoute({ ...post, url: '/api/v1/users', status: 201 })],
    ['updateUser', defineRoute({ ...at, method: 'PATCH', audit, url: '/api/v1/users/:id' })],
    ['deleteUser', defineRoute({ ...at, method: 'DELETE', audit, url: '/api/v1/users/:id' })],
    ['suspendUser', defineRoute({ ...post, url: '/api/v1/users/:id/suspend' })],
    ['setSso', defineRoute({ ...at, method: 'PUT', audit, url: '/api/v1/sso' })],
    ['listBuildStatuses', defineRoute({ ...read, url: '/api/v1/builds/:id/statuses', response: listEnvelope(user) })],
    ['createServiceAccountSecret', defineRoute({ ...post, url: '/api/v1/service-accounts/:id/secrets', status: 201 })],
    ['getSignInOptions', defineRoute({ ...read, url: '/api/v1/sign-in-options' })],
    ['confirmTotp', defineRoute({ ...post, url: '/api/v1/me/totp/confirm' })],
    ['followNote', defineRoute({ ...read, url: '/api/v1/notes/:id/stream', stream: true })],
    ['signOut', defineRoute({ ...at, method: 'DELETE', audit, url: '/api/v1/session', operation: 'signOut' })],
  ])('is %s', (name, route) => {
    expect(operationOf(route)?.operationId).toBe(name);
  });
});

describe('the statuses of an operation', () => {
  const statuses = (route: Route) => Object.keys(operationOf(route)?.responses ?? {});

  test('follow from what it takes', () => {
    expect(statuses(defineRoute({ ...read, url: '/api/v1/me' }))).toEqual(['200', '400', 'default']);
    expect(statuses(defineRoute({ ...read, url: '/api/v1/users/:id', params: userId }))).toContain('404');
    const made = defineRoute({ ...post, url: '/api/v1/users', body: closed({ name: Type.String() }), status: 201 });
    expect(statuses(made)).toEqual(['201', '400', '409', '422', 'default']);
    expect(statuses({ ...made, access: 'public' })).toEqual(['201', '400', '422', 'default']);
  });

  test('name what it says itself, even where the default would do', () => {
    const route = defineRoute({ ...read, url: '/api/v1/me', errors: ['forbidden', 'gone'] });
    expect(statuses(route)).toEqual(['200', '400', '403', '410', 'default']);
  });

  test('have 304 where the object can be changed with If-Match', () => {
    const url = '/api/v1/users/:id';
    const { paths } = described(
      defineRoute({ ...read, url, params: userId, response: user }),
      defineRoute({ ...at, method: 'PATCH', audit, url, params: userId, errors: ['precondition_failed'] }),
    );
    expect(Object.keys(paths['/api/v1/users/{id}']?.['get']?.responses ?? {})).toContain('304');
    expect(paths['/api/v1/users/{id}']?.['patch']?.parameters).toContainEqual({
      $ref: '#/components/parameters/IfMatch',
    });
  });

  test('have 304 and an ETag where the route says so, and If-Match where a plan is approved', () => {
    const seen = operationOf(
      defineRoute({ ...read, url: '/api/v1/users/:id', params: userId, response: user, etag: true }),
    );
    expect(Object.keys(seen?.responses ?? {})).toContain('304');
    const approved = operationOf(defineRoute({ ...post, url: '/api/v1/plans/:id/approve', errors: ['plan_changed'] }));
    expect(approved?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
  });

  test('say whether a body may be left out', () => {
    const body = closed({ reason: Type.Optional(Type.String()) });
    for (const bodyOptional of [true, false]) {
      const route = defineRoute({ ...post, url: '/api/v1/users/:id/suspend', body, bodyOptional });
      expect(operationOf(route)?.requestBody).toMatchObject({ required: !bodyOptional });
    }
  });

  test('have the kind of content that is sent', () => {
    const lines = Type.String({ contentMediaType: 'application/x-ndjson' });
    const content = (route: Route) => Object.keys(operationOf(route)?.responses['200']?.content ?? {});
    expect(content(defineRoute({ ...read, url: '/api/v1/audit/export', response: lines }))).toEqual([
      'application/x-ndjson',
    ]);
    expect(content(defineRoute({ ...read, url: '/api/v1/notes/:id/stream', stream: true }))).toEqual([
      'text/event-stream',
    ]);
  });
});

test('an object that several calls answer is described once, by its name', () => {
  const { paths, components } = described(
    defineRoute({ ...read, url: '/api/v1/users', response: listEnvelope(user) }),
    defineRoute({ ...read, url: '/api/v1/users/:id', params: userId, response: user }),
  );
  expect(Object.keys(components.schemas)).toEqual(['Error', 'User']);
  expect(JSON.stringify(paths).match(/#\/components\/schemas\/User/g)).toHaveLength(2);
});

test('internal routes are not described, public ones want no credential, and one thing and many are one tag', () => {
  const { paths } = described(
    defineRoute({ ...read, url: '/internal/v1/things', access: 'internal' }),
    defineRoute({ ...read, url: '/api/v1/tenant' }),
    defineRoute({ ...read, url: '/api/v1/tenants', access: 'public' }),
  );
  expect(Object.keys(paths)).toEqual(['/api/v1/tenant', '/api/v1/tenants']);
  expect(paths['/api/v1/tenants']?.['get']?.security).toEqual([]);
  expect(paths['/api/v1/tenant']?.['get']?.tags).toEqual(['tenants']);
});

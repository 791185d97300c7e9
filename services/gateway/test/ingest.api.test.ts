import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { closed } from '@wheelhouse/contracts';
import { exampleModule } from '@wheelhouse/example';
import { defineModule, defineRoute, type Module, routesOnPaper } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTenant } from '../../auth/test/start.ts';
import { type GatewayHouse, startGatewayHouse } from './house.ts';

/** Takes signals, and says who brought them. */
const bay: Module = defineModule({
  name: 'bay',
  port: 8099,
  prefix: '/bay',
  settings: {},
  migrations: join(import.meta.dirname, 'none'),
  onTenantDeleted: { none: 'a test' },
  routes: () => [
    defineRoute({
      method: 'POST',
      url: '/api/v1/signals',
      access: 'signals',
      reach: 'cluster',
      summary: 'Say who sends',
      audit: { none: 'a test' },
      body: closed({}),
      status: 202,
      response: Type.Object({ kind: Type.String(), id: Type.String(), clusters: Type.Array(Type.String()) }),
      handler: async ({ principal: { kind, id }, reach }) => ({
        body: { kind, id, clusters: [...(reach.clusters() ?? [])] },
      }),
    }),
  ],
});
const signals = '/api/bay/api/v1/signals';
const tokens = '/api/auth/api/v1/signal-tokens';

let house: GatewayHouse;
let tenant: TestTenant;
let admin = '';
beforeAll(async () => {
  house = await startGatewayHouse({}, [bay]);
  tenant = await house.tenant();
  admin = await house.token(tenant, ['read', 'actions', 'admin']);
});
afterAll(() => house?.stop());

const made = async (more: object = {}) => {
  const { status, body } = await house.through(admin, 'POST', tokens, { body: { name: 'alertmanager', ...more } });
  expect(status).toBe(201);
  return body as { id: string; token: string };
};
const send = (credential: string) => house.through(credential, 'POST', signals, { body: {} });

test('An ingest token opens what is made for it, at a budget of its own', async () => {
  const { id, token } = await made();
  const { status, headers, body } = await send(token);
  expect([status, body]).toEqual([202, { kind: 'ingest', id, clusters: [] }]);
  expect(headers.get('x-ratelimit-limit')).toBe('600');
  expect(headers.get('x-oauth-scopes')).toBe('');
  expect(headers.get('x-accepted-oauth-scopes')).toBe('actions');
});

test('One of a cluster brings that limit with it', async () => {
  const cluster = randomUUID();
  const { token } = await made({ cluster_id: cluster });
  expect((await send(token)).body.clusters).toEqual([cluster]);
});

test('It opens nothing else: none of the routes there are, and none of the pages that any other credential opens', async () => {
  const { token } = await made();
  const open = (module: Module) =>
    routesOnPaper(module)
      .filter(({ access }) => access !== 'public' && access !== 'internal')
      .map(({ method, url }) => [method, `/api${module.prefix}${url.replaceAll(/:\w+/g, randomUUID())}`] as const);
  const pages = ['/api/docs/sources.json', '/api/auth/openapi.json'].map((path) => ['GET', path] as const);
  const asked = [...open(authModule), ...open(exampleModule), ...pages];
  expect(asked.length).toBeGreaterThan(50);
  for (const [method, path] of asked) {
    const { status, body } = await house.through(token, method, path);
    expect([method, path, status]).toEqual([method, path, 403]);
    expect(['insufficient_scope', 'forbidden']).toContain(body.error.code);
  }
});

test('Others need the scope actions', async () => {
  expect((await send(await house.token(tenant, ['actions']))).body.kind).toBe('user');
  const refused = await send(await house.token(tenant, ['read', 'deploy', 'agents', 'admin']));
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
  expect(refused.headers.get('x-accepted-oauth-scopes')).toBe('actions');
  expect(refused.body.error.message).toContain('an ingest token made for signals');
});

test('Revoked, it is worth nothing a moment later', async () => {
  const { id, token } = await made();
  expect((await send(token)).status).toBe(202);
  expect((await house.through(admin, 'DELETE', `${tokens}/${id}`)).status).toBe(204);
  const { body } = await eventually(async () => {
    const answer = await send(token);
    expect(answer.status).toBe(401);
    return answer;
  });
  expect(body.error.code).toBe('token_revoked');
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { closed, uuidSchema } from '@wheelhouse/contracts';
import { asOwner, caller, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineModule, defineRoute, type Route } from '../src/index.ts';

const migrations = join(import.meta.dirname, 'fixtures', 'history-migrations');
const common = { access: 'read', summary: 'A call', response: Type.Object({ ids: Type.Any() }) } as const;
const params = closed({ id: uuidSchema });
const tenant = randomUUID();

/** Routes that ask for the caller's limits, and some that forget to. */
const limited = defineModule({
  name: 'limited',
  port: 8076,
  prefix: '/limited',
  settings: {},
  migrations,
  onTenantDeleted: { none: 'a test' },
  routes: (): readonly Route[] => [
    defineRoute({
      ...common,
      method: 'GET',
      url: '/api/v1/all',
      reach: 'cluster',
      handler: async ({ reach }) => ({ body: { ids: reach.clusters() ?? 'all' } }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      url: '/api/v1/one/:id',
      reach: 'cluster',
      params,
      handler: async ({ params: { id }, reach }) => ({ body: { ids: reach.clusterOrAll(id) ?? 'all' } }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      url: '/api/v1/forgetful',
      reach: 'cluster',
      handler: async () => ({ body: { ids: [] } }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      url: '/api/v1/forgetful',
      reach: 'cloudspace',
      audit: { none: 'a test' },
      handler: async ({ change }) =>
        change(async (db) => {
          await db.query('INSERT INTO limited.records VALUES ($1, $2, $3)', [db.tenantId, randomUUID(), 'seen']);
          return { body: { ids: [] } };
        }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      url: '/api/v1/settings',
      reach: 'tenant',
      handler: async () => ({ body: { ids: [] } }),
    }),
  ],
});

let house: TestProcess;
beforeAll(async () => {
  house = await startTestProcess([limited]);
});
afterAll(() => house.stop());

const [cluster, cloudspace] = [randomUUID(), randomUUID()];
const ask = async (limits: object, path: string, method = 'GET') =>
  house.call(await caller({ tenant, ...limits }), method, `/api/v1/${path}`);

describe('a route that reaches clusters', () => {
  test.for<[string, object, unknown]>([
    ['without limits: all', {}, 'all'],
    ['limited to a cluster: that one', { cluster_ids: [cluster] }, [cluster]],
    ['limited to a CloudSpace: none', { cloudspace_ids: [cloudspace] }, []],
    ['limited to both: the cluster', { cluster_ids: [cluster], cloudspace_ids: [cloudspace] }, [cluster]],
  ])('is told of a role %s', async ([, limits, ids]) => {
    expect((await ask(limits, 'all')).body).toEqual({ ids });
  });

  test('refuses a cluster outside the role as if it did not exist', async () => {
    expect((await ask({}, `one/${cluster}`)).body).toEqual({ ids: [cluster] });
    expect((await ask({ cluster_ids: [cluster] }, `one/${cluster.toUpperCase()}`)).body).toEqual({ ids: [cluster] });
    expect((await ask({ cluster_ids: [cluster] }, `one/${randomUUID()}`)).status).toBe(404);
    expect((await ask({ cloudspace_ids: [cloudspace] }, `one/${cluster}`)).status).toBe(404);
  });
});

describe('a handler that does not ask for the limits of the role', () => {
  test('answers nobody', async () => {
    for (const limits of [{}, { cluster_ids: [cluster] }]) expect((await ask(limits, 'forgetful')).status).toBe(500);
  });

  test('changes nothing', async () => {
    expect((await ask({}, 'forgetful', 'POST')).status).toBe(500);
    const { rows } = await asOwner(house.database.ownerUrl, (client) => client.query('SELECT FROM limited.records'));
    expect(rows).toEqual([]);
  });
});

test('a route about the whole tenant refuses roles with limits', async () => {
  expect((await ask({}, 'settings')).status).toBe(200);
  for (const limits of [{ cluster_ids: [cluster] }, { cloudspace_ids: [cloudspace] }]) {
    const { status, body } = await ask(limits, 'settings');
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  }
});

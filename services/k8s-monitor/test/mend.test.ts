import { randomUUID } from 'node:crypto';
import { type Database, makeLog, type ModuleAnswer, openDatabase } from '@wheelhouse/kit';
import { moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterConsumers } from '../src/clusters/consumers.ts';
import { mendWatches } from '../src/clusters/mend.ts';
import { insertWatch, selectWatched } from '../src/clusters/store.ts';
import { k8sMonitorModule } from '../src/module.ts';

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await moduleDatabase([k8sMonitorModule]);
  const log = makeLog({ level: 'fatal' });
  database = openDatabase({ url: clone.url, connections: 4, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await clone.drop();
});

const { signal } = new AbortController();
const watched = async () =>
  (await database.system(selectWatched)).map(({ cluster_id: id, tenant_id, generation }) => ({
    id,
    tenant_id,
    generation,
  }));
const mend = (answer: () => Promise<ModuleAnswer>) => mendWatches({ database, call: answer }, signal);
const lists = (clusters: readonly object[]) => mend(async () => ({ status: 200, body: clusters }));

test('what is watched becomes what platform has, and what is registered meanwhile stays', async () => {
  const tenant = randomUUID();
  const [gone, stays, missed, meanwhile] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const id of [gone, stays]) await database.tenant(tenant, (db) => insertWatch(db, id));
  await mend(async () => {
    await database.tenant(tenant, (db) => insertWatch(db, meanwhile));
    return { status: 200, body: [stays, missed].map((id) => ({ cluster_id: id, tenant_id: tenant, phase: 'Ready' })) };
  });
  expect((await watched()).map(({ id }) => id)).toEqual([stays, missed, meanwhile].toSorted());
  await lists([]);
  expect(await watched()).toEqual([]);
});

test('nothing is forgotten when platform does not answer, or answers something else', async () => {
  const [tenant, id] = [randomUUID(), randomUUID()];
  await database.tenant(tenant, (db) => insertWatch(db, id));
  await expect(mend(async () => ({ status: 503, body: undefined }))).rejects.toThrow('platform returned 503');
  await expect(mend(async () => ({ status: 200, body: { clusters: [] } }))).rejects.toThrow('platform returned 200');
  expect(await watched()).toHaveLength(1);
  await lists([]);
});

test('events: registered is watched, changed is a new generation, removed is gone; another tenant changes nothing', async () => {
  const [tenant, other, id] = [randomUUID(), randomUUID(), randomUUID()];
  const [consumer] = clusterConsumers();
  const tell = (type: string, whose = tenant) =>
    database.tenant(whose, async (db) =>
      consumer?.handle(db, {
        id: randomUUID(),
        type: `internal.cluster_${type}`,
        occurred_at: '2026-01-01T00:00:00Z',
        tenant_id: whose,
        data: { cluster_id: id },
        body: '',
      }),
    );
  const is = async (generation: number) => expect(await watched()).toEqual([{ id, tenant_id: tenant, generation }]);
  await tell('registered');
  await tell('registered');
  await is(1);
  await tell('changed');
  await is(2);
  await tell('changed', other);
  await tell('removed', other);
  await is(2);
  await tell('removed');
  expect(await watched()).toEqual([]);
  // In another order: it is watched all the same.
  await tell('changed');
  await is(1);
  await tell('removed');
});

import { randomUUID } from 'node:crypto';
import { type Database, makeLog, openDatabase } from '@wheelhouse/kit';
import { moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOwner, takeDue } from '../src/clusters/owners-store.ts';
import { platformModule } from '../src/module.ts';

let own: TestDatabase;
let database: Database;
const noon = new Date('2026-01-01T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const take = (most: number, now = noon) => database.system((db) => takeDue(db, now, at(12), most));

beforeAll(async () => {
  own = await moduleDatabase([platformModule]);
  const log = makeLog({ level: 'fatal' });
  database = openDatabase({ url: own.url, connections: 4, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await own.drop();
});
beforeEach(() => database.system((db) => db.query('DELETE FROM platform.cluster_owners')));

async function due(tenantId: string, times: readonly Date[]): Promise<readonly string[]> {
  const ids = times.map(() => randomUUID());
  await database.tenant(tenantId, async (db) => {
    for (const [index, id] of ids.entries()) await insertOwner(db, id, 'Ready', times[index] ?? noon);
  });
  return ids;
}

test('processes that look at the same time share what is due, and none is taken twice', async () => {
  const ids = await due(
    randomUUID(),
    Array.from({ length: 30 }, (_, index) => at(-index)),
  );
  const taken = (await Promise.all([take(20), take(20), take(20)])).flat();
  const again = await take(40);
  const all = [...taken, ...again].map(({ cluster_id }) => cluster_id);
  expect(new Set(all).size).toBe(all.length);
  expect(all.toSorted()).toEqual(ids.toSorted());
  expect((await take(40, at(12))).length).toBe(30);
});

test("one tenant's many do not come before another's one", async () => {
  await due(
    randomUUID(),
    Array.from({ length: 50 }, () => at(-60)),
  );
  const [one] = await due(randomUUID(), [at(-1)]);
  const [later] = await due(randomUUID(), [at(1)]);
  const taken = (await take(2)).map(({ cluster_id }) => cluster_id);
  expect(taken).toContain(one);
  expect(taken).not.toContain(later);
});

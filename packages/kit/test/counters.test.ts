import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, makeLog, migrationSets, openDatabase } from '../src/index.ts';

/** More connections than slots: some share one, as those of a busy process do. */
const connections = 24;
const rounds = 25;

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(
    join(folder, '0001_things.sql'),
    `CREATE TABLE things (tenant_id uuid NOT NULL, id uuid NOT NULL, kind text NOT NULL, PRIMARY KEY (tenant_id, id));
     SELECT kit.tenant_table('things'); SELECT kit.counted('things', 'things', ARRAY['kind']);`,
  );
  own = await testDatabase(migrationSets([{ schema: 'sample', migrations: folder }]));
  database = openDatabase({ url: own.url, connections, applicationName: 'test', log: makeLog({ level: 'fatal' }) });
});
afterAll(async () => {
  await database.end();
  await own.drop();
});

async function totals(tenant: string): Promise<Readonly<Record<string, number>>> {
  const rows = await database.tenant(tenant, (db) =>
    db.query<{ key: string; n: number }>('SELECT key, sum(n)::bigint AS n FROM sample.counters GROUP BY key'),
  );
  return Object.fromEntries(rows.filter(({ n }) => n !== 0).map(({ key, n }) => [key, n]));
}

test('many rows come into a state that no row had before, all at once: no writer waits for another in a circle', async () => {
  const kinds = ['m', 'a', 'z', 'k'];
  for (let round = 0; round < rounds; round += 1) {
    const tenant = randomUUID();
    const ids = Array.from({ length: connections * 4 }, () => randomUUID());
    await database.tenant(tenant, (db) =>
      db.query(`INSERT INTO sample.things SELECT $1, id, 'p' FROM unnest($2::uuid[]) AS id`, [tenant, ids]),
    );
    const moved = await Promise.allSettled(
      ids.map((id, index) =>
        database.tenant(tenant, (db) =>
          db.query('UPDATE sample.things SET kind = $2 WHERE id = $1', [id, kinds[index % kinds.length]]),
        ),
      ),
    );
    const reasons = moved.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(reasons).toEqual([]);
    const each = ids.length / kinds.length;
    expect(await totals(tenant)).toEqual(Object.fromEntries(kinds.map((kind) => [kind, each])));
  }
});

test('counting is written anew for a list that has rows, and goes on from where it was', async () => {
  const tenant = randomUUID();
  const add = () =>
    database.tenant(tenant, (db) =>
      db.query(`INSERT INTO sample.things SELECT $1, gen_random_uuid(), 'a' FROM generate_series(1, 3)`, [tenant]),
    );
  await add();
  await asOwner(own.ownerUrl, (client) =>
    client.query('SELECT kit.write_counting(table_name, list, columns) FROM sample.counted_lists'),
  );
  await add();
  expect(await totals(tenant)).toEqual({ a: 6 });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  catalogueFaults,
  type Database,
  giveBack,
  type Handle,
  makeLog,
  migrateJobs,
  migrateUp,
  migrationSets,
  migrationStatus,
  openDatabase,
  stillHolds,
  takeLease,
  type TenantDb,
  watchEffects,
} from '../src/index.ts';
import { jobsSchema } from '../src/jobs/engine.ts';

const log = makeLog({ level: 'fatal' });
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const sets = migrationSets([{ schema: 'sample', migrations: folder }]);
writeFileSync(
  join(folder, '0001_things.sql'),
  `CREATE TABLE things (tenant_id uuid NOT NULL, id uuid NOT NULL, kind text NOT NULL, PRIMARY KEY (tenant_id, id));
   SELECT kit.tenant_table('things'); SELECT kit.counted('things', 'things', ARRAY['kind']);`,
);

let test1: TestDatabase;
let database: Database;

beforeAll(async () => {
  test1 = await testDatabase(sets);
  database = openDatabase({ url: test1.url, connections: 4, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await test1.drop();
});

const owner = <T>(work: (handle: Handle) => Promise<T>) =>
  asOwner(test1.ownerUrl, (client) =>
    work({ query: async (sql, values) => (await client.query(sql, values && [...values])).rows }),
  );

describe('transactions', () => {
  test('one tenant sees and writes its own rows only', async () => {
    const [anna, berta] = [randomUUID(), randomUUID()];
    const insert = `INSERT INTO sample.things VALUES ($1, $2, 'a')`;
    await database.tenant(anna, (db) => db.query(insert, [anna, randomUUID()]));
    expect(await database.tenant(berta, (db) => db.query('SELECT * FROM sample.things'))).toEqual([]);
    expect(await database.system((db) => db.query('SELECT * FROM sample.things'))).toEqual([]);
    await expect(database.tenant(berta, (db) => db.query(insert, [anna, randomUUID()]))).rejects.toThrow(
      /row-level security/,
    );
  });

  test('a look sees no row of a tenant, also right after one on the same connection, and survives its own failure', async () => {
    const tenant = randomUUID();
    const alone = openDatabase({ url: test1.url, connections: 1, applicationName: 'test', log });
    await alone.tenant(tenant, (db) =>
      db.query(`INSERT INTO sample.things VALUES ($1, $2, 'a')`, [tenant, randomUUID()]),
    );
    expect(await alone.look('SELECT * FROM sample.things')).toEqual([]);
    await expect(alone.look('SELECT 1 / $1::integer', [0])).rejects.toThrow(/division by zero/);
    expect(await alone.look('SELECT $1::integer AS n', [7])).toEqual([{ n: 7 }]);
    await alone.end();
  });

  test('a failed statement whose error was swallowed commits nothing and says so', async () => {
    const tenant = randomUUID();
    const swallowing = database.tenant(tenant, async (db) => {
      await db.query(`INSERT INTO sample.things VALUES ($1, $2, 'a')`, [tenant, randomUUID()]);
      await db.query('SELECT 1/0').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow(/nothing was committed/);
    expect(await database.tenant(tenant, (db) => db.query('SELECT * FROM sample.things'))).toEqual([]);
  });

  test('a handle that is kept and used after its transaction is refused', async () => {
    let kept: Handle | undefined;
    await database.tenant(randomUUID(), async (db) => {
      kept = db;
    });
    await expect(kept?.query('SELECT 1')).rejects.toThrow(/used too late/);
  });

  test('statements asked together are answered each by its own rows, and a failed one keeps later ones from running', async () => {
    const tenant = randomUUID();
    const rows = await database.tenant(tenant, (db) =>
      Promise.all([
        db.query('SELECT 1 AS a'),
        db.query('SELECT $1::text AS b', ['x']),
        db.query('SELECT 2 AS a WHERE false'),
      ]),
    );
    expect(rows).toEqual([[{ a: 1 }], [{ b: 'x' }], []]);
    const outcomes = await database
      .tenant(tenant, async (db) => {
        const asked = [db.query('SELECT 3 AS c'), db.query('SELECT 1/0 AS d'), db.query('SELECT 4 AS e')];
        const settled = await Promise.allSettled(asked);
        throw Object.assign(new Error('to roll back'), { settled });
      })
      .catch((error: unknown) => (error as { settled: PromiseSettledResult<unknown>[] }).settled);
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: [{ c: 3 }] });
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(outcomes[2]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/not run.*division by zero/) as string },
    });
    // Neither the failed statement nor the skipped one leaves the connection unable to run them later.
    for (let again = 0; again < 8; again += 1) {
      expect(await database.tenant(tenant, (db) => db.query('SELECT 4 AS e'))).toEqual([{ e: 4 }]);
      await expect(database.tenant(tenant, (db) => db.query('SELECT 1/0 AS d'))).rejects.toThrow('division by zero');
    }
  });

  test('the last statements are committed with, and undone with, what came before', async () => {
    const tenant = randomUUID();
    const insert = `INSERT INTO sample.things VALUES ($1, $2, 'a')`;
    const rows = () => database.tenant(tenant, (db) => db.query('SELECT 1 FROM sample.things'));
    const add = (last: (db: TenantDb) => Promise<unknown>) =>
      database.tenant(tenant, async (db) => {
        await db.query(insert, [tenant, randomUUID()]);
        await db.last(() => last(db));
      });
    await add((db) => db.query(insert, [tenant, randomUUID()]));
    expect(await rows()).toHaveLength(2);
    await expect(add((db) => db.query('SELECT 1/0'))).rejects.toThrow('division by zero');
    await expect(
      add((db) => Promise.all([db.query(insert, [tenant, randomUUID()]), Promise.reject(new Error('no'))])),
    ).rejects.toThrow('no');
    await expect(
      database.tenant(tenant, async (db) => {
        await db.last(async () => undefined);
        await db.query(insert, [tenant, randomUUID()]);
      }),
    ).rejects.toThrow('used too late');
    expect(await rows()).toHaveLength(2);
    await database.tenant(tenant, (db) => db.last(() => db.query(insert, [tenant, randomUUID()])));
    expect(await rows()).toHaveLength(3);
  });

  test('the commit travels with the last statements, also where effects are watched', async () => {
    const tenant = randomUUID();
    const alone = openDatabase({ url: test1.url, connections: 1, applicationName: 'test', log });
    const insert = `INSERT INTO sample.things VALUES ($1, $2, 'a')`;
    const add = () => alone.tenant(tenant, (db) => db.last(() => db.query(insert, [tenant, randomUUID()])));
    await add();
    const packets = vi.spyOn(pg.Client.prototype, 'query');
    const told: string[] = [];
    await add();
    expect(packets).toHaveBeenCalledTimes(1);
    watchEffects(async (moment, name) => void told.push(`${moment} ${name}: ${packets.mock.calls.length}`));
    await add();
    expect(packets).toHaveBeenCalledTimes(2);
    expect(told).toEqual(['before commit insert sample.things: 1', 'after commit insert sample.things: 2']);
    watchEffects(async () => undefined);
    packets.mockRestore();
    await alone.end();
  });

  test('a value that cannot be sent fails its own statement only', async () => {
    const outcomes = database.tenant(randomUUID(), (db) =>
      Promise.allSettled([
        db.query('SELECT 1 AS a'),
        db.query('SELECT $1::jsonb AS b', [{ big: 1n }]),
        db.query('SELECT 2 AS c'),
      ]),
    );
    expect(await outcomes).toMatchObject([
      { status: 'fulfilled', value: [{ a: 1 }] },
      { status: 'rejected', reason: { message: expect.stringMatching(/BigInt/) as string } },
      { status: 'fulfilled', value: [{ c: 2 }] },
    ]);
  });

  test('what is not a tenant id never reaches the database', () => {
    expect(() => database.tenant(`x'; DROP TABLE sample.things; --`, async () => undefined)).toThrow(
      /is not a tenant id/,
    );
  });
});

test('counters follow inserts, changes and deletes of many rows and tenants in one statement', async () => {
  const tenants = [randomUUID(), randomUUID()];
  const totals = async (tenant: string) =>
    Object.fromEntries(
      (
        await database.tenant(tenant, (db) =>
          db.query<{ key: string; n: number }>('SELECT key, sum(n)::bigint AS n FROM sample.counters GROUP BY key'),
        )
      )
        .filter(({ n }) => n !== 0)
        .map(({ key, n }) => [key, n]),
    );
  await owner((db) =>
    db.query(
      `INSERT INTO sample.things SELECT t, gen_random_uuid(), CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END FROM unnest($1::uuid[]) AS t, generate_series(1, 100) AS i`,
      [tenants],
    ),
  );
  for (const tenant of tenants) expect(await totals(tenant)).toEqual({ a: 50, b: 50 });
  const [first = ''] = tenants;
  await database.tenant(first, (db) => db.query(`UPDATE sample.things SET kind = 'c' WHERE kind = 'a'`));
  await database.tenant(first, (db) => db.query(`DELETE FROM sample.things WHERE kind = 'b'`));
  expect(await totals(first)).toEqual({ c: 50 });
  expect(await totals(tenants[1] ?? '')).toEqual({ a: 50, b: 50 });
});

describe('migrations', () => {
  test('are applied once, and a changed one is refused', async () => {
    const states = await owner((db) => migrationStatus(db, sets));
    expect(states).toContainEqual({ schema: 'sample', name: '0001_things', state: 'applied' });
    expect(states.filter(({ state }) => state !== 'applied')).toEqual([]);
    expect(await migrateUp({ url: test1.ownerUrl, appRole: new URL(test1.url).username, sets, log })).toBe(0);
    const other = mkdtempSync(join(tmpdir(), 'migrations-'));
    writeFileSync(join(other, '0001_things.sql'), 'SELECT 1');
    const changed = migrateUp({
      url: test1.ownerUrl,
      appRole: 'wheelhouse_app',
      sets: migrationSets([{ schema: 'sample', migrations: other }]),
      log,
    });
    await expect(changed).rejects.toThrow(/was changed after it was applied/);
  });

  test('the catalogue check finds nothing here, and finds each kind of fault', async () => {
    const appRole = new URL(test1.url).username;
    const job = { name: 'any', about: 'is never run', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 60 };
    await migrateJobs({ ownerUrl: test1.ownerUrl, appRole, queues: [{ module: 'sample', jobs: [job] }], log });
    const faults = () => owner((db) => catalogueFaults(db, [{ name: 'sample' }], appRole));
    expect(await faults()).toEqual([]);
    await owner(async (db) => {
      await db.query('CREATE TABLE sample.open (tenant_id uuid, name text UNIQUE)');
      await db.query('CREATE TABLE sample.nobodys (id uuid PRIMARY KEY)');
      // Above tenants in another module, and not here.
      await db.query('CREATE TABLE sample.lanes (id uuid PRIMARY KEY)');
      await db.query('CREATE FUNCTION sample.powerful() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$');
      await db.query('CREATE VIEW sample.window AS SELECT * FROM sample.things');
      await db.query(`GRANT SELECT ON sample.window TO ${appRole}`);
      await db.query(`CREATE TABLE ${jobsSchema}.stowaway (id uuid)`);
      // On the list of a module's schema, which says nothing about this one.
      await db.query(`CREATE TABLE ${jobsSchema}.outbox (id uuid)`);
    });
    const found = await faults();
    for (const fault of [
      'sample.lanes has no tenant_id, and its module does not list it in aboveTenants',
      'sample.nobodys has no tenant_id, and its module does not list it in aboveTenants',
      'sample.open lacks row-level security (not enabled)',
      'sample.open: open_name_key does not include tenant_id; such a key bypasses the policy',
      "sample.powerful runs with its owner's rights and is not in closed-list.ts",
      "sample.powerful runs with its owner's rights but has no pinned search_path",
      "sample.powerful runs with its owner's rights and can be called by anyone (PUBLIC)",
      'sample."window" is a view the app role can read; it bypasses the policies of its tables',
      'jobs.stowaway has no tenant_id, and its module does not list it in aboveTenants',
      'jobs.outbox has no tenant_id, and its module does not list it in aboveTenants',
    ])
      expect(found).toContain(fault);
  });
});

describe('leases', () => {
  const take = (holder: string, seconds: number) =>
    database.system((db) => takeLease(db, 'sample', 'target', holder, seconds));

  test('one holder at a time; the token grows with every change of hands', async () => {
    const first = await take('a', 30);
    expect(await take('b', 30)).toBeUndefined();
    expect(await take('a', 30)).toEqual(first);
    if (first === undefined) throw new Error('no lease');
    await database.system((db) => giveBack(db, 'sample', first));
    const second = await take('b', 30);
    expect(second?.token).toBe(first.token + 1);
    expect(await database.system((db) => stillHolds(db, 'sample', first))).toBe(false);
  });
});

test('old answers of idempotent calls are pruned for all tenants at once, young ones stay', async () => {
  const insert = (tenant: string, age: string) =>
    owner((db) =>
      db.query(
        `INSERT INTO sample.idempotency_keys (tenant_id, caller, path, key_hash, body_hash, state, leased_until, created_at)
         VALUES ($1, 'user:x', '/', $2, '\\x00', 'done', now(), now() - $3::interval)`,
        [tenant, Buffer.from(randomUUID()), age],
      ),
    );
  for (const age of ['2 days', '3 days', '1 hour']) await insert(randomUUID(), age);
  const dayAgo = new Date(Date.now() - 24 * 60 * 60_000);
  const pruned = await database.system((db) =>
    db.query<{ n: number }>('SELECT sample.prune_idempotency_keys($1, 100) AS n', [dayAgo]),
  );
  expect(pruned).toEqual([{ n: 2 }]);
});

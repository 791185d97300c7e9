import { randomUUID } from 'node:crypto';
import {
  asOwner,
  eventually,
  moduleDatabase,
  movableClock,
  startTestProcess,
  type TestDatabase,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dropPartition } from '../src/db/partitions.ts';
import type { House } from '../src/housekeeping/house.ts';
import { interruptible } from '../src/housekeeping/interruptible.ts';
import { driftsOf } from '../src/housekeeping/recount.ts';
import { doDueChores } from '../src/housekeeping/start.ts';
import { type Database, firstIdOf, makeIds, makeLog, openDatabase, systemClock } from '../src/index.ts';
import { historyModule } from './fixtures/history-module.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const makeId = makeIds(systemClock);
const told: Record<string, unknown>[] = [];
const log = makeLog({
  level: 'warn',
  destination: { write: (line) => void told.push(JSON.parse(line) as Record<string, unknown>) },
});

let test1: TestDatabase;
let database: Database;
const house = (changes: Partial<House> = {}): House => ({
  schema: 'history',
  database,
  clock: systemClock,
  log,
  signal: new AbortController().signal,
  call: async () => ({ status: 503, body: undefined }),
  onTenantDeleted: async () => true,
  ...changes,
});

beforeAll(async () => {
  test1 = await moduleDatabase([historyModule]);
  database = openDatabase({ url: test1.url, connections: 8, applicationName: 'test', log });
});
beforeEach(() => {
  told.length = 0;
});
afterAll(async () => {
  await database.end();
  await test1.drop();
});

const owner = (sql: string, values: readonly unknown[] = []) =>
  asOwner(test1.ownerUrl, async (client) => (await client.query(sql, [...values])).rows as Record<string, unknown>[]);
const write = (tenant: string, id = makeId()) =>
  database.tenant(tenant, (db) => db.query('INSERT INTO history.records VALUES ($1, $2)', [tenant, id]));
const waitingForRecords = `SELECT 1 FROM pg_locks WHERE relation = 'history.records'::regclass AND NOT granted`;
const drifts = () => driftsOf(house(), 'records');

describe('the recount', () => {
  test('finds nothing while many write, change and delete', async () => {
    const tenants = [randomUUID(), randomUUID()];
    let writing = true;
    let changes = 0;
    const writers = Promise.all(
      [...tenants, ...tenants].map(async (tenant) => {
        while (writing) {
          await write(tenant);
          await database.tenant(tenant, (db) =>
            db.query(
              `UPDATE history.records SET kind = 'done' WHERE tenant_id = kit.tenant() AND random() < 0.3 AND kind = 'seen'`,
            ),
          );
          await database.tenant(tenant, (db) =>
            db.query(`DELETE FROM history.records WHERE tenant_id = kit.tenant() AND random() < 0.1`),
          );
          changes += 3;
        }
      }),
    );
    const found = [];
    for (let times = 0; times < 100; times += 1) found.push(...(await drifts()));
    writing = false;
    await writers;
    expect(found).toEqual([]);
    expect(changes).toBeGreaterThan(100);
  });

  test('finds nothing after the first rows of many tenants were written by many at once', async () => {
    for (let times = 0; times < 200; times += 1) {
      const tenant = randomUUID();
      await Promise.all(Array.from({ length: 8 }, () => write(tenant)));
    }
    expect(await drifts()).toEqual([]);
  });

  test('finds nothing when a partition is dropped at the moment it begins', async () => {
    const [from, to] = [new Date(Date.UTC(2020, 0, 1)), new Date(Date.UTC(2020, 1, 1))];
    await owner('DROP TABLE history.records_before');
    await owner(`SELECT kit.make_partition('history.records', 'ancient', $1, $2)`, [from, to]);
    await write(randomUUID(), firstIdOf(from));
    let recounting: ReturnType<typeof drifts> | undefined;
    await database.system(async (db) => {
      expect(await dropPartition(db, 'history', 'history.records')).toBe('records_ancient');
      recounting = drifts();
      await eventually(async () => expect(await owner(waitingForRecords)).toHaveLength(1));
    });
    expect(await recounting).toEqual([]);
  });

  test('tells a counter that is wrong, and leaves it as it is', async () => {
    const [anna, berta] = [randomUUID(), randomUUID()];
    for (const tenant of [anna, anna, berta]) await write(tenant);
    await owner(`UPDATE history.counters SET n = n + 5 WHERE tenant_id = $1 AND n > 0`, [anna]);
    await owner(`DELETE FROM history.counters WHERE tenant_id = $1`, [berta]);
    const expected = [
      { tenant_id: anna, key: 'seen', expected: 2, found: 7 },
      { tenant_id: berta, key: 'seen', expected: 1, found: 0 },
    ].toSorted((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1));
    expect(await drifts()).toEqual(expected);

    await owner(`DELETE FROM history.housekeeping`);
    await doDueChores(house());
    const errors = told.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(2);
    expect(errors).toContainEqual(
      expect.objectContaining({ list: 'records', tenant_id: anna, key: ['seen'], expected: 2, found: 7 }),
    );
    expect(await owner(`SELECT list, drift FROM history.counted_lists ORDER BY list`)).toEqual([
      { list: 'dead_letters', drift: 0 },
      { list: 'records', drift: 2 },
    ]);
    expect(await drifts()).toEqual(expected);
    await owner(`DELETE FROM history.records WHERE tenant_id = ANY($1)`, [[anna, berta]]);
    await owner(`DELETE FROM history.counters WHERE tenant_id = ANY($1)`, [[anna, berta]]);
    expect(await drifts()).toEqual([]);
  });

  test('a table that had rows before it was counted is counted with them', async () => {
    const tenant = randomUUID();
    await owner(`CREATE TABLE history.old (tenant_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (tenant_id, id))`);
    await owner(`INSERT INTO history.old SELECT $1, gen_random_uuid() FROM generate_series(1, 10)`, [tenant]);
    await owner(`SELECT kit.counted('history.old', 'old', ARRAY['tenant_id'])`);
    await owner(`INSERT INTO history.old VALUES ($1, gen_random_uuid())`, [tenant]);
    expect(await driftsOf(house(), 'old')).toEqual([]);
    await owner(`DROP TABLE history.old`);
  });
});

describe('chores', () => {
  const ran: string[] = [];
  const chore = (name: string, run: () => Promise<void>) => ({
    name,
    everyMs: 10 * minute,
    againMs: minute,
    run,
  });

  test('are done when they are due, again sooner when they failed, and none holds up another', async () => {
    const clock = movableClock();
    const all = [
      chore('fails', async () => {
        ran.push('fails');
        throw new Error('no');
      }),
      chore('works', async () => void ran.push('works')),
    ];
    const pass = async (afterMs: number) => {
      clock.advance(afterMs);
      ran.length = 0;
      // Each as if by another process: what is due is written down.
      await doDueChores(house({ clock }), all);
      return [...ran];
    };
    expect(await pass(0)).toEqual(['fails', 'works']);
    expect(await pass(minute - 1)).toEqual([]);
    expect(await pass(1)).toEqual(['fails']);
    expect(await pass(9 * minute)).toEqual(['fails', 'works']);
    expect(told).toContainEqual(expect.objectContaining({ chore: 'fails', level: 'warn' }));
  });

  test('events and answers past their keeping go, in as many steps as it takes; the rest stays', async () => {
    const tenant = randomUUID();
    const now = Date.now();
    await owner(
      `INSERT INTO history.outbox SELECT gen_random_uuid(), $1, 'internal.word', i, '', '{}',
         CASE WHEN i <= 2500 THEN $2::timestamptz ELSE $3 END FROM generate_series(1, 2510) AS i`,
      [tenant, new Date(now - 8 * day), new Date(now - 6 * day)],
    );
    await owner(`INSERT INTO history.outbox_streams VALUES ('internal.word', 2510, 2505)`);
    await owner(
      `INSERT INTO history.idempotency_keys (tenant_id, caller, path, key_hash, body_hash, state, leased_until, created_at)
       SELECT gen_random_uuid(), 'user:x', '/', decode(md5(i::text), 'hex'), '\\x00', 'done', now(), $1::timestamptz FROM generate_series(1, 1500) AS i`,
      [new Date(now - 2 * day)],
    );
    await owner(`DELETE FROM history.housekeeping`);
    await doDueChores(house());
    expect(await owner('SELECT min(seq)::int AS min, count(*)::int AS n FROM history.outbox')).toEqual([
      { min: 2501, n: 10 },
    ]);
    expect(await owner('SELECT * FROM history.idempotency_keys')).toEqual([]);
    expect(told.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('what takes long is given up when the process stops', async () => {
    const stopping = new AbortController();
    const sleeping = interruptible(database, stopping.signal, '5min', (db) => db.query('SELECT pg_sleep(60)'));
    await eventually(async () =>
      expect(
        await owner(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND state = 'active'`),
      ).not.toEqual([]),
    );
    stopping.abort();
    await expect(sleeping).rejects.toThrow(/canceling statement due to user request/);
    await expect(interruptible(database, stopping.signal, '5min', (db) => db.query('SELECT 1'))).rejects.toThrow(
      /aborted/,
    );
  });
});

test('a process keeps house, and tells how it stands', async () => {
  const running = await startTestProcess([historyModule]);
  const base = `http://127.0.0.1:${running.environment['HISTORY_PORT']}`;
  try {
    await eventually(async () => {
      const figures = await (await fetch(`${base}/metrics`)).text();
      expect(figures).toContain('wheelhouse_partitions_ahead{module="history",table="history.records"} 2');
      expect(figures).toContain('wheelhouse_counter_drift{module="history",list="records"} 0');
      expect(figures).toMatch(/wheelhouse_recount_timestamp_seconds\{module="history",list="records"\} 1/);
    });
    const ready = await running.call(undefined, 'GET', '/readyz');
    expect(ready.body.dependencies).toMatchObject({ partitions: 'ok' });
    const leases = await asOwner(running.database.ownerUrl, (client) =>
      client.query(`SELECT target FROM history.leases ORDER BY target`),
    );
    expect(leases.rows).toEqual([{ target: 'housekeeping' }, { target: 'relay' }]);
  } finally {
    await running.stop();
  }
});

test('a process that was off for a year makes partitions before it serves', async () => {
  const running = await startTestProcess([historyModule], { clock: movableClock(new Date(Date.now() + 365 * day)) });
  try {
    const ready = await running.call(undefined, 'GET', '/readyz');
    expect(ready.body.dependencies).toMatchObject({ partitions: 'ok' });
  } finally {
    await running.stop();
  }
});

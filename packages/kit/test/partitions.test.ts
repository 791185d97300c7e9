import { randomUUID } from 'node:crypto';
import { asOwner, eventually, moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dropPartition, ensurePartition, whyPartitionsRunOut } from '../src/db/partitions.ts';
import { catalogueFaults, type Database, firstIdOf, makeLog, openDatabase } from '../src/index.ts';
import { countedTotal } from '../src/lists/total.ts';
import { historyModule } from './fixtures/history-module.ts';

const table = 'history.records';
let house: TestDatabase;
let database: Database;

beforeEach(async () => {
  house = await moduleDatabase([historyModule]);
  database = openDatabase({
    url: house.url,
    connections: 6,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
});
afterEach(async () => {
  await database.end();
  await house.drop();
});

const owner = <T>(work: (client: pg.Client) => Promise<T>) => asOwner(house.ownerUrl, work);
const monthsFromNow = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
};
const middleOf = (months: number) => new Date(monthsFromNow(months).getTime() + 14 * 24 * 60 * 60_000);
const nameOf = (months: number) => `records_${monthsFromNow(months).toISOString().slice(0, 10).replaceAll('-', '')}`;
/** Ids of one moment, told apart by their random part. */
const idOf = (moment: Date) => firstIdOf(moment).slice(0, 24) + randomUUID().slice(24);
const write = (tenant: string, moment: Date, kind = 'seen') =>
  database.tenant(tenant, (db) =>
    db.query('INSERT INTO history.records VALUES ($1, $2, $3)', [tenant, idOf(moment), kind]),
  );
const total = (tenant: string) =>
  database.tenant(tenant, async (db) => (await countedTotal(db, 'history', 'records', ['kind'], [])).total);
const ensure = (moment: Date) => database.system((db) => ensurePartition(db, 'history', table, moment));
const drop = () => database.system((db) => dropPartition(db, 'history', table));
const names = () =>
  owner(async (client) =>
    (await client.query<{ part: string }>(`SELECT part::text FROM kit.partitions('${table}') ORDER BY ends`)).rows.map(
      ({ part }) => part.replace('history.', ''),
    ),
  );

/** As if the installation had begun six months ago, with a month each since then. */
const ofLongStanding = () =>
  owner(async (client) => {
    for (const part of await names()) await client.query(`DROP TABLE history.${part}`);
    for (let months = -6; months <= 0; months += 1)
      await client.query(`SELECT history.ensure_partition($1, $2)`, [table, middleOf(months)]);
  });

describe('partitions made ahead', () => {
  test('a migration makes this one, the next two, and one for all that is older', async () => {
    expect(await names()).toEqual(['records_before', nameOf(0), nameOf(1), nameOf(2)]);
    const tenant = randomUUID();
    for (const months of [-40, -1, 0, 1, 2]) await write(tenant, middleOf(months));
    expect(await total(tenant)).toBe(5);
    await expect(write(tenant, middleOf(3))).rejects.toThrow(/no partition/);
  });

  test('bounds are the first ids of a moment, the same in SQL as in the kit', async () => {
    const [bound] = await owner(
      async (client) =>
        (
          await client.query<{ text: string }>(
            `SELECT pg_get_expr(relpartbound, oid) AS text FROM pg_class WHERE relname = '${nameOf(1)}'`,
          )
        ).rows,
    );
    expect(bound?.text).toBe(
      `FOR VALUES FROM ('${firstIdOf(monthsFromNow(1))}') TO ('${firstIdOf(monthsFromNow(2))}')`,
    );
  });

  test('time goes on: two more are always there, whatever was missed in between is one', async () => {
    expect(await ensure(middleOf(0))).toBe(2);
    expect(await ensure(middleOf(1))).toBe(2);
    expect((await names()).at(-1)).toBe(nameOf(3));
    expect(await ensure(middleOf(9))).toBe(2);
    expect((await names()).slice(-4)).toEqual([nameOf(4), nameOf(9), nameOf(10), nameOf(11)]);
    for (const months of [4, 6, 8, 11]) await write(randomUUID(), middleOf(months));
  });

  test('ten processes at once make each once', async () => {
    expect(await Promise.all(Array.from({ length: 10 }, () => ensure(middleOf(2))))).toEqual(Array(10).fill(2));
    expect(await names()).toHaveLength(6);
  });

  test('making one does not wait for readers and writers, nor they for it', async () => {
    const tenant = randomUUID();
    await database.tenant(tenant, async (db) => {
      await db.query('INSERT INTO history.records VALUES ($1, $2)', [tenant, idOf(middleOf(0))]);
      expect(await ensure(middleOf(1))).toBe(2);
      expect(await db.query('SELECT 1 FROM history.records')).toHaveLength(1);
    });
  });

  test('it is said when nothing is ahead', async () => {
    const why = (months: number) => database.system((db) => whyPartitionsRunOut(db, ['history'], middleOf(months)));
    expect(await why(1)).toBeUndefined();
    expect(await why(2)).toContain('no partition prepared for history.records');
  });

  test('only declared tables can be cut, and only those partitioned by id', async () => {
    await expect(database.system((db) => ensurePartition(db, 'history', 'history.outbox', middleOf(0)))).resolves.toBe(
      0,
    );
    await expect(
      owner((client) => client.query(`SELECT kit.partitioned('history.outbox', 'day', interval '1 day')`)),
    ).rejects.toThrow(/must be PARTITION BY RANGE \(id\)/);
    await expect(
      database.system((db) => db.query(`SELECT kit.make_partitions('history.records', 'day', now())`)),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('tenants in partitions', () => {
  test('never meet, and the app role may not go past the parent', async () => {
    await ofLongStanding();
    const [anna, berta] = [randomUUID(), randomUUID()];
    for (const months of [-5, -1, 0]) await write(anna, middleOf(months));
    expect(await database.tenant(berta, (db) => db.query('SELECT * FROM history.records'))).toEqual([]);
    expect(await total(berta)).toBe(0);
    for (const name of await names())
      await expect(database.tenant(anna, (db) => db.query(`SELECT * FROM history.${name}`))).rejects.toThrow(
        /permission denied/,
      );
    const query = async (client: pg.Client) =>
      catalogueFaults(
        { query: async (sql, values) => (await client.query(sql, values && [...values])).rows },
        [{ name: 'history' }],
        new URL(house.url).username,
      );
    expect(await owner(query)).toEqual([]);
  });

  test('a page reads the newest partition and leaves the others alone', async () => {
    await ofLongStanding();
    const tenant = randomUUID();
    for (const months of [-4, -3, -2, -1]) for (let row = 0; row < 20; row += 1) await write(tenant, middleOf(months));
    const plan = await database.tenant(tenant, (db) =>
      db.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)
         SELECT id FROM history.records WHERE tenant_id = kit.tenant() AND id < $1 ORDER BY id DESC LIMIT 11`,
        [firstIdOf(middleOf(1))],
      ),
    );
    const lines = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Scan'));
    expect(
      lines.filter((line) => !line.includes('never executed')).map((line) => /records_\w+/.exec(line)?.[0]),
    ).toEqual(expect.arrayContaining([expect.stringMatching(nameOf(-1))]));
    expect(lines.find((line) => line.includes(nameOf(-2)))).toContain('never executed');
    expect(lines.find((line) => line.includes(nameOf(-4)))).toContain('never executed');
  });
});

describe('partitions past their keeping', () => {
  test('are dropped oldest first, with their rows taken out of the totals', async () => {
    await ofLongStanding();
    const [anna, berta] = [randomUUID(), randomUUID()];
    for (const months of [-7, -6, -5, -5, -1, 0]) await write(anna, middleOf(months));
    await write(anna, middleOf(-6), 'done');
    await write(berta, middleOf(-6));
    expect([await total(anna), await total(berta)]).toEqual([7, 1]);
    expect(await drop()).toBe('records_before');
    expect(await total(anna)).toBe(6);
    expect(await drop()).toBe(nameOf(-6));
    expect([await total(anna), await total(berta)]).toEqual([4, 0]);
    expect(await drop()).toBe(nameOf(-5));
    expect(await total(anna)).toBe(2);
    for (let more = 0; more < 3; more += 1) await drop();
    expect(await total(anna)).toBe(2);
    expect(await database.tenant(anna, (db) => db.query('SELECT 1 FROM history.records'))).toHaveLength(2);
    expect(await names()).toContain(nameOf(-2));
  });

  test('two processes at once drop each once', async () => {
    await ofLongStanding();
    const tenant = randomUUID();
    for (const months of [-7, -6, -5, 0]) await write(tenant, middleOf(months));
    while ((await Promise.all([drop(), drop(), drop()])).some((dropped) => dropped !== undefined));
    expect(await total(tenant)).toBe(1);
    expect(await names()).not.toContain(nameOf(-5));
  });

  test('a reader is not disturbed, and keeps nobody waiting: the drop gives way and comes again', async () => {
    await ofLongStanding();
    const tenant = randomUUID();
    await write(tenant, middleOf(-6));
    await database.tenant(tenant, async (db) => {
      expect(await db.query('SELECT 1 FROM history.records')).toHaveLength(1);
      const dropping = drop().catch((error: unknown) => error);
      await eventually(() =>
        owner(async (client) => {
          const waiting = await client.query(
            `SELECT 1 FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`,
          );
          expect(waiting.rows).toHaveLength(1);
        }),
      );
      const began = performance.now();
      await write(tenant, middleOf(0));
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(await dropping).toMatchObject({ code: '55P03' });
      expect(await db.query('SELECT 1 FROM history.records')).toHaveLength(2);
    });
    expect(await total(tenant)).toBe(2);
    expect([await drop(), await drop()]).toEqual(['records_before', nameOf(-6)]);
    expect(await total(tenant)).toBe(1);
  });

  test('totals are right while others write, and delete what is about to go', async () => {
    await ofLongStanding();
    const tenant = randomUUID();
    for (const months of [-6, -5]) for (let row = 0; row < 100; row += 1) await write(tenant, middleOf(months));
    let writing = true;
    let written = 0;
    const writers = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (writing) {
          await write(tenant, middleOf(0));
          written += 1;
          await database.tenant(tenant, (db) =>
            db.query(
              `DELETE FROM history.records WHERE tenant_id = kit.tenant() AND id = ANY(ARRAY(
                 SELECT id FROM history.records WHERE id < $1 ORDER BY random() LIMIT 1))`,
              [firstIdOf(middleOf(-1))],
            ),
          );
        }
      }),
    );
    const dropped: string[] = [];
    while (!dropped.includes(nameOf(-5))) dropped.push((await drop().catch(() => undefined)) ?? '');
    writing = false;
    await writers;
    expect(await total(tenant)).toBe(written);
    const [row] = await database.tenant(tenant, (db) =>
      db.query<{ n: number }>('SELECT count(*) AS n FROM history.records'),
    );
    expect(row?.n).toBe(written);
  });
});

import { randomUUID } from 'node:crypto';
import { exampleModule } from '@wheelhouse/example';
import { insertNote, notes } from '@wheelhouse/example/store';
import {
  type Cursors,
  type Database,
  firstIdOf,
  makeIds,
  makeLog,
  openDatabase,
  readPage,
  systemClock,
  type TenantDb,
} from '@wheelhouse/kit';
import { asOwner, type TestDatabase, moduleDatabase } from '@wheelhouse/testkit';
import type pg from 'pg';
import { type TimedContext, type TimedProof, type TimedVerdict, verdictOf } from '../runner/proof.ts';

const size = { rows: 10_000_000, large: 5_000_000 };
const small = 1_000;
const extraBuffers = 6;
const lastOverFirst = 1.25;
/** The plain query a person would write: same columns, same order, no policy, no total. */
const handWritten = (limit: number) =>
  `SELECT id, title, body, status, pinned, changes, created_at, updated_at FROM example.notes WHERE tenant_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${limit + 1}`;

interface Asked {
  readonly limit: number;
  readonly afterId: string | undefined;
}

/** Cursors that are the id itself, so that a page can begin anywhere. */
const bare: Cursors = { write: (_, id) => id, read: (_, id) => ({ id, values: [] }) };

function pageOf(db: TenantDb, { limit, afterId }: Asked) {
  const query = { limit, ...(afterId === undefined ? {} : { cursor: afterId }) };
  return readPage(db, notes, { query, limits: undefined }, bare);
}

interface Tenants {
  readonly large: string;
  readonly small: string;
}

/** Rows of 500 bytes and more, of all tenants in turn, as time would have written them. */
async function fill(
  test: TestDatabase,
  tenants: Tenants,
  rows: number,
  large: number,
  say: (text: string) => void,
): Promise<void> {
  // Each step on a connection of its own, so that the counters lie spread over all their slots.
  const step = Math.ceil(rows / 64);
  // Others' rows lie between; a thousandth of them belong to the small tenant until it has its thousand.
  const every = Math.max(1, Math.floor(rows / small));
  for (let from = 0; from < rows; from += step) {
    await asOwner(test.ownerUrl, (client) =>
      client.query(
        `INSERT INTO example.notes (tenant_id, id, title, body, status, created_at, updated_at)
         SELECT CASE WHEN i % $4 = 0 THEN $2::uuid WHEN i * $6::bigint / $5 <> (i - 1) * $6::bigint / $5 THEN $1::uuid ELSE md5((i % 200)::text)::uuid END,
           (lpad(to_hex(1700000000000 + i), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || substr(md5(i::text), 1, 15))::uuid,
           'note ' || i, repeat('x', 500), CASE WHEN i % 3 = 0 THEN 'done' ELSE 'open' END, now(), now()
         FROM generate_series($3::bigint + 1, least($3::bigint + ${step}, $5::bigint)) AS i`,
        // The small tenant's rows are taken from the large one's, which therefore begins with so many more.
        [tenants.large, tenants.small, from, every, rows, large + small],
      ),
    );
    if ((from / step) % 8 === 0) say(`${Math.min(from + step, rows)} of ${rows} rows written`);
  }
  await asOwner(test.ownerUrl, async (client) => {
    await client.query('VACUUM (ANALYZE) example.notes');
    await client.query('VACUUM (ANALYZE) example.counters');
  });
}

async function buffersOf(
  query: (sql: string, values: readonly unknown[]) => Promise<readonly pg.QueryResultRow[]>,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${sql}`, values);
  const [explained] = (row?.['QUERY PLAN'] ?? []) as { Plan: Record<string, number> }[];
  const buffers = (explained?.Plan['Shared Hit Blocks'] ?? 0) + (explained?.Plan['Shared Read Blocks'] ?? 0);
  if (buffers === 0) throw new Error(`EXPLAIN told of no buffers: ${JSON.stringify(row)}`);
  return buffers;
}

/** What the product's own calls touch: the same functions, their statements wrapped in EXPLAIN. */
async function ours(database: Database, tenantId: string, page: Asked): Promise<number> {
  return database.tenant(tenantId, async (db) => {
    let buffers = 0;
    const explaining: TenantDb = {
      tenantId,
      last: (work) => work(),
      query: async (sql, values = []) => {
        buffers += await buffersOf((text, given) => db.query(text, given), sql, values);
        return [];
      },
    };
    await pageOf(explaining, page);
    return buffers;
  });
}

async function plain(test: TestDatabase, tenantId: string, page: Asked): Promise<number> {
  return asOwner(test.ownerUrl, async (client) => {
    await client.query('BEGIN');
    try {
      // Without the policy, in a transaction that never commits.
      await client.query('ALTER TABLE example.notes DISABLE ROW LEVEL SECURITY');
      const query = async (sql: string, values: readonly unknown[]) =>
        (await client.query(sql, [...values])).rows as pg.QueryResultRow[];
      const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      return await buffersOf(query, handWritten(page.limit), [tenantId, page.afterId ?? newest]);
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

async function idAt(
  database: Database,
  tenantId: string,
  place: 'first' | 'middle' | 'last',
  limit: number,
): Promise<string | undefined> {
  if (place === 'first') return undefined;
  return database.tenant(tenantId, async (db) => {
    const { total } = await pageOf(db, { limit: 1, afterId: undefined });
    const skip = place === 'middle' ? Math.floor(total / 2) : Math.max(0, total - limit - 1);
    const [row] = await db.query<{ id: string }>('SELECT id FROM example.notes ORDER BY id DESC OFFSET $1 LIMIT 1', [
      skip,
    ]);
    return row?.id;
  });
}

/** Walks the whole list while others write; every row that was there before is met once, in strict order. */
async function walk(
  database: Database,
  tenantId: string,
): Promise<{ readonly expected: number; readonly met: number; readonly ordered: boolean; readonly written: number }> {
  const expected = await database.tenant(tenantId, (db) => pageOf(db, { limit: 1, afterId: undefined }));
  const newest = firstIdOf(systemClock.now());
  const makeId = makeIds(systemClock);
  let walking = true;
  let written = 0;
  const writers = Promise.all(
    Array.from({ length: 2 }, async () => {
      while (walking) {
        await database.tenant(tenantId, (db) =>
          insertNote(db, makeId(), { title: 'meanwhile', body: 'x'.repeat(500) }, systemClock.now()),
        );
        written += 1;
      }
    }),
  );
  let met = 0;
  let ordered = true;
  let previous: string | undefined;
  for (let afterId: string | undefined; ; ) {
    const { data, next_cursor } = await database.tenant(tenantId, (db) => pageOf(db, { limit: 200, afterId }));
    for (const { id } of data) {
      if (previous !== undefined && id >= previous) ordered = false;
      previous = id;
      if (id < newest) met += 1;
    }
    if (next_cursor === null) break;
    afterId = next_cursor;
  }
  walking = false;
  await writers;
  return { expected: expected.total, met, ordered, written };
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const test = await moduleDatabase([exampleModule]);
  const database = openDatabase({
    url: test.url,
    connections: 5,
    applicationName: 'list-cost',
    log: makeLog({ level: 'error' }),
  });
  const tenants = { large: randomUUID(), small: randomUUID() };
  try {
    await fill(test, tenants, size.rows, size.large, say);
    let worst = -Infinity;
    let worstGrowth = 0;
    for (const [name, tenantId] of Object.entries(tenants)) {
      for (const limit of [50, 200]) {
        const first: number[] = [];
        for (const place of ['first', 'middle', 'last'] as const) {
          const page = { limit, afterId: await idAt(database, tenantId, place, limit) };
          const [product, byHand] = [await ours(database, tenantId, page), await plain(test, tenantId, page)];
          if (place === 'first') first.push(product);
          if (place === 'last') worstGrowth = Math.max(worstGrowth, product / (first[0] ?? product));
          worst = Math.max(worst, product - byHand);
          say(`${name} tenant, limit ${limit}, ${place} page: ${product} buffers, hand-written ${byHand}`);
        }
      }
    }
    const { expected, met, ordered, written } = await walk(database, tenants.large);
    say(`walk: ${met} of ${expected} rows met, in strict order: ${ordered}, ${written} written meanwhile`);
    const [counted, real] = await database.tenant(tenants.large, async (db) => {
      const { total } = await pageOf(db, { limit: 1, afterId: undefined });
      const [row] = await db.query<{ n: number }>('SELECT count(*) AS n FROM example.notes');
      return [total, row?.n ?? -1];
    });
    say(`total ${counted}, count(*) ${real}`);
    return verdictOf(
      {
        [`a page costs at most ${extraBuffers} buffers more than hand-written`]: worst <= extraBuffers,
        'the last page costs at most a quarter more than the first': worstGrowth <= lastOverFirst,
        'a walk meets every row exactly once': ordered && met === expected,
        'writers wrote during the walk': written > 0,
        'total equals count(*)': counted === real,
      },
      `${size.rows} rows: at most ${worst} buffers over hand-written, last ÷ first ${worstGrowth.toFixed(2)}; walk met ${met} of ${expected}; total = count(*) ${counted === real}`,
    );
  } finally {
    await database.end();
    await test.drop();
  }
}

export const proof: TimedProof = {
  promise:
    'Any page of a list costs the same, however long the list, with an exact total and behind row-level security.',
  method:
    "buffers of the product's own statements (EXPLAIN ANALYZE) against a hand-written keyset query without policy and total; a walk during inserts",
  bar: `≤ ${extraBuffers} buffers more; last page ≤ first + 25 %; every row met once; total = count(*)`,
  run,
};

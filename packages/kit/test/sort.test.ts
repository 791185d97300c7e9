import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cursors as cursorsWith,
  type Database,
  makeLog,
  migrationSets,
  openDatabase,
  pageParameters,
  type SortedPage,
  sortedPage,
  sortedPageOf,
  sortedSelect,
  sortParameter,
  type Sorts,
  type TenantDb,
  tenantFilter,
} from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
writeFileSync(
  join(folder, '0001_things.sql'),
  `CREATE TABLE things (tenant_id uuid NOT NULL, id uuid NOT NULL, space text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
     share double precision, PRIMARY KEY (tenant_id, id));
   CREATE INDEX things_by_name ON things (tenant_id, space, name, id);
   CREATE INDEX things_by_share ON things (tenant_id, share, id);
   SELECT kit.tenant_table('things');`,
);

interface Thing extends Record<string, unknown> {
  readonly id: string;
  readonly space: string;
  readonly name: string;
  readonly share: number | null;
}

type Order = 'name' | 'share';
const sorts: Sorts<Order> = { name: { columns: ['space', 'name'] }, share: { columns: ['share'], nullable: true } };
const list = { name: 'things', sorts };
const cursors = cursorsWith([Buffer.alloc(32, 7)]);
const select = 'SELECT id, space, name, share FROM sample.things';

let test1: TestDatabase;
let database: Database;

beforeAll(async () => {
  test1 = await testDatabase(migrationSets([{ schema: 'sample', migrations: folder }]));
  database = openDatabase({
    url: test1.url,
    connections: 2,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
});
afterAll(async () => {
  await database.end();
  await test1.drop();
});

async function tenantWith(things: readonly Thing[]): Promise<string> {
  const tenantId = randomUUID();
  await database.tenant(tenantId, (db) =>
    db.query(
      `INSERT INTO sample.things SELECT $1, id, space, name, share
       FROM jsonb_to_recordset($2::jsonb) AS t (id uuid, space text, name text, share float8)`,
      [tenantId, JSON.stringify(things)],
    ),
  );
  return tenantId;
}

type Query = Parameters<typeof sortedPage<Order>>[2];

function rowsOf(db: TenantDb, page: SortedPage): Promise<readonly Thing[]> {
  const values: unknown[] = [];
  return db.query<Thing>(sortedSelect(select, [tenantFilter()], page, values), values);
}

async function walk(tenantId: string, query: Query): Promise<readonly Thing[]> {
  const met: Thing[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked: Query = cursor === '' ? query : { ...query, cursor };
    const page = sortedPage(list, tenantId, asked, {}, cursors);
    const rows = await database.tenant(tenantId, (db) => rowsOf(db, page));
    const { data, next_cursor } = sortedPageOf(rows, page, { total: 0 }, cursors);
    // Only the last page is short.
    expect(data.length === page.limit || next_cursor === null).toBe(true);
    met.push(...data);
    cursor = next_cursor;
  }
  return met;
}

/** As the list promises it: by the values, then by the id, all in one direction, and what has no value last. */
function inOrder(things: readonly Thing[], sort: Query['sort']): readonly Thing[] {
  const sign = sort === undefined || sort.startsWith('-') ? -1 : 1;
  const keys = sort === undefined ? ['id'] : sort.endsWith('share') ? ['share', 'id'] : ['space', 'name', 'id'];
  return things.toSorted((a, b) => {
    for (const key of keys) {
      const [one, other] = [a[key] as string | number | null, b[key] as string | number | null];
      if (one === other) continue;
      if (one === null || other === null) return one === null ? 1 : -1;
      return one < other ? -sign : sign;
    }
    return 0;
  });
}

const someThings = fc
  .array(
    fc.record({
      space: fc.constantFrom('a', 'b', ''),
      name: fc.oneof(fc.constantFrom('x', 'x-1', 'X', 'é'), fc.stringMatching(/^[a-z0-9.-]{0,4}$/)),
      share: fc.oneof(
        fc.constant(null),
        fc.constantFrom(0, 1, 2),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((share) => share + 0),
      ),
    }),
    { maxLength: 25 },
  )
  .map((all): readonly Thing[] => all.map((one) => ({ ...one, id: randomUUID() })));

describe('a walk over the pages', () => {
  test('meets the sorted set, with ties and with rows without a value, in either direction', async () => {
    const property = fc.asyncProperty(
      someThings,
      fc.constantFrom<Query['sort'][]>('name', '-name', 'share', '-share', undefined),
      fc.integer({ min: 1, max: 7 }),
      async (things, sort, limit) => {
        const met = await walk(await tenantWith(things), { limit, ...(sort === undefined ? {} : { sort }) });
        expect(met).toEqual(inOrder(things, sort));
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});

describe('a cursor', () => {
  const tenantId = randomUUID();
  const ask = (query: Query, filters = {}, who = tenantId) => sortedPage(list, who, query, filters, cursors);
  const page = ask({ limit: 1, sort: 'share' }, { space: ['a'] });
  const row = (share: number | null) => ({ id: randomUUID(), space: 'a', name: 'x', share });
  const { next_cursor } = sortedPageOf([row(1.5), row(null)], page, { total: 2 }, cursors);
  const cursor = next_cursor ?? '';

  test('says where the next page begins, in the same order, with the same filters, of the same tenant', () => {
    expect(ask({ cursor, sort: 'share' }, { space: ['a'] }).after?.values).toEqual([1.5]);
    for (const other of [
      () => ask({ cursor, sort: '-share' }, { space: ['a'] }),
      () => ask({ cursor, sort: 'name' }, { space: ['a'] }),
      () => ask({ cursor }, { space: ['a'] }),
      () => ask({ cursor, sort: 'share' }, { space: ['b'] }),
      () => ask({ cursor, sort: 'share' }),
      () => ask({ cursor, sort: 'share' }, { space: ['a'] }, randomUUID()),
      () => ask({ cursor: cursor.slice(0, -1), sort: 'share' }, { space: ['a'] }),
      () => ask({ cursor: '', sort: 'share' }, { space: ['a'] }),
      () => ask({ cursor: Buffer.from('[1]').toString('base64url'), sort: 'share' }, { space: ['a'] }),
    ])
      expect(other).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });

  test('is not made of what would not lead back to the row', () => {
    const dated = [
      { id: randomUUID(), share: new Date() },
      { id: randomUUID(), share: new Date() },
    ];
    expect(() => sortedPageOf(dated, page, { total: 2 }, cursors)).toThrow(/neither text nor a number/);
  });
});

test('the parameter names each order in both directions, and a list without orders has none', () => {
  expect(sortParameter(sorts).sort.enum).toEqual(['name', '-name', 'share', '-share']);
  expect(pageParameters).not.toHaveProperty('sort');
});

describe('the cost of a page', () => {
  const count = 20_000;

  interface Plan {
    readonly 'Node Type': string;
    readonly 'Actual Rows': number;
    readonly 'Index Name'?: string;
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
    readonly Plans?: readonly Plan[];
  }

  const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  async function explained(tenantId: string, page: SortedPage): Promise<Plan> {
    const values: unknown[] = [];
    const sql = sortedSelect(select, [tenantFilter()], page, values);
    const [row] = await database.tenant(tenantId, (db) =>
      db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, values),
    );
    if (row === undefined) throw new Error('EXPLAIN told nothing');
    return row['QUERY PLAN'][0].Plan;
  }

  test('is that of its rows: read from the index, at the beginning, in the middle and at the end', async () => {
    const tenantId = await tenantWith(
      Array.from({ length: count }, (_, index) => ({
        id: randomUUID(),
        space: `space-${index % 10}`,
        name: `thing-${index}`,
        share: index % 5 === 0 ? null : index % 100,
      })),
    );
    await asOwner(test1.ownerUrl, (client) => client.query('VACUUM (ANALYZE) sample.things'));
    for (const sort of ['name', '-name', 'share', '-share'] as const) {
      const index = sort.endsWith('name') ? 'things_by_name' : 'things_by_share';
      const all = await walk(tenantId, { limit: 200, sort });
      const page = sortedPage(list, tenantId, { limit: 50, sort }, {}, cursors);
      for (const at of [undefined, count * 0.5, count * 0.79, count * 0.9, count - 60]) {
        const row = at === undefined ? undefined : all[at];
        const values = sort.endsWith('name') ? [row?.space ?? null, row?.name ?? null] : [row?.share ?? null];
        const plan = await explained(tenantId, { ...page, after: row && { id: row.id, values } });
        const nodes = nodesOf(plan);
        const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
        expect({
          sort,
          at,
          indexes: [...indexes],
          scansAll: nodes.some((node) => node['Node Type'] === 'Seq Scan'),
          // Two parts at most, and one row more than the page of each.
          mostRows: Math.max(...nodes.map((node) => node['Actual Rows'])) <= 2 * 51,
          // A page of the table for each row at most, and some steps down the index.
          buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] <= 2 * 51 + 20,
        }).toEqual({ sort, at, indexes: [index], scansAll: false, mostRows: true, buffers: true });
      }
    }
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner, type TestDatabase, testDatabase } from '@wheelhouse/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anyOf,
  cursors as cursorsWith,
  type Database,
  defineList,
  makeLog,
  migrationSets,
  openDatabase,
  readPage,
  type TenantDb,
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

const things = defineList<Thing>({
  name: 'things',
  from: 'sample.things',
  columns: 'id, space, name, share',
  sorts: { name: { columns: ['space', 'name'] }, share: { columns: ['share'], nullable: true } },
  reach: {
    within:
      ({ clusterIds = [] }) =>
      ({ bind, column }) =>
        `${column('space')} = ANY(${bind(clusterIds)})`,
  },
  filters: { space: anyOf('spaces') },
});
const cursors = cursorsWith([Buffer.alloc(32, 7)]);

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

async function tenantWith(all: readonly Thing[]): Promise<string> {
  const tenantId = randomUUID();
  await database.tenant(tenantId, (db) =>
    db.query(
      `INSERT INTO sample.things SELECT $1, id, space, name, share
       FROM jsonb_to_recordset($2::jsonb) AS t (id uuid, space text, name text, share float8)`,
      [tenantId, JSON.stringify(all)],
    ),
  );
  return tenantId;
}

interface Query {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly space?: string;
}

const ask = (tenantId: string, query: Query, limits?: readonly string[]) =>
  database.tenant(tenantId, (db) => pageFor(db, query, limits));

function pageFor(db: TenantDb, query: Query, clusterIds?: readonly string[]) {
  const limits = clusterIds && { clusterIds, cloudspaceIds: undefined };
  return readPage(db, things, { query, limits }, cursors);
}

async function walk(tenantId: string, query: Query & { readonly limit: number }) {
  const [met, after]: [Thing[], string[]] = [[], []];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, next_cursor } = await ask(tenantId, cursor === '' ? query : { ...query, cursor });
    // Only the last page is short.
    expect(data.length === query.limit || next_cursor === null).toBe(true);
    met.push(...data);
    if (next_cursor !== null) after.push(next_cursor);
    cursor = next_cursor;
  }
  return { met, after };
}

/** As the list promises it: by the values, then by the id, all in one direction, and what has no value last. */
function inOrder(all: readonly Thing[], sort: Query['sort']): readonly Thing[] {
  const sign = sort === undefined || sort.startsWith('-') ? -1 : 1;
  const keys = sort === undefined ? ['id'] : sort.endsWith('share') ? ['share', 'id'] : ['space', 'name', 'id'];
  return all.toSorted((a, b) => {
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
      async (all, sort, limit) => {
        const { met } = await walk(await tenantWith(all), { limit, ...(sort === undefined ? {} : { sort }) });
        expect(met).toEqual(inOrder(all, sort));
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});

const row = (space: string, share: number | null = null) => ({ id: randomUUID(), space, name: 'x', share });

describe('a cursor', () => {
  test('says where the next page begins, in the same order, with the same filters and limits, of the same tenant', async () => {
    const tenantId = await tenantWith([row('a', 1.5), row('a', 2), row('b', 1)]);
    const asked = { limit: 1, sort: 'share', space: 'a' };
    const first = await ask(tenantId, asked);
    const cursor = first.next_cursor ?? '';
    expect((await ask(tenantId, { ...asked, cursor })).data.map(({ share }) => share)).toEqual([2]);
    const others: [Query, (readonly string[])?][] = [
      [{ ...asked, cursor, sort: '-share' }],
      [{ ...asked, cursor, sort: 'name' }],
      [{ cursor, space: 'a' }],
      [{ ...asked, cursor, space: 'b' }],
      [{ cursor, sort: 'share' }],
      [{ ...asked, cursor }, ['a']],
      [{ ...asked, cursor: cursor.slice(0, -1) }],
      [{ ...asked, cursor: '' }],
      [{ ...asked, cursor: Buffer.from('[1]').toString('base64url') }],
    ];
    for (const [query, limits] of others)
      await expect(ask(tenantId, query, limits)).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(ask(randomUUID(), { ...asked, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('is not made of what would not lead back to the row', async () => {
    const tenantId = await tenantWith([row('a'), row('a')]);
    const dated = defineList<Thing & { readonly made: Date }>({
      name: 'dated',
      from: '(SELECT *, now() AS made FROM sample.things) AS things',
      columns: 'id, made',
      sorts: { made: { columns: ['made'] } },
      reach: 'none',
    });
    const page = database.tenant(tenantId, (db) =>
      readPage(db, dated, { query: { limit: 1, sort: 'made' }, limits: undefined }, cursors),
    );
    await expect(page).rejects.toThrow(/neither text nor a number/);
  });
});

describe('a list', () => {
  test('takes limit, cursor, its filters, and each order in both directions', () => {
    expect(Object.keys(things.query.properties)).toEqual(['limit', 'cursor', 'space', 'sort']);
    expect(things.query.properties['sort']).toMatchObject({ enum: ['name', '-name', 'share', '-share'] });
    const plain = defineList({ name: 'plain', from: 'sample.things', columns: 'id', reach: 'none' });
    expect(Object.keys(plain.query.properties)).toEqual(['limit', 'cursor']);
  });

  test('has the total of what is asked for, within the limits of the role', async () => {
    const tenantId = await tenantWith([row('a'), row('a'), row('b'), row('c')]);
    const totals = async (query: Query, limits?: readonly string[]) => (await ask(tenantId, query, limits)).total;
    expect(await totals({ limit: 1 })).toBe(4);
    expect(await totals({ limit: 1, space: 'a, c' })).toBe(3);
    expect(await totals({ limit: 1 }, ['a', 'b'])).toBe(3);
    expect(await totals({ limit: 1, space: 'b,c' }, ['a', 'b'])).toBe(1);
    expect(await ask(tenantId, {}, [])).toEqual({ data: [], next_cursor: null, total: 0 });
  });

  test('of things in clusters and CloudSpaces shows what lies in both of those a role is limited to', async () => {
    const tenantId = await tenantWith([row('a'), row('b')]);
    const placed = defineList<Thing>({
      name: 'placed',
      from: 'sample.things',
      columns: 'id, space, name, share',
      reach: { cluster: 'space', cloudspace: 'name' },
    });
    const seen = (clusterIds: readonly string[] | undefined, cloudspaceIds: readonly string[] | undefined) =>
      database.tenant(tenantId, async (db) => {
        const { data } = await readPage(db, placed, { query: {}, limits: { clusterIds, cloudspaceIds } }, cursors);
        return data.map(({ space }) => space).toSorted();
      });
    expect(await seen(['a'], undefined)).toEqual(['a']);
    expect(await seen(undefined, ['x'])).toEqual(['a', 'b']);
    expect(await seen(['a'], ['x'])).toEqual(['a']);
    expect(await seen(['a'], ['y'])).toEqual([]);
    expect(await seen([], undefined)).toEqual([]);
  });
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

  async function explained(tenantId: string, query: Query): Promise<Plan> {
    const plans: Plan[] = [];
    await database.tenant(tenantId, (db) => {
      const explaining: TenantDb = {
        ...db,
        query: async (sql, values = []) => {
          if (!sql.includes('ORDER BY')) return [];
          const [told] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
            values,
          );
          if (told !== undefined) plans.push(told['QUERY PLAN'][0].Plan);
          return [];
        },
      };
      return pageFor(explaining, query);
    });
    const [plan] = plans;
    if (plan === undefined) throw new Error('EXPLAIN told nothing');
    return plan;
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
      const { after } = await walk(tenantId, { limit: 200, sort });
      // Four fifths have a share: around there, a page has rows with and without one.
      for (const at of [undefined, 0.5, 0.79, 0.9, 0.99]) {
        const cursor = at === undefined ? undefined : after[Math.floor(after.length * at)];
        const plan = await explained(tenantId, { limit: 50, sort, ...(cursor === undefined ? {} : { cursor }) });
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

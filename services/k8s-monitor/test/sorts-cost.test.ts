import { randomUUID } from 'node:crypto';
import {
  cursors as cursorsWith,
  type Database,
  type List,
  makeLog,
  openDatabase,
  readPage,
  type TenantDb,
} from '@wheelhouse/kit';
import { asOwner, moduleDatabase, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issues } from '../src/issues/store.ts';
import { k8sMonitorModule } from '../src/module.ts';
import { nodes } from '../src/nodes/store.ts';
import { workloads } from '../src/workloads/store.ts';

/** Sorted pages of large clusters, by the product's own statements: each order has an index, and it is used. */
const count = 5_000;
const limit = 50;
const tenantId = randomUUID();
const cursors = cursorsWith([Buffer.alloc(32, 7)]);
let test1: TestDatabase;
let database: Database;

beforeAll(async () => {
  test1 = await moduleDatabase([k8sMonitorModule]);
  const log = makeLog({ level: 'error' });
  database = openDatabase({ url: test1.url, connections: 2, applicationName: 'test', log });
  await database.tenant(tenantId, async (db) => {
    const values = [tenantId, randomUUID(), count];
    await db.query(
      `INSERT INTO k8s_monitor.nodes (tenant_id, id, cluster_id, uid, name, status, cordoned, pressures, version, cpu_allocatable,
         memory_allocatable, cpu_usage, memory_usage, pods, pods_allocatable)
       SELECT $1, kit.make_id(), $2, i, 'node-' || i, CASE WHEN i % 50 = 0 THEN 'NotReady' ELSE 'Ready' END, false, '{}', 'v1', 1000,
         1000, CASE WHEN i % 10 > 0 THEN i % 1000 END, CASE WHEN i % 10 > 0 THEN i % 900 END, i % 100, 110 FROM generate_series(1, $3) AS i`,
      values,
    );
    await db.query(
      `INSERT INTO k8s_monitor.workloads (tenant_id, id, cluster_id, kind, namespace, name, desired, ready, available, status, issues)
       SELECT $1, kit.make_id(), $2, 'Deployment', 'space-' || i % 40, 'app-' || i, 1, 1, 1, CASE WHEN i % 100 = 0 THEN 'short' ELSE 'ok' END,
         CASE WHEN i % 100 = 0 THEN 1 ELSE 0 END FROM generate_series(1, $3) AS i`,
      values,
    );
    // Nearly all of them are over, and those cost the most.
    await db.query(
      `INSERT INTO k8s_monitor.issues (tenant_id, id, cluster_id, reason, category, severity, status, kind, name, message, first_seen,
         last_seen, count, score_impact, capped, suggested_action, resolved_at)
       SELECT $1, kit.make_id(), $2, 'crash_loop', 'workloads', 'warning', CASE WHEN i % 20 = 0 THEN 'open' ELSE 'resolved' END, 'Deployment',
         'app-' || i, 'said', now(), now(), 1, CASE WHEN i % 20 = 0 THEN i % 7 ELSE 50 END, false, 'do', CASE WHEN i % 20 > 0 THEN now() END
       FROM generate_series(1, $3) AS i`,
      values,
    );
  });
  await asOwner(test1.ownerUrl, async (client) => {
    for (const { from } of [nodes, workloads, issues]) await client.query(`VACUUM (ANALYZE) ${from}`);
  });
});
afterAll(async () => {
  await database.end();
  await test1.drop();
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The indexes that a first page reads, and the most rows that any step of it meets. */
async function costOf<Row extends Record<string, unknown> & { readonly id: string }>(
  list: List<Row>,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly indexes: readonly string[]; readonly met: number }> {
  const plans: Plan[] = [];
  await database.tenant(tenantId, async (db) => {
    const explaining: TenantDb = {
      ...db,
      query: async (sql, values = []) => {
        if (!sql.includes('ORDER BY')) return db.query(sql, values);
        const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          values,
        );
        if (row !== undefined) plans.push(...nodesOf(row['QUERY PLAN'][0].Plan));
        return [];
      },
    };
    await readPage(explaining, list, { query: { limit, ...query }, limits: undefined }, cursors);
  });
  return {
    indexes: [...new Set(plans.flatMap((plan) => plan['Index Name'] ?? []))].filter((name) => name !== 'watches_pkey'),
    met: Math.max(...plans.map((plan) => plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))),
  };
}

const most = 2 * (limit + 1);

test.for([
  ['name', 'nodes_sorted_by_name'],
  ['status', 'nodes_sorted_by_status'],
  ['cpu_percent', 'nodes_sorted_by_cpu'],
  ['memory_percent', 'nodes_sorted_by_memory'],
  ['pods', 'nodes_sorted_by_pods'],
] as const)('nodes by %s are read from %s', async ([sort, index]) => {
  for (const one of [sort, `-${sort}`] as const) {
    const { indexes, met } = await costOf(nodes, { sort: one });
    expect(indexes).toEqual([index]);
    expect(met).toBeLessThanOrEqual(most);
  }
});

test.for([
  ['name', 'workloads_sorted_by_name'],
  ['status', 'workloads_sorted_by_status'],
  ['issues', 'workloads_sorted_by_issues'],
] as const)('workloads by %s are read from %s', async ([sort, index]) => {
  for (const one of [sort, `-${sort}`] as const) {
    const { indexes, met } = await costOf(workloads, { sort: one });
    expect(indexes).toEqual([index]);
    expect(met).toBeLessThanOrEqual(most);
  }
});

test('open issues by impact are read past none of those that are over', async () => {
  for (const sort of ['impact', '-impact'] as const) {
    const { indexes, met } = await costOf(issues, { sort, status: 'open' });
    expect(indexes).toEqual(['issues_sorted_by_impact']);
    expect(met).toBeLessThanOrEqual(most);
  }
});

test('names that begin so are found by the index', async () => {
  // node-42, node-420 to node-429 and node-4200 to node-4299.
  const { indexes, met } = await costOf(nodes, { sort: 'name', q: 'node-42' });
  expect(indexes).toEqual(['nodes_sorted_by_name']);
  expect(met).toBeLessThanOrEqual(111);
});

test('there is no order without a test of its cost', () => {
  expect([nodes, workloads, issues].map(({ sorts = {} }) => Object.keys(sorts))).toEqual([
    ['name', 'status', 'cpu_percent', 'memory_percent', 'pods'],
    ['name', 'status', 'issues'],
    ['impact'],
  ]);
});

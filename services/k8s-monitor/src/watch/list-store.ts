import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import { asJson } from './as-json.ts';
import type { NodeRow } from './node-rows.ts';
import type { RowChanges, Written } from './row-changes.ts';
import { objectKey } from '../state/facts.ts';
import type { WorkloadRow } from './workload-rows.ts';

/** A table that lists what a cluster has. */
interface Table {
  readonly name: 'nodes' | 'workloads';
  /** Its columns with their types, besides tenant, cluster and id. */
  readonly columns: readonly (readonly [name: string, type: string])[];
}

const nodes: Table = {
  name: 'nodes',
  columns: [
    ['uid', 'text'],
    ['name', 'text'],
    ['status', 'text'],
    ['status_since', 'timestamptz'],
    ['cordoned', 'boolean'],
    ['pressures', 'text[]'],
    ['version', 'text'],
    ['labels', 'text[]'],
    ['cpu_allocatable', 'bigint'],
    ['memory_allocatable', 'bigint'],
    ['cpu_usage', 'bigint'],
    ['memory_usage', 'bigint'],
    ['pods', 'integer'],
    ['pods_allocatable', 'integer'],
  ],
};

const workloads: Table = {
  name: 'workloads',
  columns: [
    ['kind', 'text'],
    ['namespace', 'text'],
    ['name', 'text'],
    ['desired', 'integer'],
    ['ready', 'integer'],
    ['available', 'integer'],
    ['status', 'text'],
    ['issues', 'integer'],
  ],
};

const atOnce = 2_000;

function read<Row extends Record<string, unknown>>(
  db: TenantDb,
  { name, columns }: Table,
  clusterId: string,
): Promise<readonly Row[]> {
  const names = columns.map(([column]) => column).join(', ');
  return db.query<Row>(`SELECT id, ${names} FROM k8s_monitor.${name} WHERE ${tenantFilter()} AND cluster_id = $1`, [
    clusterId,
  ]);
}

export async function readNodes(db: TenantDb, clusterId: string): Promise<ReadonlyMap<string, Written<NodeRow>>> {
  type Row = Written<Omit<NodeRow, 'status_since'>> & Record<string, unknown> & { readonly status_since: Date | null };
  const rows = await read<Row>(db, nodes, clusterId);
  return new Map(rows.map((row) => [row.name, { ...row, status_since: row.status_since?.getTime() ?? null }]));
}

export async function readWorkloads(
  db: TenantDb,
  clusterId: string,
): Promise<ReadonlyMap<string, Written<WorkloadRow>>> {
  const rows = await read<Written<WorkloadRow> & Record<string, unknown>>(db, workloads, clusterId);
  return new Map(rows.map((row) => [objectKey(row.kind, row.namespace, row.name), row]));
}

export function writeNodes(db: TenantDb, clusterId: string, changes: RowChanges<NodeRow>): Promise<void> {
  const asRow = (row: Written<NodeRow>) => ({
    ...row,
    status_since: row.status_since === null ? null : new Date(row.status_since),
  });
  return write(db, nodes, clusterId, {
    added: changes.added.map(asRow),
    changed: changes.changed.map(asRow),
    removed: changes.removed,
  });
}

export function writeWorkloads(db: TenantDb, clusterId: string, changes: RowChanges<WorkloadRow>): Promise<void> {
  return write(db, workloads, clusterId, changes);
}

/** What is gone goes first: something new may have its name. */
async function write(
  db: TenantDb,
  { name, columns }: Table,
  clusterId: string,
  { added, changed, removed }: Omit<RowChanges<object>, 'next'>,
): Promise<void> {
  const names = columns.map(([column]) => column).join(', ');
  const shape = columns.map(([column, type]) => `${column} ${type}`).join(', ');
  const sets = columns.map(([column]) => `${column} = n.${column}`).join(', ');
  const rows = `jsonb_to_recordset($1::jsonb) AS n (id uuid, ${shape})`;
  const table = `k8s_monitor.${name}`;
  const statements: Promise<unknown>[] = [];
  if (removed.length > 0)
    statements.push(db.query(`DELETE FROM ${table} WHERE ${tenantFilter()} AND id = ANY($1)`, [removed]));
  for (const some of chunks(changed))
    statements.push(
      db.query(`UPDATE ${table} AS k SET ${sets} FROM ${rows} WHERE ${tenantFilter('k')} AND k.id = n.id`, [
        asJson(some),
      ]),
    );
  for (const some of chunks(added))
    statements.push(
      db.query(`INSERT INTO ${table} (tenant_id, cluster_id, id, ${names}) SELECT $2, $3, id, ${names} FROM ${rows}`, [
        asJson(some),
        db.tenantId,
        clusterId,
      ]),
    );
  await Promise.all(statements);
}

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

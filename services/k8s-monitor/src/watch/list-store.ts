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
    ['cpu_requested', 'bigint'],
    ['memory_requested', 'bigint'],
    ['tainted', 'boolean'],
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
    ['uid', 'text'],
    ['created_at', 'timestamptz'],
    ['generation', 'bigint'],
    ['replicas', 'integer'],
    ['images', 'text[]'],
    ['template', 'text'],
    ['restarted_at', 'text'],
    ['template_by', 'text'],
    ['template_at', 'timestamptz'],
    ['replicas_by', 'text'],
    ['replicas_at', 'timestamptz'],
  ],
};

const atOnce = 2_000;

function read<Row>(
  db: TenantDb,
  { name, columns }: Table,
  clusterId: string,
): Promise<readonly (Row & Record<string, unknown>)[]> {
  const names = columns.map(([column]) => column).join(', ');
  return db.query<Row & Record<string, unknown>>(
    `SELECT id, ${names} FROM k8s_monitor.${name} WHERE ${tenantFilter()} AND cluster_id = $1`,
    [clusterId],
  );
}

/** As the driver has a row: its times are dates. */
type Read<Row, Times extends keyof Row> = Written<Omit<Row, Times>> & Readonly<Record<Times, Date | null>>;

export async function readNodes(db: TenantDb, clusterId: string): Promise<ReadonlyMap<string, Written<NodeRow>>> {
  const rows = await read<Read<NodeRow, 'status_since'>>(db, nodes, clusterId);
  return new Map(rows.map((row) => [row.name, { ...row, status_since: row.status_since?.getTime() ?? null }]));
}

export async function readWorkloads(
  db: TenantDb,
  clusterId: string,
): Promise<ReadonlyMap<string, Written<WorkloadRow>>> {
  const rows = await read<Read<WorkloadRow, WorkloadTimes>>(db, workloads, clusterId);
  const asKept = (row: Read<WorkloadRow, WorkloadTimes>): Written<WorkloadRow> => ({
    ...row,
    created_at: row.created_at?.getTime() ?? null,
    template_at: row.template_at?.getTime() ?? null,
    replicas_at: row.replicas_at?.getTime() ?? null,
  });
  return new Map(rows.map((row) => [objectKey(row.kind, row.namespace, row.name), asKept(row)]));
}

type WorkloadTimes = 'created_at' | 'template_at' | 'replicas_at';

export function writeNodes(db: TenantDb, clusterId: string, changes: RowChanges<NodeRow>): Promise<void> {
  return write(
    db,
    nodes,
    clusterId,
    inDates(changes, ({ status_since }) => ({ status_since })),
  );
}

export function writeWorkloads(db: TenantDb, clusterId: string, changes: RowChanges<WorkloadRow>): Promise<void> {
  const times = ({ created_at, template_at, replicas_at }: WorkloadRow) => ({ created_at, template_at, replicas_at });
  return write(db, workloads, clusterId, inDates(changes, times));
}

function inDates<Row extends object>(
  { added, changed, removed }: RowChanges<Row>,
  timesOf: (row: Row) => Readonly<Record<string, number | null>>,
): Omit<RowChanges<object>, 'next'> {
  const asRow = (row: Written<Row>) => {
    const times = Object.entries(timesOf(row)).map(([name, at]) => [name, at === null ? null : new Date(at)]);
    return { ...row, ...Object.fromEntries(times) };
  };
  return { added: added.map(asRow), changed: changed.map(asRow), removed };
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

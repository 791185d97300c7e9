import type { Handle, SystemDb } from './database.ts';

/**
 * History tables are cut by time (see kit/0002_partitions.sql). The functions run with the owner's
 * rights: the app role has no say over tables, and no grant on a partition.
 */
interface PartitionedTable {
  /** With its schema. */
  readonly name: string;
  /** How many partitions begin after the moment. */
  readonly ahead: number;
}

export function partitionedTables(db: Handle, schema: string, moment: Date): Promise<readonly PartitionedTable[]> {
  return db.query<PartitionedTable & Record<string, unknown>>(
    `SELECT t.table_name::text AS name, (SELECT count(*) FROM kit.partitions(t.table_name) AS p WHERE p.begins > $1) AS ahead
     FROM ${schema}.partitioned_tables AS t JOIN pg_class AS c ON c.oid = t.table_name ORDER BY 1`,
    [moment],
  );
}

/** Makes the partition of the moment and the two after it; answers how many begin after it. */
export async function ensurePartition(db: Handle, schema: string, table: string, moment: Date): Promise<number> {
  const [row] = await db.query<{ ahead: number | null }>(`SELECT ${schema}.ensure_partition($1, $2) AS ahead`, [
    table,
    moment,
  ]);
  return row?.ahead ?? 0;
}

/** All of a module's tables at once: before it serves, for it may have been off for long. */
export async function ensurePartitions(db: Handle, schema: string, moment: Date): Promise<void> {
  for (const { name } of await partitionedTables(db, schema, moment)) await ensurePartition(db, schema, name, moment);
}

/** Drops the oldest partition that is past its keeping; answers its name, or undefined when there is none. */
export async function dropPartition(db: SystemDb, schema: string, table: string): Promise<string | undefined> {
  const [row] = await db.query<{ dropped: string | null }>(`SELECT ${schema}.drop_partition($1) AS dropped`, [table]);
  return row?.dropped ?? undefined;
}

/** An insert fails when nothing is ahead and the time comes; said while there is still time. */
export async function whyPartitionsRunOut(
  db: Handle,
  schemas: readonly string[],
  moment: Date,
): Promise<string | undefined> {
  const short: string[] = [];
  for (const schema of schemas)
    for (const { name, ahead } of await partitionedTables(db, schema, moment)) if (ahead < 1) short.push(name);
  return short.length === 0 ? undefined : `no partition prepared for ${short.join(', ')}: is a worker running?`;
}

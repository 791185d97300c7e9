import pg from 'pg';
import { type Keyring, SealedSecretError } from './secrets.ts';

/** A column that holds sealed secrets. Its values are sealed to `schema.table`, the tenant and the id; a second one's also to its name. */
export interface SealedColumn {
  readonly schema: string;
  readonly table: string;
  readonly tenantColumn: string;
  readonly idColumn: string;
  readonly column: string;
  /** The row has another sealed column: its place names this one. */
  readonly isSecond?: true;
}

export interface RewrapCount {
  /** `schema.table.column` */
  readonly column: string;
  readonly rewrapped: number;
  /** Written by someone else meanwhile, and left as they wrote it. */
  readonly overtaken: number;
  /** Did not open, and left as they are; `faults` tells of the first few. */
  readonly failed: number;
  readonly faults: readonly string[];
  /** Not under the first key at the end. Once it is 0 for every column, and every process has that key first, older keys can go. */
  readonly left: number;
}

interface SealedRow {
  readonly tenant: string;
  readonly id: string;
  readonly sealed: string;
}

const mostFaults = 20;
const defaultBatch = 500;

/**
 * Seals with the first key whatever is sealed with another. A statement is a transaction of its own,
 * so an interrupted run keeps what it did, the next one goes on from there, and two row locks that
 * could meet a request's in a deadlock are never held. `client` is the owner's and in no transaction.
 */
export async function rewrap(
  client: pg.ClientBase,
  keyring: Keyring,
  columns: readonly SealedColumn[],
  batch = defaultBatch,
): Promise<readonly RewrapCount[]> {
  for (const column of columns) await mustOwn(client, column);
  const counts: RewrapCount[] = [];
  for (const column of columns) counts.push(await rewrapColumn(client, keyring, column, batch));
  return counts;
}

/** The same, over a connection of its own; the address is the owner's. */
export async function rewrapDatabase(
  url: string,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<readonly RewrapCount[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'wheelhouse-rewrap' });
  await client.connect();
  try {
    return await rewrap(client, keyring, columns);
  } finally {
    await client.end();
  }
}

/** To any other role row-level security would show an empty table, and nothing would seem left to do. */
async function mustOwn(client: pg.ClientBase, { schema, table }: SealedColumn): Promise<void> {
  const { rows } = await client.query<{ owned: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owned FROM pg_class
     WHERE relname = $2 AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`,
    [schema, table],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`there is no table ${schema}.${table}: run wheelhouse migrate up first`);
  if (!found.owned)
    throw new Error(`only the owner of ${schema}.${table} sees the rows of all tenants: use MIGRATE_DATABASE_URL`);
}

async function rewrapColumn(
  client: pg.ClientBase,
  keyring: Keyring,
  column: SealedColumn,
  batch: number,
): Promise<RewrapCount> {
  const count = { rewrapped: 0, overtaken: 0, failed: 0 };
  const faults: string[] = [];
  let rows = await staleRows(client, keyring, column, batch);
  while (rows.length > 0) {
    for (const row of rows) {
      const sealed = resealed(keyring, column, row);
      if (sealed instanceof SealedSecretError) {
        count.failed += 1;
        if (faults.length < mostFaults) faults.push(sealed.message);
      } else if (await replace(client, column, row, sealed)) count.rewrapped += 1;
      else count.overtaken += 1;
    }
    // Onwards by key and not from the start again: rows that do not open would come back for ever.
    rows = await staleRows(client, keyring, column, batch, rows.at(-1));
  }
  const left = await countStale(client, keyring, column);
  return { column: `${column.schema}.${column.table}.${column.column}`, ...count, faults, left };
}

function resealed(
  keyring: Keyring,
  { schema, table, column, isSecond }: SealedColumn,
  row: SealedRow,
): string | SealedSecretError {
  const place = { tenantId: row.tenant, table: `${schema}.${table}`, rowId: row.id, ...(isSecond && { column }) };
  try {
    return keyring.seal(place, keyring.open(place, row.sealed));
  } catch (error) {
    if (error instanceof SealedSecretError) return error;
    throw error;
  }
}

async function staleRows(
  client: pg.ClientBase,
  keyring: Keyring,
  { schema, table, tenantColumn, idColumn, column }: SealedColumn,
  batch: number,
  after?: SealedRow,
): Promise<readonly SealedRow[]> {
  const key = `${quoted(tenantColumn)}, ${quoted(idColumn)}`;
  const values = [keyring.currentPrefix, batch, ...(after === undefined ? [] : [after.tenant, after.id])];
  const { rows } = await client.query<SealedRow>(
    `SELECT ${quoted(tenantColumn)}::text AS tenant, ${quoted(idColumn)}::text AS id, ${quoted(column)} AS sealed
     FROM ${quoted(schema, table)}
     WHERE NOT starts_with(${quoted(column)}, $1) ${after === undefined ? '' : `AND (${key}) > ($3, $4)`}
     ORDER BY ${key} LIMIT $2`,
    values,
  );
  return rows;
}

/** False when the value is no longer the one that was read. */
async function replace(
  client: pg.ClientBase,
  { schema, table, tenantColumn, idColumn, column }: SealedColumn,
  row: SealedRow,
  sealed: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE ${quoted(schema, table)} SET ${quoted(column)} = $4
     WHERE ${quoted(tenantColumn)} = $1 AND ${quoted(idColumn)} = $2 AND ${quoted(column)} = $3`,
    [row.tenant, row.id, row.sealed, sealed],
  );
  return rowCount === 1;
}

async function countStale(
  client: pg.ClientBase,
  keyring: Keyring,
  { schema, table, column }: SealedColumn,
): Promise<number> {
  const { rows } = await client.query<{ left: string }>(
    `SELECT count(*) AS left FROM ${quoted(schema, table)} WHERE NOT starts_with(${quoted(column)}, $1)`,
    [keyring.currentPrefix],
  );
  return Number(rows[0]?.left ?? 0);
}

function quoted(...names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join('.');
}

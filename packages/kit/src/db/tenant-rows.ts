import type { Database, SystemDb, TenantDb } from './database.ts';

const rowsAtOnce = 1_000;

/**
 * Deletes the rows a tenant has in a schema, table by table in small transactions, each the tenant's own. Killed
 * anywhere, it goes on where it was when it is called again. `aboveTenants` names tables above tenants to delete
 * from too. False: the signal ended first.
 */
export async function deleteTenantRows(
  { database, schema }: { readonly database: Database; readonly schema: string },
  tenantId: string,
  aboveTenants: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const tables = await database.system((db) => tablesOf(db, schema, aboveTenants));
  for (const table of tables)
    while (
      !signal.aborted &&
      (await database.tenant(tenantId, (db) => deleteSome(db, `${schema}.${table}`))) >= rowsAtOnce
    );
  return !signal.aborted;
}

/**
 * The tables that hold a tenant's rows, those that refer to others first. Read from the catalogue, so that a table
 * nobody remembered leaves nothing behind. What only the owner may delete is not among them, such as the audit trail,
 * which goes with its own retention, and counters, which hold numbers.
 */
async function tablesOf(db: SystemDb, schema: string, aboveTenants: readonly string[]): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (c.relrowsecurity OR c.relname = ANY($2)) AND has_table_privilege(c.oid, 'DELETE') ORDER BY 1`,
    [schema, aboveTenants],
  );
  const references = await db.query<{ source: string; target: string }>(
    `SELECT s.relname AS source, t.relname AS target FROM pg_constraint AS k
     JOIN pg_class AS s ON s.oid = k.conrelid JOIN pg_class AS t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = $1::regnamespace AND s.oid <> t.oid`,
    [schema],
  );
  return referringFirst(
    tables.map(({ name }) => name),
    references,
  );
}

function referringFirst(
  names: readonly string[],
  references: readonly { readonly source: string; readonly target: string }[],
): readonly string[] {
  const ordered: string[] = [];
  for (let rest = names; rest.length > 0; ) {
    const waiting = new Set(references.filter(({ source }) => rest.includes(source)).map(({ target }) => target));
    const free = rest.filter((name) => !waiting.has(name));
    if (free.length === 0) throw new Error(`these tables reference each other in a cycle: ${rest.join(', ')}`);
    ordered.push(...free);
    rest = rest.filter((name) => waiting.has(name));
  }
  return ordered;
}

/**
 * Not by tenantFilter: some of these tables are above tenants, where this condition is the only lock. Rows of several
 * partitions can have one ctid; all of them are the tenant's, so more may go at once than were asked for.
 */
async function deleteSome(db: TenantDb, table: string): Promise<number> {
  const gone = await db.query(
    `DELETE FROM ${table} WHERE tenant_id = $1
       AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE tenant_id = $1 LIMIT $2)) RETURNING 1`,
    [db.tenantId, rowsAtOnce],
  );
  return gone.length;
}

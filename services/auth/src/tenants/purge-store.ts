import { type Database, type SystemDb, type TenantDb } from '@wheelhouse/kit';

/**
 * The tables of this schema that hold a tenant's rows, those that refer to others first. Read from the
 * catalogue, so that a table nobody remembered leaves nothing behind. What only the owner may delete is not
 * among them: the audit trail, which goes with its own retention, and counters, which hold numbers.
 */
export async function tenantTables(db: SystemDb): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = 'auth'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relrowsecurity
       AND has_table_privilege(c.oid, 'DELETE') ORDER BY 1`,
  );
  const references = await db.query<{ source: string; target: string }>(
    `SELECT s.relname AS source, t.relname AS target FROM pg_constraint AS k
     JOIN pg_class AS s ON s.oid = k.conrelid JOIN pg_class AS t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = 'auth'::regnamespace AND s.oid <> t.oid`,
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
    if (free.length === 0) throw new Error(`these tables refer to each other in a circle: ${rest.join(', ')}`);
    ordered.push(...free);
    rest = rest.filter((name) => waiting.has(name));
  }
  return ordered;
}

/** Above tenants, but one tenant's all the same. Events on their way and revocations go with their own age. */
export const tablesWithTenant = ['secret_hashes', 'sso_domains_taken', 'sso_flows'] as const;

/**
 * Tables are named by the catalogue or by the list above, never by a caller. Not by tenantFilter: half of
 * these are above tenants, where it is the only lock and is never opened.
 */
export async function deleteSome(db: TenantDb, table: string, most: number): Promise<number> {
  const gone = await db.query(
    `DELETE FROM auth.${table} WHERE tenant_id = $1
       AND ctid = ANY(ARRAY(SELECT ctid FROM auth.${table} WHERE tenant_id = $1 LIMIT $2)) RETURNING 1`,
    [db.tenantId, most],
  );
  return gone.length;
}

/** From here on it cannot be restored. */
export function beginPurge(database: Database, now: Date): Promise<readonly { readonly id: string }[]> {
  return database.system((db) =>
    db.query<{ id: string }>(
      `UPDATE auth.tenants SET purging_since = coalesce(purging_since, $1)
       WHERE state = 'deleting' AND NOT operator AND (purging_since IS NOT NULL OR delete_after <= $1) RETURNING id`,
      [now],
    ),
  );
}

/** False when another process was faster. */
export async function deleteTenant(db: TenantDb): Promise<boolean> {
  const rows = await db.query('DELETE FROM auth.tenants WHERE id = $1 AND purging_since IS NOT NULL RETURNING id', [
    db.tenantId,
  ]);
  return rows.length > 0;
}

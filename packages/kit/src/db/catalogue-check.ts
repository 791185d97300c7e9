import { functionsAboveTenants, tablesAboveTenants } from './closed-list.ts';
import type { Handle } from './database.ts';

interface TableFacts extends Record<string, unknown> {
  readonly schema: string;
  readonly name: string;
  readonly secured: boolean;
  readonly forced: boolean;
  readonly has_tenant: boolean;
  readonly is_partition: boolean;
  readonly app_grants: boolean;
  /** Unique keys and foreign keys that leave tenant_id out. */
  readonly loose_keys: readonly string[];
}

const tables = `
  SELECT n.nspname AS schema, c.relname AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced, c.relispartition AS is_partition,
    EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS has_tenant,
    has_table_privilege($2, c.oid, 'SELECT, INSERT, UPDATE, DELETE') AS app_grants,
    ARRAY(
      SELECT i.relname::text FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
      WHERE x.indrelid = c.oid AND x.indisunique
        AND NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND a.attnum = ANY(x.indkey))
      UNION ALL
      SELECT k.conname::text FROM pg_constraint AS k
      WHERE k.conrelid = c.oid AND k.contype = 'f'
        AND NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND a.attnum = ANY(k.conkey))
    ) AS loose_keys
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') ORDER BY 1, 2`;

const definerFunctions = `
  SELECT n.nspname || '.' || p.proname AS name, p.proname::text AS bare, coalesce(p.proconfig::text, '') LIKE '%search_path%' AS pinned
  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname = ANY($1) AND p.prosecdef`;

/** What in the database would let tenants meet; an empty answer is the good one. */
export async function catalogueFaults(
  db: Handle,
  schemas: readonly string[],
  appRole: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const table of await db.query<TableFacts>(tables, [schemas, appRole])) {
    const name = `${table.schema}.${table.name}`;
    if (Object.hasOwn(tablesAboveTenants, table.name)) continue;
    if (!table.has_tenant) faults.push(`${name} has no tenant_id and is not on the closed list`);
    if (!table.secured || !table.forced)
      faults.push(`${name} lacks row-level security (${table.secured ? 'not forced' : 'not enabled'})`);
    for (const key of table.loose_keys)
      faults.push(`${name}: ${key} leaves tenant_id out; a key like that ignores the policy`);
    if (table.is_partition && table.app_grants)
      faults.push(`${name} is a partition the app role may read; that ignores its parent's policy`);
  }
  const functions = await db.query<{ name: string; bare: string; pinned: boolean }>(definerFunctions, [schemas]);
  for (const { name, bare, pinned } of functions) {
    if (!Object.hasOwn(functionsAboveTenants, bare))
      faults.push(`${name} runs with its owner's rights and is not on the closed list`);
    if (!pinned) faults.push(`${name} runs with its owner's rights without a pinned search_path`);
  }
  const [role] = await db.query<{ super: boolean; bypass: boolean; owned: number }>(
    `SELECT rolsuper AS super, rolbypassrls AS bypass,
       (SELECT count(*) FROM pg_class WHERE relnamespace::regnamespace::text = ANY($1) AND relowner = r.oid) AS owned
     FROM pg_roles AS r WHERE rolname = $2`,
    [schemas, appRole],
  );
  if (role === undefined || role.super || role.bypass || role.owned > 0)
    faults.push(`${appRole} is missing, superuser, BYPASSRLS, or an owner`);
  return faults;
}

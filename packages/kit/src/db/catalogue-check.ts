import { schemaOf, type Module } from '../module.ts';
import { functionsAboveTenants, jobTables, kitTablesAboveTenants } from './closed-list.ts';
import type { Handle } from './database.ts';

interface TableFacts extends Record<string, unknown> {
  readonly schema: string;
  readonly name: string;
  /** Itself, or what it is a partition of. */
  readonly root: string;
  readonly secured: boolean;
  readonly forced: boolean;
  readonly has_tenant: boolean;
  readonly is_partition: boolean;
  readonly app_grants: boolean;
  /** Unique keys and foreign keys that leave tenant_id out. */
  readonly loose_keys: readonly string[];
}

const tables = `
  SELECT n.nspname AS schema, c.relname AS name, coalesce(p.relname, c.relname) AS root, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced, c.relispartition AS is_partition,
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
    LEFT JOIN pg_class AS p ON p.oid = CASE WHEN c.relispartition THEN pg_partition_root(c.oid) END
  WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') ORDER BY 1, 2`;

/** They read with their owner's rights, and the owner sees all tenants. */
const views = `
  SELECT c.oid::regclass::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = ANY($1) AND c.relkind IN ('v', 'm', 'f') AND has_table_privilege($2, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
    AND NOT coalesce(c.reloptions::text LIKE '%security_invoker=true%', false)`;

const definerFunctions = `
  SELECT n.nspname || '.' || p.proname AS name, p.proname::text AS bare, coalesce(p.proconfig::text, '') LIKE '%search_path%' AS pinned,
    has_function_privilege('public', p.oid, 'EXECUTE') AS anybodys
  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname = ANY($1) AND p.prosecdef`;

const jobsSchema = 'jobs';

export type CheckedModule = Pick<Module, 'name' | 'aboveTenants'>;

/** `schema.table`, each with its reason. */
export function tablesAboveTenants(modules: readonly CheckedModule[]): Readonly<Record<string, string>> {
  const named = (schema: string, reasons: Readonly<Record<string, string>>) =>
    Object.entries(reasons).map(([table, reason]) => [`${schema}.${table}`, reason] as const);
  return Object.fromEntries([
    ...named('kit', kitTablesAboveTenants),
    ...named(jobsSchema, jobTables),
    ...modules.flatMap(({ name, aboveTenants = {} }) =>
      named(schemaOf(name), { ...kitTablesAboveTenants, ...aboveTenants }),
    ),
  ]);
}

/** What in the database would let tenants meet, in these modules' schemas, the kit's and the job engine's; an empty answer is the good one. */
export async function catalogueFaults(
  db: Handle,
  modules: readonly CheckedModule[],
  appRole: string,
): Promise<readonly string[]> {
  const schemas = [...new Set(['kit', jobsSchema, ...modules.map(({ name }) => schemaOf(name))])];
  const exempt = tablesAboveTenants(modules);
  const faults: string[] = [];
  for (const table of await db.query<TableFacts>(tables, [schemas, appRole])) {
    const name = `${table.schema}.${table.name}`;
    if (Object.hasOwn(exempt, `${table.schema}.${table.root}`)) continue;
    if (!table.has_tenant) faults.push(`${name} has no tenant_id, and its module does not list it in aboveTenants`);
    if (!table.secured || !table.forced)
      faults.push(`${name} lacks row-level security (${table.secured ? 'not forced' : 'not enabled'})`);
    for (const key of table.loose_keys)
      faults.push(`${name}: ${key} does not include tenant_id; such a key bypasses the policy`);
    if (table.is_partition && table.app_grants)
      faults.push(`${name} is a partition the app role can read; that bypasses its parent's policy`);
  }
  for (const { name } of await db.query<{ name: string }>(views, [schemas, appRole]))
    faults.push(`${name} is a view the app role can read; it bypasses the policies of its tables`);
  const functions = await db.query<{ name: string; bare: string; pinned: boolean; anybodys: boolean }>(
    definerFunctions,
    [schemas],
  );
  for (const { name, bare, pinned, anybodys } of functions) {
    if (!Object.hasOwn(functionsAboveTenants, bare))
      faults.push(`${name} runs with its owner's rights and is not in closed-list.ts`);
    if (!pinned) faults.push(`${name} runs with its owner's rights but has no pinned search_path`);
    if (anybodys) faults.push(`${name} runs with its owner's rights and can be called by anyone (PUBLIC)`);
  }
  const [role] = await db.query<{ super: boolean; bypass: boolean; owned: number }>(
    `SELECT rolsuper AS super, rolbypassrls AS bypass,
       (SELECT count(*) FROM pg_class WHERE relnamespace::regnamespace::text = ANY($1) AND relowner = r.oid) AS owned
     FROM pg_roles AS r WHERE rolname = $2`,
    [schemas, appRole],
  );
  if (role === undefined || role.super || role.bypass || role.owned > 0)
    faults.push(`${appRole} is missing, is a superuser, has BYPASSRLS, or owns tables`);
  return faults;
}

import type { TenantDb } from './database.ts';
import { tenantFilter } from './tenant-filter.ts';

type Values = Readonly<Record<string, unknown>>;

/** Column names are the module's own words, never a caller's. */
export async function insertRow(db: TenantDb, table: string, row: Values): Promise<void> {
  const columns = ['tenant_id', ...Object.keys(row)];
  const places = columns.map((_, index) => `$${index + 1}`);
  await db.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, [
    db.tenantId,
    ...Object.values(row),
  ]);
}

/** Sets what is given. `also` is an assignment of another kind: `version = version + 1`. */
export async function updateRow(
  db: TenantDb,
  table: string,
  id: string,
  change: Values,
  ...also: readonly string[]
): Promise<void> {
  const set = [...also, ...Object.keys(change).map((column, index) => `${column} = $${index + 2}`)];
  await db.query(`UPDATE ${table} SET ${set.join(', ')} WHERE ${tenantFilter()} AND id = $1`, [
    id,
    ...Object.values(change),
  ]);
}

import type { Handle, TenantDb } from '../db/database.ts';
import { tenantFilter } from '../db/tenant-filter.ts';
import type { Equals } from './filters.ts';
import type { Total } from './page.ts';

/** Exact total under counted columns, read from the counters. `columns` is their declared order. */
export async function countedTotal(
  db: TenantDb,
  schema: string,
  list: string,
  columns: readonly string[],
  wanted: readonly Equals[],
): Promise<Total> {
  const values: unknown[] = [list];
  const conditions = wanted.map(
    ({ column, values: allowed }) =>
      `split_part(key, chr(31), ${columns.indexOf(column) + 1}) = ANY($${values.push(allowed)})`,
  );
  const where = [tenantFilter(), 'list = $1', ...conditions].join(' AND ');
  const [row] = await db.query<{ total: number }>(
    `SELECT coalesce(sum(n), 0)::bigint AS total FROM ${schema}.counters WHERE ${where}`,
    values,
  );
  return { total: row?.total ?? 0 };
}

const mostCounted = 10_000;

/** Total under conditions that are not counted: exact up to a bound, and said to be an estimate beyond it. */
export async function boundedTotal(
  db: Handle,
  fromWheres: readonly string[],
  values: readonly unknown[],
): Promise<Total> {
  const parts = fromWheres.map((fromWhere) => `(SELECT 1 ${fromWhere} LIMIT ${mostCounted + 1})`);
  const sql = `SELECT count(*) AS total FROM (${parts.join(' UNION ALL ')}) AS bounded`;
  const [row] = await db.query<{ total: number }>(sql, values);
  const total = row?.total ?? 0;
  return total > mostCounted ? { total: mostCounted, total_is_estimate: true } : { total };
}

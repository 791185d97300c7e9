import type { TenantDb } from '../db/database.ts';
import type { Reach } from '../http/reach.ts';
import { refuse } from '../http/refusal.ts';
import type { List, ListRow } from './list.ts';
import { conditionsOf } from './read-page.ts';

/** One row of a list; what is not there, or lies outside the caller's role, is refused with 404. */
export async function readRow<Row extends ListRow>(
  db: TenantDb,
  list: List<Row>,
  id: string,
  reach: Reach,
  lock: 'FOR UPDATE' | '' = '',
): Promise<Row> {
  const { conditions, values } = conditionsOf(list, { within: { id }, limits: reach.limits() });
  const [row] = await db.query<Row>(
    `SELECT ${list.columns} FROM ${list.from} WHERE ${conditions.join(' AND ')} ${lock}`,
    values,
  );
  return row ?? refuse('not_found');
}

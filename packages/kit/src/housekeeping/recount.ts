import type { House } from './house.ts';
import { interruptible } from './interruptible.ts';

/** A counter that does not say how many rows there are. */
export interface Drift extends Record<string, unknown> {
  readonly tenant_id: string;
  /** The values of the counted columns. */
  readonly key: string;
  readonly expected: number;
  readonly found: number;
}

const mostDrifts = 1_000;
const mostTold = 20;

/**
 * Holds every list's counters against its rows. What differs is an error to be understood, so it is told
 * and not repaired: a repair would hide what will do it again. The list not recounted for longest comes
 * first, so that one which takes too long keeps no other waiting for ever.
 */
export async function recount(house: House): Promise<void> {
  const { database, schema, log, clock, signal } = house;
  const lists = await database.system((db) =>
    db.query<{ list: string }>(
      `SELECT l.list FROM ${schema}.counted_lists AS l JOIN pg_class AS c ON c.oid = l.table_name ORDER BY l.recounted_at NULLS FIRST`,
    ),
  );
  for (const { list } of lists) {
    try {
      const drifts = await driftsOf(house, list);
      await database.system((db) =>
        db.query(`UPDATE ${schema}.counted_lists SET recounted_at = $2, drift = $3 WHERE list = $1`, [
          list,
          clock.now(),
          drifts.length,
        ]),
      );
      for (const { tenant_id, key, expected, found } of drifts.slice(0, mostTold))
        log.error(
          { list, tenant_id, key: key.split('\u001f'), expected, found },
          'a counter differs from the rows it counts',
        );
      if (drifts.length > mostTold)
        log.error({ list, drift: drifts.length }, 'more counters differ than are listed here');
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, list }, 'a list could not be recounted');
    }
  }
}

export function driftsOf({ database, schema, signal }: House, list: string): Promise<readonly Drift[]> {
  return interruptible(database, signal, '10min', async (db) => {
    await db.query(`SELECT set_config('transaction_read_only', 'on', true)`);
    return db.query<Drift>(`SELECT tenant_id, key, expected, found FROM ${schema}.recount($1, $2)`, [list, mostDrifts]);
  });
}

import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { partitionedTables } from '../db/partitions.ts';
import { counterDrift, messagesHeld, partitionsAhead, recountSeconds } from '../metrics.ts';

/** Read when they are asked for: the process that answers /metrics need not be the one that keeps house. */
export async function readFigures(module: string, schema: string, database: Database, clock: Clock): Promise<void> {
  const { tables, lists, held } = await database.system(async (db) => ({
    tables: await partitionedTables(db, schema, clock.now()),
    lists: await db.query<{ list: string; drift: number; recounted_at: Date }>(
      `SELECT list, drift, recounted_at FROM ${schema}.counted_lists WHERE recounted_at IS NOT NULL`,
    ),
    held: await db.query<{ state: string; n: number }>(
      `SELECT state, count(h.id) AS n FROM (VALUES ('waiting', true), ('given up', false)) AS states (state, waits)
       LEFT JOIN ${schema}.held_messages AS h ON (h.given_up_at IS NULL) = waits GROUP BY state`,
    ),
  }));
  for (const { name, ahead } of tables) partitionsAhead.set({ module, table: name }, ahead);
  for (const { state, n } of held) messagesHeld.set({ module, state }, n);
  for (const { list, drift, recounted_at } of lists) {
    counterDrift.set({ module, list }, drift);
    recountSeconds.set({ module, list }, recounted_at.getTime() / 1000);
  }
}

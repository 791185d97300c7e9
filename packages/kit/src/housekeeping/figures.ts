import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { partitionedTables } from '../db/partitions.ts';
import { counterDrift, partitionsAhead, recountSeconds } from '../metrics.ts';

/** Read when they are asked for: the process that answers /metrics need not be the one that keeps house. */
export async function readFigures(module: string, schema: string, database: Database, clock: Clock): Promise<void> {
  const { tables, lists } = await database.system(async (db) => ({
    tables: await partitionedTables(db, schema, clock.now()),
    lists: await db.query<{ list: string; drift: number; recounted_at: Date }>(
      `SELECT list, drift, recounted_at FROM ${schema}.counted_lists WHERE recounted_at IS NOT NULL`,
    ),
  }));
  for (const { name, ahead } of tables) partitionsAhead.set({ module, table: name }, ahead);
  for (const { list, drift, recounted_at } of lists) {
    counterDrift.set({ module, list }, drift);
    recountSeconds.set({ module, list }, recounted_at.getTime() / 1000);
  }
}

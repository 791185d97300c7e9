import { dropPartition, ensurePartition, partitionedTables } from '../db/partitions.ts';
import { pruneEvents } from '../events/outbox.ts';
import type { Chore, House } from './house.ts';
import { interruptible } from './interruptible.ts';
import { recount } from './recount.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const keepEventsMs = 7 * day;
const keepAnswersMs = day;
const pruneAtOnce = 1_000;

export const chores: readonly Chore[] = [
  { name: 'partitions', everyMs: hour, againMs: minute, run: keepPartitions },
  { name: 'outbox', everyMs: minute, againMs: minute, run: pruneOutbox },
  { name: 'idempotency keys', everyMs: minute, againMs: minute, run: pruneAnswers },
  { name: 'recount', everyMs: day, againMs: hour, run: recount },
];

/** First those to come, then those past their keeping: what lacks is worse than what is left over. */
async function keepPartitions({ database, schema, clock, log, signal }: House): Promise<void> {
  const now = clock.now();
  const tables = await database.system((db) => partitionedTables(db, schema, now));
  for (const { name } of tables) await database.system((db) => ensurePartition(db, schema, name, now));
  for (const { name } of tables) {
    while (!signal.aborted) {
      const dropped = await interruptible(database, signal, '5min', (db) => dropPartition(db, schema, name));
      if (dropped === undefined) break;
      log.info({ table: name, partition: dropped }, 'an expired partition was dropped');
    }
  }
}

/** Published events are kept long enough for any replay. */
async function pruneOutbox({ database, schema, clock, signal }: House): Promise<void> {
  const before = new Date(clock.now().getTime() - keepEventsMs);
  await inSteps(signal, () => database.system((db) => pruneEvents(db, schema, before, pruneAtOnce)));
}

async function pruneAnswers({ database, schema, clock, signal }: House): Promise<void> {
  const before = new Date(clock.now().getTime() - keepAnswersMs);
  await inSteps(signal, async () => {
    const [row] = await database.system((db) =>
      db.query<{ gone: number }>(`SELECT ${schema}.prune_idempotency_keys($1, $2) AS gone`, [before, pruneAtOnce]),
    );
    return row?.gone ?? 0;
  });
}

/** Small transactions, as many as it takes: a long one would hold up everything that cleans up after it. */
async function inSteps(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await step()) === pruneAtOnce);
}

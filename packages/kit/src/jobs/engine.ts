import type pg from 'pg';
import { type ConstructorOptions, type Db, PgBoss, type QueueOptions } from 'pg-boss';
import type { Handle, OpenDatabase } from '../db/database.ts';
import type { JobData, JobDeclaration } from './spec.ts';

/** What of pg-boss every file here needs. None of its types leaves this folder: domain code knows no engine. */
export const jobsSchema = 'jobs';

/** A job as it lies in the queue. */
export interface Payload {
  readonly tenant: string;
  readonly key: string;
  /** The trace it was asked for in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly data: JobData;
  readonly failures: number;
}

/** The engine's least. A dead worker's job is noticed at the first pass after it. */
const heartbeatSeconds = 10;
/** Three beats fit into the ten seconds, and a worker that lost its job hears of it in three. */
export const heartbeatRefreshSeconds = 3;

const day = 86_400;
const asGoodAsForever = 1_000_000;

/**
 * A thing has at most one job that waits and at most one that runs.
 * `short` keeps the waiting ones to one per key. It is not `exclusive`, which counts the running one
 * too: what happens while a handler runs would then wake nobody. And it is not `stately` or
 * `singleton`, which promise what we want but skip the keys of a cached list of running jobs when
 * they fetch: a dead worker's job would stay on that list, untouched, for some passes more (for
 * minutes, when the engine spares the database its statistics). That one runs at a time is kept by
 * the group (see worker.ts) and by the index `one_active_per_key` (see migrate.ts).
 */
export const queuePolicy = 'short';

export function queueOptions({ retryLimit, expireInSeconds }: JobDeclaration): QueueOptions {
  return {
    heartbeatSeconds,
    // The engine cannot tell a handler that threw from a worker that died, and would let the heir wait
    // for the delay of a failure. So run.ts counts and delays failures; the engine only hands jobs on.
    retryLimit: retryLimit + asGoodAsForever,
    retryDelay: 0,
    // run.ts ends a run in time; this is for a process too stuck to do so.
    expireInSeconds: expireInSeconds + 30,
    // Waiting work is never thrown away; done work is kept for whoever looks into it today.
    retentionSeconds: 3_650 * day,
    deleteAfterSeconds: day / 4,
  };
}

/** The engine on a connection of ours, with nothing running by itself. */
export function engine(db: Db, options: ConstructorOptions = {}): PgBoss {
  return new PgBoss({ schema: jobsSchema, db, supervise: false, schedule: false, migrate: false, ...options });
}

/** Its statements in the caller's transaction. */
export function inTransaction(db: Handle): Db {
  return { executeSql: async (sql, values) => ({ rows: [...(await db.query(sql, values))] }) };
}

/** Its statements each by itself; some are several in one, with a transaction of their own. */
export function onConnections(connections: pg.Pool | pg.Client): Db {
  return { executeSql: (sql, values) => connections.query(sql, values) };
}

/**
 * For a worker whose effects are watched: each statement in a transaction of ours. Only so is it known
 * before the commit whether a fetch takes a job or finds none, as it does twice a second for ever.
 */
export function inTransactions(database: OpenDatabase): Db {
  const alone = onConnections(database.pool);
  return {
    executeSql: (sql, values) =>
      /^\s*BEGIN\b/.test(sql)
        ? alone.executeSql(sql, values)
        : database.system((db) => inTransaction(db).executeSql(sql, values)),
  };
}

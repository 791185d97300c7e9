import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type OpenDatabase, openDatabase } from '../db/database.ts';
import { effectsAreWatched } from '../effects.ts';
import { pause } from '../leases.ts';
import type { Log } from '../log.ts';
import { engine, heartbeatRefreshSeconds, inTransactions, onConnections, type Payload } from './engine.ts';
import { putBack } from './held.ts';
import { runJob } from './run.ts';
import { type JobSpec, type ModuleJobs, queueOf } from './spec.ts';

/** One per process, for the jobs of all its modules. */
export interface JobsOptions {
  readonly url: string;
  readonly jobs: readonly ModuleJobs<JobSpec>[];
  readonly log: Log;
  /** Its end stops the worker: nothing new is taken, what runs may finish within `graceSeconds`. */
  readonly signal: AbortSignal;
  /**
   * A name the worker keeps when it restarts and no other has meanwhile. What it held when it was
   * killed it then takes up at once, instead of when its silence is noticed.
   */
  readonly worker?: string;
  readonly graceSeconds?: number;
}

export interface JobsWorker {
  /** Why no jobs are run right now, or undefined. */
  readonly trouble: () => string | undefined;
  readonly ended: Promise<void>;
}

/** Heartbeats must not stand in line behind requests and handlers, so the engine has connections of its own. */
const ownConnections = 4;
const usualConcurrency = 4;
const usualGraceSeconds = 20;
/** Passes that look for dead workers' jobs. One process makes each, the others find it made. */
const passEverySeconds = 2;
const startAgainAfter = 2_000;
const timeToHeedTheSignal = 5_000;

export function startJobs(options: JobsOptions): JobsWorker {
  let trouble: string | undefined = 'not started yet';
  return {
    trouble: () => trouble,
    ended: work(options, (reason) => {
      trouble = reason;
    }),
  };
}

async function work(options: JobsOptions, tell: (trouble: string | undefined) => void): Promise<void> {
  const { url, log, signal, graceSeconds = usualGraceSeconds } = options;
  const database = openDatabase({ url, connections: ownConnections, applicationName: 'wheelhouse jobs', log });
  const running = new Set<Promise<unknown>>();
  try {
    const boss = await started(options, database, tell);
    if (boss === undefined) return;
    for (const { module, jobs } of options.jobs)
      for (const spec of jobs) await take(boss, database, queueOf(module, spec.name), spec, options, running);
    tell(undefined);
    if (!signal.aborted) await once(signal, 'abort');
    tell('stopping');
    // What is not done by then the engine puts back into the queue and ends its signal.
    await boss.stop({ graceful: true, timeout: graceSeconds * 1000, close: false });
    await quiet(boss, running);
  } finally {
    await database.end();
  }
}

/** The engine does not wait for what it has put back; the connections must outlive its last statements and the handlers'. */
async function quiet(boss: PgBoss, running: ReadonlySet<unknown>): Promise<void> {
  const deadline = performance.now() + timeToHeedTheSignal;
  while ((running.size > 0 || boss.getWipData().length > 0) && performance.now() < deadline) await wait(20);
}

/** Until the database is there and its schema is the one this version needs. */
async function started(
  options: JobsOptions,
  database: OpenDatabase,
  tell: (trouble: string | undefined) => void,
): Promise<PgBoss | undefined> {
  const { log, signal, worker } = options;
  while (!signal.aborted) {
    const boss = engine(effectsAreWatched() ? inTransactions(database) : onConnections(database.pool), {
      supervise: true,
      superviseIntervalSeconds: passEverySeconds,
      monitorIntervalSeconds: passEverySeconds,
      queueCacheIntervalSeconds: passEverySeconds,
      maintenanceIntervalSeconds: 600,
      // We use no flows, and indexes are the owner's to rebuild.
      flowIntervalSeconds: 86_400,
      reindex: false,
    });
    boss.on(
      'error',
      quietly((error) => log.warn({ err: error }, 'the job engine reported an error')),
    );
    boss.on('warning', ({ message, data }) => log.warn({ data }, message));
    try {
      await boss.start();
      if (worker !== undefined) await putBack(boss, database, worker);
      return boss;
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      log.warn({ err: error }, 'the job engine could not be started yet');
      await boss.stop({ graceful: false, close: false }).catch(() => undefined);
      await pause(startAgainAfter, signal);
    }
  }
  return undefined;
}

async function take(
  boss: PgBoss,
  database: OpenDatabase,
  queue: string,
  spec: JobSpec,
  { worker, log }: JobsOptions,
  running: Set<Promise<unknown>>,
): Promise<void> {
  const runner = { boss, database, worker, log };
  await boss.work<Payload>(
    queue,
    {
      perJobResults: true,
      localConcurrency: spec.concurrency ?? usualConcurrency,
      // The group is the thing: its next job waits for the running one, and holds up no other thing's.
      groupConcurrency: 1,
      heartbeatRefreshSeconds,
      pollingIntervalSeconds: 0.5,
      burstWhenReadyExceeds: 1,
    },
    async ([job]) => {
      if (job === undefined) return [];
      const run = runJob(runner, queue, spec, job);
      running.add(run);
      return run.finally(() => running.delete(run));
    },
  );
}

/** An engine without its database complains several times a second; once in a while is enough. */
function quietly(say: (error: Error) => void): (error: Error) => void {
  let said = -Infinity;
  return (error) => {
    if (performance.now() - said < 5_000) return;
    said = performance.now();
    say(error);
  };
}

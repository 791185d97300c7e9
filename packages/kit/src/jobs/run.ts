import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { inTransaction, type Payload } from './engine.ts';
import { hold, letGo } from './held.ts';
import type { JobContext, JobSpec } from './spec.ts';

export interface Runner {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly worker: string | undefined;
  readonly log: Log;
}

/**
 * Runs one job and says how it ended. Whatever is said counts only as long as this attempt still has
 * the job: the engine fences every settlement by the attempt.
 */
export async function runJob(runner: Runner, queue: string, spec: JobSpec, job: Job<Payload>): Promise<JobResult[]> {
  const { database, worker } = runner;
  const { tenant, key } = job.data;
  const log = runner.log.child({ job: queue, tenant_id: tenant, key });
  // Without the note the job is taken over later, when its heartbeat is missed: no reason not to run it.
  if (worker !== undefined) await hold(database, worker, queue, job).catch((error: unknown) => notNoted(log, error));
  try {
    await handleInTime(spec, job, log);
  } catch (error) {
    try {
      if (!job.signal.aborted) return await failed(runner, queue, spec, job, error, log);
      log.warn({ err: error }, 'a job was abandoned: another worker took it over, or this one is stopping');
      return [];
    } finally {
      await database.system((db) => letGo(db, job)).catch((failure: unknown) => notNoted(log, failure));
    }
  }
  return completed(runner, queue, job, log);
}

/** In one with the note: a worker that died between the two would come back and not know that it held the job. */
async function completed({ boss, database }: Runner, queue: string, job: Job<Payload>, log: Log): Promise<JobResult[]> {
  await database
    .system(async (db) => {
      await boss.complete(queue, job, null, { db: inTransaction(db) });
      await letGo(db, job);
    })
    .catch((error: unknown) => notNoted(log, error));
  // Of a job settled already the engine finds nothing left to do; any other it settles now.
  return [{ id: job.id, status: 'completed' }];
}

function notNoted(log: Log, error: unknown): void {
  log.warn({ err: error }, 'could not record who runs a job');
}

async function handleInTime(spec: JobSpec, job: Job<Payload>, log: Log): Promise<void> {
  const { tenant, key, headers, data, failures } = job.data;
  const late = new AbortController();
  const handed: JobContext = {
    tenantId: tenant,
    key,
    data,
    attempt: failures + 1,
    lastAttempt: failures >= spec.retryLimit,
    signal: AbortSignal.any([job.signal, late.signal]),
    log,
  };
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new Error(`it took longer than ${spec.expireInSeconds} s`);
      late.abort(reason);
      reject(reason);
    }, spec.expireInSeconds * 1000);
  });
  const parent = propagation.extract(context.active(), headers);
  const tracer = trace.getTracer('wheelhouse');
  await tracer.startActiveSpan(`job ${spec.name}`, { kind: SpanKind.CONSUMER }, parent, async (span) => {
    try {
      await Promise.race([spec.handle(handed), timeUp]);
      // A handler that heeds its signal and returns has not done what it was asked for.
      late.signal.throwIfAborted();
    } finally {
      clearTimeout(timer);
      span.end();
    }
  });
}

async function failed(
  { boss, database }: Runner,
  queue: string,
  { retryLimit, retryDelaySeconds }: JobSpec,
  job: Job<Payload>,
  error: unknown,
  log: Log,
): Promise<JobResult[]> {
  const failures = job.data.failures + 1;
  // Only the kind of error: messages may quote a tenant's content, and the queue stands above tenants.
  const output = { error: error instanceof Error ? error.name : typeof error };
  if (failures > retryLimit) {
    log.error({ err: error, attempt: failures }, 'a job failed permanently');
    return [{ id: job.id, status: 'deadletter', output }];
  }
  log.warn({ err: error, attempt: failures, again_in_seconds: retryDelaySeconds }, 'a job failed and will be retried');
  await database.system(async (db) => {
    const through = { db: inTransaction(db) };
    await boss.fail(queue, job, output, through);
    await boss.update(queue, { ...job.data, failures }, { id: job.id, startAfter: retryDelaySeconds, ...through });
  });
  // Settled already, so the engine finds nothing left to do.
  return [{ id: job.id, status: 'completed' }];
}

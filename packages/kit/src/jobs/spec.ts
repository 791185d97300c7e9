import type { Log } from '../log.ts';

/** What is known of a job before any module runs: enough for the owner to make its queue. */
export interface JobDeclaration {
  /** The queue is called `${module}.${name}`. */
  readonly name: string;
  readonly about: string;
  /** How often a handler that threw is run again. A worker that died is not the handler's failure and is not counted. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /** A run that takes longer is given up: its signal ends, and it counts as a failure. */
  readonly expireInSeconds: number;
  /** How many of it run side by side in one process. */
  readonly concurrency?: number;
}

/**
 * A handler is a reconciler: it reads the record, compares it with the world, does the next step and
 * writes what was done. Running it again from the top is always right, so it may be stopped anywhere.
 */
export interface JobSpec extends JobDeclaration {
  readonly handle: (context: JobContext) => Promise<void>;
}

/** Ids and small facts only: the queue stands above tenants, their content stays in their own tables. */
export type JobData = Readonly<Record<string, unknown>>;

export interface JobContext {
  readonly tenantId: string;
  /** The id of the thing to bring forward. */
  readonly key: string;
  readonly data: JobData;
  /** 1 for the first; the next one begins when the handler has thrown. */
  readonly attempt: number;
  /** Whether a throw ends the job: the place to write into the record that it was given up. */
  readonly lastAttempt: boolean;
  /** Ends when another worker has the job, the time is up, or the process stops: nothing may be written after. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

export interface ModuleJobs<Job extends JobDeclaration = JobDeclaration> {
  readonly module: string;
  readonly jobs: readonly Job[];
}

export function queueOf(module: string, job: string): string {
  return `${module}.${job}`;
}

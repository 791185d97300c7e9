import type { PgBoss } from 'pg-boss';
import type { Database, SystemDb } from '../db/database.ts';
import { inTransaction, jobsSchema } from './engine.ts';

/**
 * Who runs what. The engine notices a dead worker by its silence; a worker that comes back under its
 * old name need not wait for that, it knows that nobody runs what it held.
 */
export interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

export async function hold(database: Database, worker: string, queue: string, job: Attempt): Promise<void> {
  await database.system((db) =>
    db.query(
      `INSERT INTO ${jobsSchema}.held (job_id, attempt, queue, worker) VALUES ($1, $2, $3, $4)
       ON CONFLICT (job_id) DO UPDATE SET attempt = excluded.attempt, worker = excluded.worker`,
      [job.id, job.retryCount, queue, worker],
    ),
  );
}

export async function letGo(db: SystemDb, job: Attempt): Promise<void> {
  await db.query(`DELETE FROM ${jobsSchema}.held WHERE job_id = $1 AND attempt = $2`, [job.id, job.retryCount]);
}

/**
 * Puts back what this worker held when it ended, and clears away notes of jobs that have ended since.
 * An attempt that is over is left alone by the engine.
 */
export async function putBack(boss: PgBoss, database: Database, worker: string): Promise<void> {
  await database.system(async (db) => {
    const held = await db.query<{ job_id: string; attempt: number; queue: string }>(
      `DELETE FROM ${jobsSchema}.held AS h WHERE worker = $1
         OR NOT EXISTS (SELECT FROM ${jobsSchema}.job_common AS j WHERE j.name = h.queue AND j.id = h.job_id AND j.state = 'active')
       RETURNING job_id, attempt, queue`,
      [worker],
    );
    for (const { job_id, attempt, queue } of held) {
      const job = { id: job_id, retryCount: attempt };
      await boss.fail(queue, job, { error: 'the worker restarted' }, { db: inTransaction(db) });
    }
  });
}

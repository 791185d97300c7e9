import type { Database, SystemDb } from '../db/database.ts';

/**
 * A transaction whose statements may take long: each is given up after its time, and at once when the
 * signal ends. A process that stops must not wait for a count of millions.
 */
export async function interruptible<T>(
  database: Database,
  signal: AbortSignal,
  timeout: '5min' | '10min',
  work: (db: SystemDb) => Promise<T>,
): Promise<T> {
  return database.system(async (db) => {
    const [backend] = await db.query<{ pid: number }>(
      `SELECT pg_backend_pid() AS pid, set_config('statement_timeout', $1, true)`,
      [timeout],
    );
    let canceled: Promise<unknown> | undefined;
    const cancel = () => {
      canceled = database
        .system((other) => other.query('SELECT pg_cancel_backend($1)', [backend?.pid]))
        .catch(() => undefined);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work(db);
    } finally {
      signal.removeEventListener('abort', cancel);
      // Arrived before this connection goes back: a late one would hit whoever has it next.
      await canceled;
    }
  });
}

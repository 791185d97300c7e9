import { randomUUID } from 'node:crypto';
import type { SystemDb } from '../db/database.ts';
import { pause } from '../leases.ts';
import { schemaOf } from '../module.ts';
import type { Running, Shared } from './process.ts';
import { noDoor } from './process.ts';
import type { Readiness } from './readiness.ts';

const everyMs = 10_000;
/** Who has not told of itself for so long is gone. */
export const goneAfterSeconds = 30;
const forgottenAfterHours = 24;

interface ProcessRowOptions {
  readonly shared: Shared;
  readonly roles: Readonly<Record<string, string>>;
  readonly readiness: () => Promise<Readiness>;
}

/** Has `kit.processes` say that this process lives, and how it is. */
export function tellOfProcess({ shared, roles, readiness }: ProcessRowOptions): Running {
  const { database, clock, log, version, worker, modules, signal } = shared;
  const id = randomUUID();
  const startedAt = clock.now();
  const schemas = modules.map(({ name }) => schemaOf(name));

  async function tell(): Promise<void> {
    const { status, dependencies } = await readiness();
    const troubles = Object.fromEntries(Object.entries(dependencies).filter(([, state]) => state !== 'ok'));
    await database.system(async (db) => {
      const { waiting, given_up } = await backlogOf(db, schemas);
      const now = clock.now();
      await db.query(
        `INSERT INTO kit.processes AS p (id, name, version, roles, status, troubles, outbox_waiting, messages_given_up, started_at, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, troubles = excluded.troubles,
           outbox_waiting = excluded.outbox_waiting, messages_given_up = excluded.messages_given_up, seen_at = excluded.seen_at`,
        [
          id,
          worker,
          version,
          JSON.stringify(roles),
          status,
          JSON.stringify(troubles),
          waiting,
          given_up,
          startedAt,
          now,
        ],
      );
      const before = new Date(now.getTime() - forgottenAfterHours * 3_600_000);
      await db.query('DELETE FROM kit.processes WHERE seen_at < $1', [before]);
    });
  }

  async function telling(): Promise<void> {
    while (!signal.aborted) {
      await tell().catch((error: unknown) => log.debug({ err: error }, 'this process could not say that it lives'));
      await pause(everyMs, signal);
    }
    await database.system((db) => db.query('DELETE FROM kit.processes WHERE id = $1', [id])).catch(() => undefined);
  }
  return { ...noDoor, module: 'process', work: [telling()] };
}

async function backlogOf(db: SystemDb, schemas: readonly string[]) {
  const each = schemas.map(
    (schema) =>
      `SELECT (SELECT coalesce(sum(head - confirmed), 0) FROM ${schema}.outbox_streams) AS waiting,
         (SELECT count(*) FROM ${schema}.held_messages WHERE given_up_at IS NOT NULL) AS given_up`,
  );
  const [row] = await db.query<{ waiting: string; given_up: string }>(
    `SELECT sum(waiting) AS waiting, sum(given_up) AS given_up FROM (${each.join(' UNION ALL ')}) AS each_schema`,
  );
  return row ?? { waiting: '0', given_up: '0' };
}

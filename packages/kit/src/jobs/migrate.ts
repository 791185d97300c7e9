import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import packageOfEngine from 'pg-boss/package.json' with { type: 'json' };
import type { Handle } from '../db/database.ts';
import type { Log } from '../log.ts';
import { engine, jobsSchema, onConnections, queueOptions, queuePolicy } from './engine.ts';
import { type ModuleJobs, queueOf } from './spec.ts';

export interface MigrateJobsOptions {
  readonly ownerUrl: string;
  readonly appRole: string;
  readonly queues: readonly ModuleJobs[];
  readonly log: Log;
}

const lockKey = 0x77_68_6a_6f;

/** Makes or renews the engine's schema and the declared queues, and lets the app role use them. Again and again is fine. */
export async function migrateJobs({ ownerUrl, appRole, queues, log }: MigrateJobsOptions): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wheelhouse-migrate-jobs' });
  // A connection that ends is told by the statement that needed it.
  client.on('error', () => undefined);
  await client.connect();
  const boss = engine(onConnections(client), { migrate: true, bamIntervalSeconds: 10 });
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure = error;
  });
  try {
    await takeTurn(client);
    await boss.start();
    await client.query(ownObjects);
    for (const { module, jobs } of queues)
      for (const job of jobs) {
        const name = queueOf(module, job.name);
        if ((await boss.getQueue(name)) === null) log.info({ queue: name }, 'a queue is being created');
        await boss.createQueue(name, { policy: queuePolicy, ...queueOptions(job) });
        await boss.updateQueue(name, queueOptions(job));
      }
    await client.query(grantsTo(pg.escapeIdentifier(appRole)));
    await indexesBuilt(boss, () => failure);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await client.end();
  }
}

/** Asked for again and again rather than waited for: a waiting statement would hold up CREATE INDEX CONCURRENTLY for ever. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [lockKey]);
    if (rows[0]?.mine === true) return;
    await wait(100);
  }
}

/** An upgrade of the engine builds indexes in the background, and only ever as the owner: stay until they are there. */
async function indexesBuilt(boss: PgBoss, failure: () => Error | undefined): Promise<void> {
  for (;;) {
    const open = (await boss.getBamStatus()).filter(({ status }) => status !== 'completed');
    if (open.length === 0) return;
    const failed = failure();
    if (failed !== undefined) throw failed;
    await wait(500);
  }
}

const ownObjects = `
  BEGIN;
  -- The last word on "one at a time": two workers that fetch in the same instant cannot both have it.
  CREATE UNIQUE INDEX IF NOT EXISTS one_active_per_key ON ${jobsSchema}.job_common (name, singleton_key) WHERE state = 'active';
  -- Asking for a job that waits already must not read all that wait.
  CREATE INDEX IF NOT EXISTS waiting_by_key ON ${jobsSchema}.job_common (name, singleton_key) WHERE state < 'active';
  -- The engine changes a waiting job by its id alone, and its own index has the queue in front.
  CREATE INDEX IF NOT EXISTS by_id ON ${jobsSchema}.job_common (id);
  CREATE TABLE IF NOT EXISTS ${jobsSchema}.held (
    job_id uuid PRIMARY KEY,
    attempt integer NOT NULL,
    queue text NOT NULL,
    worker text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS held_by_worker ON ${jobsSchema}.held (worker);
  COMMIT;`;

/** Exactly what asking for, running and supervising jobs needs. Queues are the owner's to make. */
function grantsTo(role: string): string {
  const counts = 'deferred_count, queued_count, ready_count, active_count, failed_count, total_count, ready_history';
  const passes = 'singletons_active, monitor_claim_on, monitor_on, maintain_on';
  return `
    BEGIN;
    REVOKE ALL ON ALL TABLES IN SCHEMA ${jobsSchema} FROM ${role};
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${jobsSchema} FROM PUBLIC, ${role};
    GRANT USAGE ON SCHEMA ${jobsSchema} TO ${role};
    GRANT EXECUTE ON FUNCTION ${jobsSchema}.job_now() TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${jobsSchema}.job_common, ${jobsSchema}.held TO ${role};
    GRANT SELECT, INSERT, UPDATE ON ${jobsSchema}.job TO ${role};
    GRANT SELECT, DELETE ON ${jobsSchema}.job_dependency TO ${role};
    GRANT SELECT, UPDATE (${counts}, ${passes}) ON ${jobsSchema}.queue TO ${role};
    GRANT SELECT, UPDATE (flow_on, monitor_backoff_on) ON ${jobsSchema}.version TO ${role};
    COMMIT;`;
}

/** What stands between this version and its jobs, for /readyz; undefined when nothing does. */
export async function whyJobsAreOutdated(db: Handle, queues: readonly ModuleJobs[]): Promise<string | undefined> {
  // From the catalogue, which anybody may read: the schema is granted last, and to_regclass fails until then.
  const [there] = await db.query<{ granted: boolean }>(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AS granted
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'version'`,
    [jobsSchema],
  );
  if (there === undefined) return 'the job schema is missing';
  if (!there.granted) return 'the job schema is not granted to this role';
  const [row] = await db.query<{ version: number }>(`SELECT version FROM ${jobsSchema}.version`);
  if (row?.version !== packageOfEngine.pgboss.schema)
    return `the job schema is version ${row?.version}, not ${packageOfEngine.pgboss.schema}`;
  const names = queues.flatMap(({ module, jobs }) => jobs.map(({ name }) => queueOf(module, name)));
  const known = await db.query<{ name: string }>(`SELECT name FROM ${jobsSchema}.queue WHERE name = ANY($1)`, [names]);
  const missing = names.filter((name) => !known.some((queue) => queue.name === name));
  return missing.length === 0 ? undefined : `no queue for ${missing.join(', ')}`;
}

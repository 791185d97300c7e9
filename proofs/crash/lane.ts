import { type Clock, type Module, schemaOf } from '@wheelhouse/kit';
import { moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import pg from 'pg';
import { Lives } from './lives.ts';

/** One database and vhost, and the processes that live on it one after the other. */
export interface Lane {
  readonly lives: Lives;
  readonly owner: pg.Client;
  /** What the processes are given. */
  readonly environment: Readonly<Record<string, string>>;
  readonly vhost: { readonly name: string; readonly url: string };
  /** The clock of the present life. */
  readonly clock: Clock;
  readonly close: () => Promise<void>;
}

export interface LaneOptions {
  readonly program: string;
  readonly modules: readonly Module[];
  /** Beside those that every test process is given. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What the second of two is given, where one sleeps and another takes over: a port of its own. */
  readonly second?: Readonly<Record<string, string>>;
  /** By how much the clock of each life is ahead of the last one's, for leases that the dead do not give back. */
  readonly betweenLivesMs?: number;
}

/** Resolves when its first process is ready. */
export async function openLane({
  program,
  modules,
  settings,
  second = {},
  betweenLivesMs = 0,
}: LaneOptions): Promise<Lane> {
  const [database, vhost] = await Promise.all([moduleDatabase(modules), testVhost()]);
  const environment = { ...(await testEnvironment(modules, database, vhost)), WORKER_NAME: 'one', ...settings };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const lives = new Lives({
    program,
    environments: [environment, { ...environment, WORKER_NAME: 'two', ...second }],
    betweenLivesMs,
    runOut: async ({ WORKER_NAME: worker = '' }) => {
      for (const { name } of modules) await leasesRunOut(owner, schemaOf(name), worker);
    },
  });
  await lives.arm();
  return {
    lives,
    owner,
    environment,
    vhost,
    clock: { now: () => new Date(Date.now() + lives.count * betweenLivesMs) },
    close: async () => {
      await lives.close();
      await owner.end();
      await Promise.all([vhost.drop(), database.drop()]);
    },
  };
}

/** As they do when nobody has renewed them for as long as they last. It waits for what the sleeper has locked. */
async function leasesRunOut(owner: pg.Client, schema: string, worker: string): Promise<void> {
  await owner.query(
    `UPDATE ${schema}.leases SET leased_until = clock_timestamp()
     WHERE leased_until > clock_timestamp() AND strpos(holder, $1) > 0`,
    [`/${worker}#`],
  );
}

/** What a module has written of and not told yet, in words: it would be taken for an effect of the next run. */
export async function untold(owner: pg.Client, schema: string): Promise<string> {
  const { rows } = await owner.query(
    `SELECT FROM ${schema}.outbox LEFT JOIN ${schema}.outbox_streams USING (type) WHERE seq IS NULL OR confirmed < head`,
  );
  return rows.length === 0 ? '' : `untold ${rows.length}`;
}

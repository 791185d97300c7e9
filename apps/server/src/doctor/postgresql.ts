import {
  type Clock,
  type Database,
  type Log,
  type MigrationSet,
  migrationStatus,
  openDatabase,
  whyRoleIsUnfit,
} from '@wheelhouse/kit';
import { bounded } from './bounded.ts';
import { explainDatabase } from './explain-database.ts';
import { type Finding, ok, skipped, type Verdict, wrong } from './verdict.ts';

const oldestMajor = 15;
/** Access tokens live 60 s and leases a few: clocks further apart than this begin to matter. */
const largestDifferenceMs = 2_000;

export interface Question {
  readonly name: string;
  readonly ask: (database: Database) => Promise<Verdict>;
}

export interface DatabaseProbe {
  readonly setting: 'DATABASE_URL' | 'MIGRATE_DATABASE_URL';
  readonly url: string;
  readonly questions: readonly Question[];
  readonly log: Log;
}

/** Reached first; what needs an answering database is asked only then. */
export async function askDatabase(
  name: string,
  { setting, url, questions, log }: DatabaseProbe,
): Promise<readonly Finding[]> {
  const database = openDatabase({ url, connections: 4, applicationName: 'wheelhouse-doctor', log });
  const asked = (ask: Question['ask']) =>
    bounded(
      ask(database).catch((error: unknown) => {
        const { trouble, next } = explainDatabase(error, setting);
        return wrong(trouble, next);
      }),
      `check whether PostgreSQL at the address in ${setting} is overloaded or unreachable (firewall, network policy)`,
    );
  const reached = { name, verdict: await asked((db) => version(db, url)) };
  const able = reached.verdict.state === 'ok';
  const rest = await Promise.all(
    questions.map(async (question) => ({
      name: question.name,
      verdict: able ? await asked(question.ask) : skipped(`${name} has to work first`),
    })),
  );
  // Not awaited: a connection that hangs would hang the doctor; the program ends with its last line.
  void database.end();
  return [reached, ...rest];
}

async function version(database: Database, url: string): Promise<Verdict> {
  const address = new URL(url).host;
  const [row] = await database.system((db) =>
    db.query<{ number: number; text: string }>(
      `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS text`,
    ),
  );
  const { number = 0, text = 'unknown' } = row ?? {};
  return number >= oldestMajor * 10_000
    ? ok(`${text} at ${address}`)
    : wrong(`PostgreSQL ${text} at ${address} is too old`, `upgrade to PostgreSQL ${oldestMajor} or newer`);
}

export const roleQuestion = (sets: readonly MigrationSet[]): Question => ({
  name: 'app role',
  ask: async (database) => {
    const schemas = sets.map(({ schema }) => schema);
    const unfit = await database.system((db) => whyRoleIsUnfit(db, schemas));
    return unfit === undefined
      ? ok('owns nothing, cannot bypass row-level security')
      : wrong(unfit, 'name the app role in DATABASE_URL and the owner in MIGRATE_DATABASE_URL');
  },
});

export const schemaQuestion = (sets: readonly MigrationSet[]): Question => ({
  name: 'schema',
  ask: async (database) => {
    const states = await database.system((db) => migrationStatus(db, sets));
    const pending = states.filter(({ state }) => state === 'pending');
    const changed = states.filter(({ state }) => state === 'changed');
    if (changed.length > 0)
      return wrong(
        `changed after being applied: ${changed.map(({ schema, name }) => `${schema}/${name}`).join(', ')}`,
        'run the version whose migrations were applied; a change needs a new migration',
      );
    return pending.length === 0
      ? ok(`${states.length} migrations applied`)
      : wrong(`${pending.length} of ${states.length} migrations are pending`, 'wheelhouse migrate up');
  },
});

export const clockQuestion = (clock: Clock): Question => ({
  name: 'clock',
  ask: async (database) => {
    const [asked, theirs, answered] = await database.system(async (db) => {
      const before = clock.now().getTime();
      const [row] = await db.query<{ now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      return [before, row?.now ?? 0, clock.now().getTime()];
    });
    // What the round trip may hide is not held against the clocks.
    const apart = Math.abs(theirs - (asked + answered) / 2);
    const surely = apart - (answered - asked) / 2;
    return surely <= largestDifferenceMs
      ? ok(`within ${Math.ceil(apart)} ms of the database clock`)
      : wrong(
          `${(apart / 1000).toFixed(1)} s off from the database clock`,
          'synchronize the clocks of both machines with NTP (chrony, systemd-timesyncd)',
        );
  },
});

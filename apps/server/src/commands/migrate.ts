import {
  jobsOf,
  makeLog,
  migrateJobs,
  migrateUp,
  migrationSets,
  migrationStatus,
  type Module,
  openDatabase,
  processSettings,
  readSettings,
  schemaOf,
} from '@wheelhouse/kit';
import { explainDatabase } from '../doctor/explain-database.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { columns, print, printFault } from '../print.ts';

/** A migration job needs these and no others. */
const { DATABASE_URL, MIGRATE_DATABASE_URL, LOG_LEVEL } = processSettings;
const settingsTable = { DATABASE_URL, MIGRATE_DATABASE_URL, LOG_LEVEL };

export async function showStatus(modules: readonly Module[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const settings = readSettings(settingsTable, environment);
  const setting = settings.MIGRATE_DATABASE_URL === undefined ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL';
  return explained(setting, async () => {
    const database = openDatabase({
      url: settings.MIGRATE_DATABASE_URL ?? settings.DATABASE_URL,
      connections: 1,
      applicationName: 'wheelhouse-migrate',
      log: stderrLog(settings.LOG_LEVEL),
    });
    try {
      const states = await database.system((db) => migrationStatus(db, setsOf(modules)));
      const rows = states.map(({ schema, name, state }) => [schema, name, state]);
      print(columns([['schema', 'migration', 'state'], ...rows]));
      const pending = states.filter(({ state }) => state === 'pending').length;
      const changed = states.filter(({ state }) => state === 'changed').length;
      if (pending > 0) printFault(`${pending} pending. Next step: wheelhouse migrate up`);
      if (changed > 0)
        printFault(`${changed} changed after being applied. Next step: restore the file, and write a new migration`);
      return pending + changed === 0 ? exitCodes.ok : exitCodes.failed;
    } finally {
      await database.end();
    }
  });
}

export async function applyPending(modules: readonly Module[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const settings = readSettings(settingsTable, environment);
  const url = settings.MIGRATE_DATABASE_URL;
  if (url === undefined) {
    printFault(
      'migrate up needs MIGRATE_DATABASE_URL: PostgreSQL as the role that owns the tables. DATABASE_URL names the app role, which must not own them.\n' +
        'Next step: set MIGRATE_DATABASE_URL=postgresql://OWNER:PASSWORD@HOST:PORT/DATABASE, or MIGRATE_DATABASE_URL_FILE, and run this again',
    );
    return exitCodes.configuration;
  }
  return explained('MIGRATE_DATABASE_URL', async () => {
    const appRole = decodeURIComponent(new URL(settings.DATABASE_URL).username);
    const log = stderrLog(settings.LOG_LEVEL);
    const count = await migrateUp({ url, appRole, sets: setsOf(modules), log });
    const queues = jobsOf(modules);
    if (queues.length > 0) await migrateJobs({ ownerUrl: url, appRole, queues, log });
    print(count === 0 ? 'nothing was pending' : `${count} ${count === 1 ? 'migration' : 'migrations'} applied`);
    return exitCodes.ok;
  });
}

function setsOf(modules: readonly Module[]) {
  return migrationSets(modules.map(({ name, migrations }) => ({ schema: schemaOf(name), migrations })));
}

/** Standard output is the command's answer; how it went stands beside it. */
function stderrLog(level: string) {
  return makeLog({ level, destination: { write: (line) => void process.stderr.write(line) } });
}

async function explained(setting: string, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const { trouble, next } = explainDatabase(error, setting);
    printFault(`${trouble}\nNext step: ${next}`);
    return exitCodes.failed;
  }
}

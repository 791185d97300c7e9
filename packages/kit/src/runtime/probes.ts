import { migrationStatus, type MigrationSet } from '../db/migrate.ts';
import { whyPartitionsRunOut } from '../db/partitions.ts';
import { whyJobsAreOutdated } from '../jobs/migrate.ts';
import { jobsOf, schemaOf } from '../module.ts';
import type { Probe } from './probe.ts';
import type { Shared } from './process.ts';

/** What the schema lacks for these modules. */
export async function schemaTrouble(
  { database, modules }: Pick<Shared, 'database' | 'modules'>,
  sets: readonly MigrationSet[],
): Promise<string | undefined> {
  const states = await database.system((db) => migrationStatus(db, sets));
  if (states.some(({ state }) => state === 'pending')) return 'schema_outdated: run wheelhouse migrate up';
  const queues = jobsOf(modules);
  const outdated = queues.length === 0 ? undefined : await database.system((db) => whyJobsAreOutdated(db, queues));
  return outdated === undefined ? undefined : `schema_outdated (${outdated}): run wheelhouse migrate up`;
}

/** What a process stands on, as /readyz asks it. */
export function probesOf(
  { database, broker, clock, modules }: Shared,
  sets: readonly MigrationSet[],
): Readonly<Record<string, Probe>> {
  return {
    postgresql: { ask: () => database.system((db) => db.query('SELECT 1')).then(() => undefined) },
    schema: { ask: () => schemaTrouble({ database, modules }, sets) },
    // Events wait in the outbox meanwhile, so requests can still be served.
    rabbitmq: { ask: async () => broker.trouble(), optional: true },
    // There is still time: nobody is served better by a process that says it cannot.
    partitions: {
      ask: () => {
        const schemas = modules.map(({ name }) => schemaOf(name));
        return database.system((db) => whyPartitionsRunOut(db, schemas, clock.now()));
      },
      optional: true,
    },
  };
}

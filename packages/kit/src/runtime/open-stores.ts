import { hostname } from 'node:os';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateUp, type MigrationSet, migrationSets } from '../db/migrate.ts';
import { openBroker } from '../events/broker.ts';
import { migrateJobs } from '../jobs/migrate.ts';
import { jobsOf, type Module, modulesOf, schemaOf } from '../module.ts';
import type { Common, Shared } from './process.ts';
import { whyRoleIsUnfit } from './role-check.ts';
import type { ProcessSettings } from './settings.ts';

export interface Stores {
  readonly shared: Shared;
  readonly sets: readonly MigrationSet[];
  readonly close: () => Promise<void>;
}

/** Brings the schema up if it may, and opens what the modules stand on; refuses a role that would see every tenant. */
export async function openStores(common: Common, settings: ProcessSettings, name: string): Promise<Stores> {
  const { log, parts } = common;
  const modules = modulesOf(parts);
  const sets = migrationSets(modules.map(({ name: module, migrations }) => ({ schema: schemaOf(module), migrations })));
  await migrate(common, settings, modules, sets);
  const database = openDatabase({
    url: settings.DATABASE_URL,
    connections: settings.DATABASE_CONNECTIONS,
    applicationName: name.slice(0, 63),
    log,
  });
  await refuseUnfitRole(database, sets);
  const broker = openBroker(settings.RABBITMQ_URL, name, log);
  const worker = `${hostname()}/${modules.map((module) => module.name).join('+')}/${settings.WORKER_NAME}`;
  return {
    shared: { ...common, settings, modules, database, broker, worker },
    sets,
    close: async () => {
      await broker.close();
      await database.end();
    },
  };
}

async function migrate(
  { log }: Common,
  settings: ProcessSettings,
  modules: readonly Module[],
  sets: readonly MigrationSet[],
): Promise<void> {
  if (settings.MIGRATE_DATABASE_URL === undefined) return;
  const appRole = decodeURIComponent(new URL(settings.DATABASE_URL).username);
  await migrateUp({ url: settings.MIGRATE_DATABASE_URL, appRole, sets, log });
  // After, not under, the other's lock: the engine builds indexes concurrently.
  const queues = jobsOf(modules);
  if (queues.length > 0) await migrateJobs({ ownerUrl: settings.MIGRATE_DATABASE_URL, appRole, queues, log });
}

async function refuseUnfitRole(database: Database, sets: readonly MigrationSet[]): Promise<void> {
  const schemas = sets.map(({ schema }) => schema);
  const unfit = await database.system((db) => whyRoleIsUnfit(db, schemas));
  if (unfit === undefined) return;
  await database.end();
  throw new Error(`refusing to serve: ${unfit}`);
}

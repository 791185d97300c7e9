import { hostname } from 'node:os';
import { openDatabase } from '../db/database.ts';
import { type MigrationSet, migrationSets } from '../db/migrate.ts';
import { openBroker } from '../events/broker.ts';
import { modulesOf, schemaOf } from '../module.ts';
import type { Common, Shared } from './process.ts';
import type { ProcessSettings } from './settings.ts';

export interface Stores {
  readonly shared: Shared;
  readonly sets: readonly MigrationSet[];
  readonly close: () => Promise<void>;
}

/** Opens what the modules stand on, there or not: who wants to use it waits for it (`awaitStores`). */
export function openStores(common: Common, settings: ProcessSettings, name: string): Stores {
  const { log, parts } = common;
  const modules = modulesOf(parts);
  const sets = migrationSets(modules.map(({ name: module, migrations }) => ({ schema: schemaOf(module), migrations })));
  const database = openDatabase({
    url: settings.DATABASE_URL,
    connections: settings.DATABASE_CONNECTIONS,
    applicationName: name.slice(0, 63),
    log,
  });
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

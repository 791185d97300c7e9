import { jobsOf, makeLog, migrateJobs, migrationSets, type Module, schemaOf } from '@wheelhouse/kit';
import { type TestDatabase, testDatabase } from './database.ts';

/** A database of one's own with everything these modules need in it: their schemas and their queues. */
export async function moduleDatabase(modules: readonly Module[]): Promise<TestDatabase> {
  const database = await testDatabase(
    migrationSets(modules.map(({ name, migrations }) => ({ schema: schemaOf(name), migrations }))),
  );
  const queues = jobsOf(modules);
  if (queues.length > 0) {
    const appRole = new URL(database.url).username;
    await migrateJobs({ ownerUrl: database.ownerUrl, appRole, queues, log: makeLog({ level: 'fatal' }) });
  }
  return database;
}

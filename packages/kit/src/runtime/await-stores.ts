import { migrateUp } from '../db/migrate.ts';
import { migrateJobs } from '../jobs/migrate.ts';
import { jobsOf } from '../module.ts';
import { pause } from '../leases.ts';
import { isOutage } from '../db/outage.ts';
import { noteKeys, wrongKeyFault, wrongKeys } from './known-keys.ts';
import type { Stores } from './open-stores.ts';
import { schemaTrouble } from './probes.ts';
import { whyRoleIsUnfit } from './role-check.ts';

const againAfterMs = 1_000;

/**
 * Until the database is there with its schema. What is waited for is said once, and again only when it is something else:
 * whoever starts everything at once need not start it in order. Refuses a role that would see every tenant, and keys that
 * open nothing.
 */
export async function awaitStores(stores: Stores, signal: AbortSignal): Promise<void> {
  const { log } = stores.shared;
  let said: string | undefined;
  for (;;) {
    const missing = await missingOf(stores);
    if (missing === undefined) break;
    if (missing !== said) log.warn(`waiting: ${missing}`);
    said = missing;
    await pause(againAfterMs, signal);
    signal.throwIfAborted();
  }
  if (said !== undefined) log.info('the database is there, with its schema');
}

async function missingOf(stores: Stores): Promise<string | undefined> {
  try {
    const { database, settings, clock } = stores.shared;
    const schemas = stores.sets.map(({ schema }) => schema);
    const unfit = await database.system((db) => whyRoleIsUnfit(db, schemas));
    if (unfit !== undefined) throw new Error(`refusing to serve: ${unfit}`);
    await migrate(stores);
    // What of it is missing changes while somebody migrates; that it is waited for does not.
    if ((await schemaTrouble(stores.shared, stores.sets)) !== undefined)
      return 'the schema is outdated: run wheelhouse migrate up';
    await database.system(async (db) => {
      const wrong = await wrongKeys(db, settings.SECRETS_KEYS);
      if (wrong.length > 0) throw new Error(`refusing to serve: ${wrongKeyFault(wrong)}`);
      await noteKeys(db, settings.SECRETS_KEYS, clock.now());
    });
    return undefined;
  } catch (error) {
    if (isOutage(error))
      return `PostgreSQL does not respond (${error instanceof Error ? error.message : String(error)})`;
    throw error;
  }
}

async function migrate({ shared: { settings, modules, log }, sets }: Stores): Promise<void> {
  if (settings.MIGRATE_DATABASE_URL === undefined) return;
  const appRole = decodeURIComponent(new URL(settings.DATABASE_URL).username);
  await migrateUp({ url: settings.MIGRATE_DATABASE_URL, appRole, sets, log });
  // After, not under, the other's lock: the engine builds indexes concurrently.
  const queues = jobsOf(modules);
  if (queues.length > 0) await migrateJobs({ ownerUrl: settings.MIGRATE_DATABASE_URL, appRole, queues, log });
}

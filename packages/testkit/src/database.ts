import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePartitions, type Handle, makeLog, type MigrationSet, migrateUp } from '@wheelhouse/kit';
import pg from 'pg';
import { engineSetting } from './engines.ts';
import { eventually } from './eventually.ts';

/** A database of one's own, cloned from a template that is migrated once for each state of the migrations. */
export interface TestDatabase {
  readonly url: string;
  readonly ownerUrl: string;
  readonly drop: () => Promise<void>;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function hashOf(sets: readonly MigrationSet[]): string {
  const hash = createHash('sha256');
  for (const { schema, folders } of sets) {
    hash.update(schema);
    for (const folder of folders.filter(existsSync))
      for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

const templateLock = 0x77_68_74_65;

export async function testDatabase(sets: readonly MigrationSet[]): Promise<TestDatabase> {
  const owner = engineSetting('MIGRATE_DATABASE_URL');
  const app = engineSetting('DATABASE_URL');
  const template = `template_${hashOf(sets)}`;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(owner, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rows.length === 0) await makeTemplate(client, template, owner, app, sets);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  await catchUp(withDatabase(owner, name), sets);
  return {
    url: withDatabase(app, name),
    ownerUrl: withDatabase(owner, name),
    // Not WITH (FORCE): the owner may not end the app role's sessions, and those just closed take a moment to go.
    drop: () =>
      eventually(() => asOwner(owner, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name}`)))),
  };
}

/** A template may be weeks old, and its partitions with it. */
async function catchUp(url: string, sets: readonly MigrationSet[]): Promise<void> {
  const modules = sets.filter(({ schema }) => schema !== 'kit');
  if (modules.length === 0) return;
  await asOwner(url, async (client) => {
    const handle: Handle = { query: async (sql, values) => (await client.query(sql, values && [...values])).rows };
    for (const { schema } of modules) await ensurePartitions(handle, schema, new Date());
  });
}

/** Made under another name and renamed last: a template that exists is complete. */
async function makeTemplate(
  client: pg.Client,
  template: string,
  owner: string,
  app: string,
  sets: readonly MigrationSet[],
): Promise<void> {
  const unfinished = `${template}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${unfinished}`);
  await migrateUp({
    url: withDatabase(owner, unfinished),
    appRole: new URL(app).username,
    sets,
    log: makeLog({ level: 'error' }),
  });
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

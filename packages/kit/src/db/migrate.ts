import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Handle } from './database.ts';

/**
 * Plain SQL files, applied in order, each in a transaction that also writes its ledger row. One
 * migrator at a time (advisory lock); no statement waits long for a table in use (lock_timeout), so
 * a migration can never stand in the way of the requests it runs beside.
 */
export interface MigrationSet {
  /** The schema they make and live in. */
  readonly schema: string;
  readonly folders: readonly string[];
}

export interface MigrationStatus {
  readonly schema: string;
  readonly name: string;
  readonly state: 'applied' | 'pending' | 'changed';
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const kitFolder = join(import.meta.dirname, '../../migrations');
const lockKey = 0x77_68_65_65;
const lockTimeout = '3s';
const triesForLock = 20;

/** The kit's own schema first, then each module's: the kit's tables in it, then the module's. */
export function migrationSets(
  modules: readonly { readonly schema: string; readonly migrations: string }[],
): readonly MigrationSet[] {
  const own = { schema: 'kit', folders: [join(kitFolder, 'kit')] };
  const theirs = modules.map(({ schema, migrations }) => ({
    schema,
    folders: [join(kitFolder, 'module'), migrations],
  }));
  return [own, ...theirs];
}

async function filesOf(set: MigrationSet): Promise<readonly MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const [index, folder] of set.folders.entries()) {
    if (!existsSync(folder)) continue;
    // The kit's and the module's files are numbered apart; the prefix keeps their names apart too.
    const prefix = set.folders.length > 1 && index === 0 ? 'kit/' : '';
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()) {
      const sql = await readFile(join(folder, file), 'utf8');
      files.push({ name: prefix + file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex') });
    }
  }
  return files;
}

async function appliedOf(db: Handle, schema: string): Promise<ReadonlyMap<string, string>> {
  const [there] = await db.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `${schema}.migrations`,
  ]);
  if (there?.found === null) return new Map();
  const rows = await db.query<{ name: string; checksum: string }>(`SELECT name, checksum FROM ${schema}.migrations`);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

export async function migrationStatus(db: Handle, sets: readonly MigrationSet[]): Promise<readonly MigrationStatus[]> {
  const states: MigrationStatus[] = [];
  for (const set of sets) {
    const applied = await appliedOf(db, set.schema);
    for (const { name, checksum } of await filesOf(set)) {
      const known = applied.get(name);
      states.push({
        schema: set.schema,
        name,
        state: known === undefined ? 'pending' : known === checksum ? 'applied' : 'changed',
      });
    }
  }
  return states;
}

export interface MigrateOptions {
  /** The owner's address; the app role's would be refused by the database. */
  readonly url: string;
  readonly appRole: string;
  readonly sets: readonly MigrationSet[];
  readonly log: Log;
}

/** Applies what is pending and answers how many that were. */
export async function migrateUp({ url, appRole, sets, log }: MigrateOptions): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'wheelhouse-migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(`SELECT set_config('kit.app_role', $1, false)`, [appRole]);
    let count = 0;
    for (const set of sets) count += await applySet(client, set, appRole, log);
    return count;
  } finally {
    await client.end();
  }
}

async function applySet(client: pg.Client, set: MigrationSet, appRole: string, log: Log): Promise<number> {
  const [schema, role] = [pg.escapeIdentifier(set.schema), pg.escapeIdentifier(appRole)];
  // In one transaction: a process that waits for the schema must not find a table that it may not read.
  await client.query(`
    BEGIN;
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
    GRANT SELECT ON ${schema}.migrations TO ${role};
    COMMIT;`);
  const handle: Handle = { query: async (sql, values) => (await client.query(sql, values && [...values])).rows };
  const applied = await appliedOf(handle, set.schema);
  let count = 0;
  for (const file of await filesOf(set)) {
    const known = applied.get(file.name);
    if (known === file.checksum) continue;
    if (known !== undefined)
      throw new Error(`${set.schema}/${file.name} was changed after it was applied; write a new migration instead`);
    await applyFile(client, set.schema, file);
    log.info({ schema: set.schema, migration: file.name }, 'migration applied');
    count += 1;
  }
  return count;
}

async function applyFile(client: pg.Client, schema: string, file: MigrationFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
      await client.query(`SET LOCAL search_path = ${pg.escapeIdentifier(schema)}`);
      await client.query(file.sql);
      await client.query(`INSERT INTO ${pg.escapeIdentifier(schema)}.migrations (name, checksum) VALUES ($1, $2)`, [
        file.name,
        file.checksum,
      ]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const waited = error instanceof pg.DatabaseError && error.code === '55P03';
      if (!waited || attempt === triesForLock) throw error;
    }
  }
}

import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRoot, runInRoot } from '../runtime/debian-root.ts';
import { type Engine, ownedFolder, place } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';
import { versions } from '../versions.ts';

const bin = `/usr/lib/postgresql/${versions.postgresql}/bin`;
const folder = 'postgresql';
const user = 'postgres';

/** Close to what a small production server runs with; durability is never turned off. */
export const settings = {
  unix_socket_directories: '/engine/run',
  shared_preload_libraries: 'pg_stat_statements',
  max_connections: '300',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  track_io_timing: 'on',
  password_encryption: 'scram-sha-256',
};

/** Where it listens. */
export function addressOf(home: Home) {
  return { listen_addresses: home.listen, port: home.port('postgresql') };
}

async function prepare(home: Home): Promise<void> {
  const base = await ownedFolder(home, user, folder);
  // Nothing of it runs any more when we get here, but a killed server's pid may linger as a zombie,
  // which PostgreSQL takes for a living server: its two lock files go first.
  await rm(join(base, 'run'), { recursive: true, force: true });
  await rm(join(base, 'data/postmaster.pid'), { force: true });
  await ownedFolder(home, user, folder, 'run');
  if (existsSync(join(base, 'data'))) return;
  // A killed initdb leaves a half-made folder: make it under another name, then rename.
  await rm(join(base, 'data.unfinished'), { recursive: true, force: true });
  const init = ['-D', '/engine/data.unfinished', '-U', 'postgres', '--locale=C.UTF-8', '-E', 'UTF8'];
  // The superuser comes in through the socket only, as the operating system's postgres; no password exists for it.
  const auth = ['--auth-local=peer', '--auth-host=scram-sha-256'];
  const made = await runInRoot(await place(home, folder, user), [`${bin}/initdb`, ...init, ...auth]);
  if (made.code !== 0) throw new Error(`initdb: ${made.stderr}`);
  await rename(join(base, 'data.unfinished'), join(base, 'data'));
}

async function psql(home: Home, database: string, sql: string): Promise<string> {
  const connection = ['-h', '/engine/run', '-p', String(home.port('postgresql')), '-U', 'postgres', '-d', database];
  const argv = [`${bin}/psql`, ...connection, '-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '-qAt', '-f', '-'];
  const answer = await runInRoot(await place(home, folder, user), argv, sql);
  if (answer.code !== 0) throw new Error(answer.stderr.trim());
  return answer.stdout;
}

async function answersOwner(home: Home): Promise<void> {
  // Without docker the engines need no package at all.
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: home.port('postgresql'),
    user: 'wheelhouse_owner',
    password: home.secret('owner'),
    database: 'wheelhouse',
    connectionTimeoutMillis: 3_000,
  });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}

/** Two roles, neither superuser nor BYPASSRLS: what the product is allowed is what it is tested with. */
export function rolesAndDatabase(home: Home): string {
  const role = (name: string, password: string, rights: string) => `
    SELECT 'CREATE ROLE ${name}' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') \\gexec
    ALTER ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE ${rights} PASSWORD '${password}';`;
  return `
    ${role('wheelhouse_owner', home.secret('owner'), 'CREATEDB')}
    ${role('wheelhouse_app', home.secret('app'), 'NOCREATEDB')}
    GRANT pg_read_all_stats TO wheelhouse_owner;
    SELECT 'CREATE DATABASE wheelhouse OWNER wheelhouse_owner'
      WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'wheelhouse') \\gexec`;
}

/** In template1 too, so that every database made for a test has it. */
export const statistics = `
  CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
  GRANT EXECUTE ON FUNCTION pg_stat_statements_reset TO wheelhouse_owner;`;

export const postgresql: Engine = {
  name: 'postgresql',
  title: `PostgreSQL ${versions.postgresql}`,
  group: 'postgresql',
  needs: [],
  recipes: [debianRoot],
  ports: ['postgresql'],
  prepare,
  daemons: [
    {
      name: 'postgresql',
      // SIGINT is PostgreSQL's "fast": it ends sessions and leaves a clean state.
      stopSignal: 'SIGINT',
      patience: 30_000,
      program: (home) => {
        const options = Object.entries({ ...settings, ...addressOf(home) }).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]);
        return { folder, user, argv: [`${bin}/postgres`, '-D', '/engine/data', ...options] };
      },
      env: () => ({ LANG: 'C.UTF-8' }),
    },
  ],
  // Docker's is settled by what it ran at its first start, so that its roles are there.
  check: async (home) => {
    if (home.isComposed) await answersOwner(home);
    else await psql(home, 'postgres', 'SELECT 1');
  },
  settle: async (home) => {
    await psql(home, 'postgres', rolesAndDatabase(home));
    await psql(home, 'template1', statistics);
    await psql(home, 'wheelhouse', statistics);
  },
  data: [folder],
};

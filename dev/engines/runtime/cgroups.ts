import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signal } from './proc.ts';

/** An engine's own corner of every cgroup hierarchy: what runs in its containers is in there and nowhere else. */

export interface CgroupMount {
  readonly path: string;
  readonly controllers: readonly string[];
}

/** Every cgroup hierarchy of the machine, v1 and unified. */
export function cgroupMounts(mounts: string): readonly CgroupMount[] {
  return mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , type]) => type === 'cgroup' || type === 'cgroup2')
    .map(([, path = '', , options = '']) => ({ path, controllers: options.split(',') }))
    .filter(({ path }) => existsSync(path));
}

async function folders(name: string): Promise<readonly string[]> {
  return cgroupMounts(await readFile('/proc/mounts', 'utf8')).map(({ path }) => join(path, name));
}

export async function makeCgroups(name: string): Promise<void> {
  for (const folder of await folders(name)) {
    await mkdir(folder, { recursive: true });
    // A fresh v1 cpuset is empty, and nothing can run in it.
    for (const file of ['cpuset.cpus', 'cpuset.mems']) {
      const parent = join(folder, '..', file);
      if (existsSync(parent) && existsSync(join(folder, file)))
        await writeFile(join(folder, file), await readFile(parent));
    }
  }
}

/** Ends whatever still runs in it. */
export async function killProcessesIn(name: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const pids = new Set<number>();
    for (const folder of await folders(name)) for (const pid of await processesBelow(folder)) pids.add(pid);
    if (pids.size === 0) return;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await wait(50);
  }
  throw new Error(`processes in the cgroup ${name} do not end`);
}

export async function removeCgroups(name: string): Promise<void> {
  for (const folder of await folders(name)) await removeDeepestFirst(folder);
}

async function subfolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
}

async function processesBelow(folder: string): Promise<readonly number[]> {
  const own = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
  const below = await Promise.all((await subfolders(folder)).map(processesBelow));
  return [
    ...own
      .split('\n')
      .filter((line) => line !== '')
      .map(Number),
    ...below.flat(),
  ];
}

async function removeDeepestFirst(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const below of await subfolders(folder)) await removeDeepestFirst(below);
  // The kernel needs a moment after the last process has ended.
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if (attempt === 50 || (error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
      await wait(50);
    }
  }
}

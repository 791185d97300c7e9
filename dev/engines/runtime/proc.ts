import { readdir, readFile, readlink } from 'node:fs/promises';
import { tryRun } from './shell.ts';

/** What the kernel says about processes. */

/** The environment variable by which our processes are known. */
export const markName = 'WHEELHOUSE_ENGINE';

export interface ProcessFacts {
  readonly pid: number;
  readonly uid: number;
  readonly residentBytes: number;
  readonly command: string;
}

/** When a process began, in kernel ticks: pid and start together name a process for good. */
export async function startTicks(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return startByPs(pid);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not looked yet.
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** The same where there is no /proc, to the second. */
export async function startByPs(pid: number): Promise<string | undefined> {
  const { stdout } = await tryRun('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, state = '', started] = /^(\S+)\s+(.+)$/.exec(stdout.trim()) ?? [];
  return state.startsWith('Z') ? undefined : started;
}

export async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  if (status === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
  return { pid, uid: Number(field('Uid')), residentBytes: Number(field('VmRSS')) * 1024, command: field('Name') };
}

async function allPids(): Promise<number[]> {
  return (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
}

/**
 * Processes that carry a mark in their environment, or in their mount table as the source of a
 * mount: how the descendants of what we started are found again. Some programs (PostgreSQL,
 * Valkey) overwrite their environment to show a title; the mount table they cannot.
 */
export async function processesMarked(value: string): Promise<number[]> {
  const entry = `${markName}=${value}`;
  const inMountTable = ` - tmpfs ${value.replaceAll('\\', '\\134').replaceAll(' ', '\\040')} `;
  const marked = await Promise.all(
    (await allPids()).map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
      const found = environment.split('\0').includes(entry) || mounts.includes(inMountTable);
      return found && (await startTicks(pid)) !== undefined ? [pid] : [];
    }),
  );
  return marked.flat();
}

/** The user whose process listens on a loopback port, to name who is in the way. */
export async function listenerOn(port: number): Promise<string | undefined> {
  const inode = await listeningInode(port);
  if (inode === undefined) return undefined;
  for (const pid of await allPids()) {
    const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const handle of handles) {
      if ((await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')) === `socket:[${inode}]`) {
        return `${(await factsOf(pid))?.command ?? 'a process'} (pid ${pid})`;
      }
    }
  }
  return 'another process';
}

async function listeningInode(port: number): Promise<string | undefined> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const rows = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
    for (const row of rows) {
      const columns = row.trim().split(/\s+/);
      if (columns[1]?.endsWith(wanted) && columns[3] === '0A') return columns[9];
    }
  }
  return undefined;
}

/** Signals a process; one that ended in between is what was asked for anyway. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

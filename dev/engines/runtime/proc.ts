import { readdir, readFile, readlink } from 'node:fs/promises';

/** What the kernel says about processes. */

export interface ProcessFacts {
  readonly pid: number;
  readonly uid: number;
  readonly residentBytes: number;
  readonly command: string;
}

/** When a process began, in kernel ticks: pid and start together name a process for good. */
export async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not looked yet.
  return fields[0] === 'Z' ? undefined : fields[19];
}

export async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  if (status === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
  return { pid, uid: Number(field('Uid')), residentBytes: Number(field('VmRSS')) * 1024, command: field('Name') };
}

async function allPids(): Promise<number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Processes whose environment holds `entry` (NAME=value): how an engine's children are found again. */
export async function processesWith(entry: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await allPids()) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(entry) && (await startTicks(pid)) !== undefined) found.push(pid);
  }
  return found;
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

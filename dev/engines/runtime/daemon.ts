import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Home } from './home.ts';
import { markName, processesMarked, signal, startTicks } from './proc.ts';

/** A long-running process of an engine, known by name; several engines need more than one. */
export interface Daemon {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What asks it to end properly; SIGKILL follows after `patience` milliseconds. */
  readonly stopSignal?: NodeJS.Signals;
  readonly patience?: number;
}

interface PidRecord {
  readonly pid: number;
  readonly ticks: string;
  readonly startedAt: string;
}

const largestLog = 64 * 1024 * 1024;

/** Carried by every process we start and inherited by its children. */
function mark(home: Home, name: string): string {
  return `${home.dir}#${name}`;
}

function pidFile(home: Home, name: string): string {
  return join(home.dir, 'run', `${name}.json`);
}

export function logFile(home: Home, name: string): string {
  return join(home.dir, 'logs', `${name}.log`);
}

/** The process we started under this name, if it still runs. */
export async function runningPid(home: Home, name: string): Promise<PidRecord | undefined> {
  const path = pidFile(home, name);
  if (!existsSync(path)) return undefined;
  const record = JSON.parse(await readFile(path, 'utf8')) as PidRecord;
  return (await startTicks(record.pid)) === record.ticks ? record : undefined;
}

export async function startDaemon(home: Home, daemon: Daemon): Promise<void> {
  if (await runningPid(home, daemon.name)) return;
  // A killed parent may have left children that still hold its port or its files.
  await endMarked(home, daemon.name);
  await mkdir(join(home.dir, 'run'), { recursive: true });
  const log = await openLog(logFile(home, daemon.name));
  try {
    const [program = '', ...args] = daemon.command;
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...daemon.env, [markName]: mark(home, daemon.name) },
    });
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => resolve(child.pid ?? 0));
    });
    child.unref();
    const record: PidRecord = { pid, ticks: (await startTicks(pid)) ?? '', startedAt: new Date().toISOString() };
    await writeFile(pidFile(home, daemon.name), JSON.stringify(record));
  } finally {
    await log.close();
  }
}

/** Ends the process and whatever it left behind; returns once nothing of it runs. */
export async function stopDaemon(home: Home, daemon: Pick<Daemon, 'name' | 'stopSignal' | 'patience'>): Promise<void> {
  const record = await runningPid(home, daemon.name);
  if (record) {
    signal(record.pid, daemon.stopSignal ?? 'SIGTERM');
    const deadline = performance.now() + (daemon.patience ?? 10_000);
    while (performance.now() < deadline && (await runningPid(home, daemon.name))) await wait(50);
    if (await runningPid(home, daemon.name)) signal(record.pid, 'SIGKILL');
    while (await runningPid(home, daemon.name)) await wait(20);
  }
  await endMarked(home, daemon.name);
  await rm(pidFile(home, daemon.name), { force: true });
}

/** Every process of this name: the one we started first, then its descendants. */
export async function processesOf(home: Home, name: string): Promise<number[]> {
  const started = await runningPid(home, name);
  const marked = await processesMarked(mark(home, name));
  return started === undefined ? marked : [started.pid, ...marked.filter((pid) => pid !== started.pid)];
}

async function endMarked(home: Home, name: string): Promise<void> {
  for (;;) {
    const left = await processesOf(home, name);
    if (left.length === 0) return;
    for (const pid of left) signal(pid, 'SIGKILL');
    await wait(50);
  }
}

async function openLog(path: string) {
  await mkdir(join(path, '..'), { recursive: true });
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.1`);
  const log = await open(path, 'a');
  await log.appendFile(`\n--- started ${new Date().toISOString()}\n`);
  return log;
}

export async function logTail(home: Home, name: string, lines: number): Promise<string> {
  const text = await readFile(logFile(home, name), 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

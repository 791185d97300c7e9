import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signal, startTicks } from '../engines/runtime/proc.ts';
import type { House } from './house.ts';

/** Which processes of the house run, so that another terminal finds them. A pid and its start name a process for good. */
interface Named {
  readonly pid: number;
  readonly ticks: string;
}

export interface Running {
  readonly url: string;
  readonly command: Named;
  readonly server: Named;
}

const stopLimitMs = 40_000;

export async function writeRunning(house: House, url: string, serverPid: number): Promise<void> {
  const running: Running = { url, command: await named(process.pid), server: await named(serverPid) };
  await writeFile(file(house), JSON.stringify(running));
}

export async function forgetRunning(house: House): Promise<void> {
  await rm(file(house), { force: true });
}

/** What runs now: the command itself, or only the server that a killed one left behind. */
export async function whatRuns(
  house: House,
): Promise<{ readonly url: string; readonly what: 'command' | 'server' } | undefined> {
  const running = await readRunning(house);
  if (running === undefined) return undefined;
  if (await isAlive(running.command)) return { url: running.url, what: 'command' };
  return (await isAlive(running.server)) ? { url: running.url, what: 'server' } : undefined;
}

/** Asks the command to stop, or the server where only that is left, and waits until nothing of it runs. */
export async function stopRunning(house: House): Promise<void> {
  const running = await readRunning(house);
  if (running === undefined) return;
  const asked = (await isAlive(running.command)) ? running.command : running.server;
  if (await isAlive(asked)) signal(asked.pid, 'SIGTERM');
  const deadline = performance.now() + stopLimitMs;
  while ((await isAlive(running.command)) || (await isAlive(running.server))) {
    if (performance.now() > deadline)
      throw new Error(`the process ${asked.pid} does not stop. Next step: end it yourself`);
    await wait(100);
  }
  await forgetRunning(house);
}

async function readRunning(house: House): Promise<Running | undefined> {
  return existsSync(file(house)) ? (JSON.parse(await readFile(file(house), 'utf8')) as Running) : undefined;
}

async function named(pid: number): Promise<Named> {
  return { pid, ticks: (await startTicks(pid)) ?? '' };
}

async function isAlive({ pid, ticks }: Named): Promise<boolean> {
  return (await startTicks(pid)) === ticks;
}

function file({ dir }: House): string {
  return join(dir, 'running.json');
}

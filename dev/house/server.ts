import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryRun } from '../engines/runtime/shell.ts';
import { repository } from './house.ts';
import type { Environment } from './settings.ts';

const main = join(repository, 'apps/server/src/main.ts');
const startLimitMs = 60_000;
const stopLimitMs = 20_000;

export interface Server {
  readonly child: ChildProcess;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Everything in one process, whose log goes to a file or comes as a pipe. */
export function startServer(environment: Environment, log: number | 'pipe'): Server {
  const child = spawn(process.execPath, [main, 'serve', '--target', 'all'], {
    // Ctrl-C is not for it: it is asked to stop, once, when its turn has come.
    detached: true,
    env: environment,
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    child,
    ended,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Until all of it is ready, by its own word. */
export async function untilReady({ ended }: Server, { ADMIN_PORT }: Environment): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  let end: string | undefined;
  void ended.then((how) => {
    end = how;
  });
  for (let last = 'no answer yet'; ; await wait(100)) {
    if (end !== undefined) throw new Error(`the server ended (${end}) before it was ready`);
    if (performance.now() > deadline)
      throw new Error(`the server is not ready after ${startLimitMs / 1000} s: ${last}`);
    try {
      const answer = await fetch(`http://127.0.0.1:${ADMIN_PORT}/readyz`, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return;
      last = await answer.text();
    } catch (error) {
      last = String(error);
    }
  }
}

/** Brings the database's schemas to the state of this source tree. */
export async function migrate(environment: Environment): Promise<void> {
  const result = await tryRun(process.execPath, [main, 'migrate', 'up'], { env: environment });
  if (result.code !== 0) throw new Error(`the database could not be migrated:\n${result.stderr.trim()}`);
}

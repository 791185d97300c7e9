import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  type Answer,
  call,
  caller,
  type CallOptions,
  moduleDatabase,
  serving,
  testEnvironment,
  testVhost,
} from '@wheelhouse/testkit';
import { modules } from './table.ts';

/** Platform as a process of the server program, which can be started anew on what it has written. */
export interface PlatformProcess {
  readonly pid: () => number;
  /** What it uses of its heap, in KiB, once everything is gone that nothing holds. */
  readonly heapKib: () => Promise<number>;
  readonly ask: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** The same, of which only this is expected. */
  readonly must: (status: number, method: string, path: string, body?: object) => Promise<Answer['body']>;
  readonly startAnew: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts');
const table = join(import.meta.dirname, 'table.ts');
const heapOnDemand = join(import.meta.dirname, 'heap-on-demand.ts');
const startMs = 120_000;

export async function startPlatform(settings: Readonly<Record<string, string>>): Promise<PlatformProcess> {
  const database = await moduleDatabase(modules);
  const vhost = await testVhost();
  const given = await testEnvironment(modules, database, vhost);
  const environment = {
    ...given,
    PATH: process.env['PATH'],
    // As shipped, for what it takes is measured.
    LOG_LEVEL: 'info',
    CHECK_ANSWERS: 'false',
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    EXTERNAL_URL: 'https://wheelhouse.example',
    ...settings,
  };
  const address = `http://127.0.0.1:${given['PLATFORM_PORT']}`;
  const who = await caller();
  let child: ChildProcess | undefined;
  let [said, lastError] = ['', 'none'];
  const end = async () => {
    const ending = child;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    if (ending.kill('SIGKILL')) await exited;
  };
  const start = async () => {
    const command = ['--expose-gc', '--import', heapOnDemand, main, 'serve', '--modules', table];
    const began = spawn(process.execPath, command, { env: environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    child = began;
    began.stdout?.on('data', (text: Buffer) => {
      said = text.toString().slice(-2_000);
      const [error] = /^.*"level":(?:"error"|50).*$/m.exec(text.toString()) ?? [];
      if (error !== undefined) lastError = error.slice(0, 2_000);
    });
    await serving(address, startMs).catch((error: unknown) => {
      throw new Error(`platform did not come up: ${said}`, { cause: error });
    });
  };
  const stop = async () => {
    await end();
    await vhost.drop();
    await database.drop();
  };
  const ask: PlatformProcess['ask'] = (method, path, options = {}) => call(address, who, method, path, options);
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    pid: () => child?.pid ?? 0,
    heapKib: async () => {
      if (child === undefined) throw new Error('platform does not run');
      const told = once(child, 'message');
      child.send('heap');
      const [bytes] = (await told) as [number];
      return bytes / 1_024;
    },
    ask,
    must: async (status, method, path, body) => {
      const answer = await ask(method, path, body === undefined ? {} : { body });
      if (answer.status !== status)
        throw new Error(
          `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}; its last error: ${lastError}`,
        );
      return answer.body;
    },
    startAnew: async () => {
      await end();
      await start();
    },
    stop,
  };
}

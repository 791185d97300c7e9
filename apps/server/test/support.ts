import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Module } from '@wheelhouse/kit';
import {
  moduleDatabase,
  type TestDatabase,
  testDatabase,
  testEnvironment,
  type TestVhost,
  testVhost,
} from '@wheelhouse/testkit';
import { onTestFinished } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');
export const exampleTable = join(import.meta.dirname, 'example-table.ts');
export const twoModulesTable = join(import.meta.dirname, 'two-modules-table.ts');

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly output: () => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
}

/** The real program, with this environment and nothing of ours. It does not outlive its test. */
export function start(args: readonly string[], environment: Environment): Program {
  const child = spawn(process.execPath, [main, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { output: () => stdout + stderr, signal: (signal) => child.kill(signal), ended };
}

export function run(args: readonly string[], environment: Environment): Promise<Ended> {
  return start(args, environment).ended;
}

export interface Ground {
  readonly database: TestDatabase;
  readonly vhost: TestVhost;
  readonly environment: Environment;
  readonly drop: () => Promise<void>;
}

/** A database, a vhost and the settings that reach them. */
export async function ground(modules: readonly Module[], state: 'migrated' | 'empty' = 'migrated'): Promise<Ground> {
  const database = await (state === 'migrated' ? moduleDatabase(modules) : testDatabase([]));
  const vhost = await testVhost();
  return {
    database,
    vhost,
    environment: { ...(await testEnvironment(modules, database, vhost)), LOG_LEVEL: 'info' },
    drop: async () => {
      await vhost.drop();
      await database.drop();
    },
  };
}

export function without(environment: Environment, ...names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

export function changedUrl(url: string, change: (url: URL) => void): string {
  const changed = new URL(url);
  change(changed);
  return changed.href;
}

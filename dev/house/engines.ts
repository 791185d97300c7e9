import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Group } from '../engines/runtime/engine.ts';
import { repository } from './house.ts';

/** What the server stands on: there in seconds, or in about a minute on a bare machine. */
export const quickGroups: readonly Group[] = ['postgresql', 'rabbitmq', 'valkey'];
/** The first time they take 8 to 12 minutes: Kubernetes is compiled. */
export const clusterGroups: readonly Group[] = ['kube', 'kwok', 'metrics-server'];

const cli = join(repository, 'dev/engines/cli.ts');
/** `   2.7 s  postgresql      healthy in 2.7 s`, and not the table at the end. */
const progressLine = /^ *(?:[\d.]+ s|\d+m\d\ds)  (\S+) +(.+)$/;

/**
 * `npm run engines` in a process group of its own: Ctrl-C is ours to hear, and when the signal ends, the compiler ends
 * with it. What was compiled by then is kept.
 */
export function engines(
  command: 'up' | 'down' | 'reset',
  groups: readonly Group[],
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, command, ...groups], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors: string[] = [];
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    };
    signal?.addEventListener('abort', end, { once: true });
    createInterface(child.stdout).on('line', (line) => {
      const [, who, text] = progressLine.exec(line) ?? [];
      if (who !== undefined && who !== 'left:') say(`${who}: ${text}`);
      if (line.startsWith('another engines command')) say(line);
    });
    createInterface(child.stderr).on('line', (line) => errors.push(line));
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      if (code === 0 || signal?.aborted === true) return resolve();
      reject(new Error(errors.slice(0, 12).join('\n') || `engines ${command} ended with ${code}`));
    });
  });
}

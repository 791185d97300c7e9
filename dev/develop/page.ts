import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { vite } from '../house/dashboard.ts';
import { repository } from '../house/house.ts';
import type { Voice } from './log-line.ts';

/** Vite's own server for the dashboard: a change is in the browser without a reload. */
export function startPage(port: number, gatewayPort: number, voice: Voice): { readonly stop: () => Promise<void> } {
  const args = [vite, 'apps/dashboard', '--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  const child = spawn(process.execPath, [...args, '--clearScreen', 'false'], {
    cwd: repository,
    detached: true,
    env: { ...process.env, WHEELHOUSE_API: `http://127.0.0.1:${gatewayPort}`, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      if (line.trim() !== '') voice.from('dashboard', line.trim());
    });
  let isStopped = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      voice.from('dashboard', error.message);
      resolve();
    });
    child.once('close', (code) => {
      if (!isStopped && code !== 0) voice.from('dashboard', `vite ended with ${code}`);
      resolve();
    });
  });
  return {
    stop: async () => {
      isStopped = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

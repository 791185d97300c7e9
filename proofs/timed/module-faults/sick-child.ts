import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@wheelhouse/testkit';

const upstream = join(import.meta.dirname, '../../gateway-house/upstream.ts');

/** A program in a module's place that can be killed, stopped and brought back. */
export class SickChild {
  readonly port: number;
  #child: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
  }

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [upstream, String(this.port)], { stdio: 'inherit' });
    await eventually(() => fetch(`http://127.0.0.1:${this.port}/`, { headers: { connection: 'close' } }));
  }

  async kill(): Promise<void> {
    if (this.#child === undefined) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    this.#child = undefined;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }
}

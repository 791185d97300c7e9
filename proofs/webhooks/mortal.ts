import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface MortalOptions {
  readonly program: string;
  /** Before the program, as `unshare` and its like. */
  readonly through?: readonly string[];
  /** All that it is given: the surroundings name the engines of whoever runs the proof. */
  readonly environment: Readonly<Record<string, string>>;
}

const againAfterMs = 300;

/** A program that is started again whenever it ends, as whoever runs it for good would. */
export class Mortal {
  readonly #options: MortalOptions;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isClosing = false;
  #endedByItself = 0;

  constructor(options: MortalOptions) {
    this.#options = options;
    this.#begin();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How often it ended without being killed after it had said that it is ready. */
  get endedByItself(): number {
    return this.#endedByItself;
  }

  async ready(): Promise<void> {
    while (!this.#isReady) await wait(20);
  }

  /** False where it was not up. */
  async kill(): Promise<boolean> {
    if (!this.#isReady || this.#child === undefined) return false;
    this.#isReady = false;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    return true;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const exited = this.#child && once(this.#child, 'exit');
    if (this.#child?.exitCode === null && this.#child.signalCode === null && this.#child.kill('SIGKILL')) await exited;
  }

  #begin(): void {
    const { program, through = [], environment } = this.#options;
    const [command = process.execPath, ...rest] = through;
    const child = spawn(command, command === process.execPath ? [program] : [...rest, process.execPath, program], {
      // What one life has compiled the next need not.
      env: { ...environment, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('message', () => {
      this.#isReady = true;
    });
    child.once('exit', () => void this.#succeed());
    this.#child = child;
  }

  async #succeed(): Promise<void> {
    if (this.#isReady && !this.#isClosing) this.#endedByItself += 1;
    this.#isReady = false;
    await wait(againAfterMs);
    if (!this.#isClosing) this.#begin();
  }
}

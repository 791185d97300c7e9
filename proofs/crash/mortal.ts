import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export interface MortalOptions {
  readonly program: string;
  /** Before the program, as `unshare` and its like. */
  readonly through?: readonly string[];
  /** All that it is given: the surroundings name the engines of whoever runs the proof. */
  readonly environment: Readonly<Record<string, string>>;
  /** For the life that begins. */
  readonly args?: () => readonly string[];
  /** Is handed each line that it prints. */
  readonly hear?: (line: string) => void;
  /** Between the end of a life and the next. If it throws there is no next, and whoever waits for one is told why. */
  readonly between?: (end: string) => Promise<unknown>;
}

const againAfterMs = 300;

/** A program that is started again whenever it ends, as whoever runs it for good would. It sends a message when it is ready. */
export class Mortal {
  readonly #options: MortalOptions;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isClosing = false;
  #endedByItself = 0;
  #fault: Error | undefined;

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

  /** Why there is no life any more. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  async ready(): Promise<void> {
    while (!this.#isReady) {
      if (this.#fault !== undefined) throw this.#fault;
      await wait(20);
    }
  }

  send(message: object): void {
    this.#child?.send(message, () => undefined);
  }

  wake(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Resolves when the present life is over. */
  async over(): Promise<void> {
    if (this.#child !== undefined) await once(this.#child, 'exit');
  }

  /** False where it was not up. */
  async kill(): Promise<boolean> {
    if (!this.#isReady || this.#child === undefined) return false;
    this.#isReady = false;
    const exited = this.over();
    this.#child.kill('SIGKILL');
    await exited;
    return true;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const exited = this.over();
    if (this.#child?.exitCode === null && this.#child.signalCode === null && this.#child.kill('SIGKILL')) await exited;
  }

  #begin(): void {
    const { program, through = [], environment, args, hear } = this.#options;
    const [command, ...rest] = [...through, process.execPath, program, ...(args?.() ?? [])];
    const child = spawn(command ?? process.execPath, rest, {
      // What one life has compiled the next need not.
      env: { ...environment, NODE_COMPILE_CACHE: join(dirname(program), 'compiled') },
      stdio: ['ignore', hear === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
    });
    if (hear !== undefined && child.stdout !== null) createInterface({ input: child.stdout }).on('line', hear);
    child.once('message', () => {
      this.#isReady = true;
    });
    child.once('exit', (code, signal) => void this.#succeed(signal ?? String(code)));
    this.#child = child;
  }

  async #succeed(end: string): Promise<void> {
    if (this.#isReady && !this.#isClosing) this.#endedByItself += 1;
    this.#isReady = false;
    if (this.#isClosing) return;
    try {
      await (this.#options.between?.(end) ?? wait(againAfterMs));
      if (!this.#isClosing) this.#begin();
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }
}

import { connect, type Socket } from 'node:net';

/** What an answer says of the budget. */
export interface Said {
  readonly status: number;
  readonly remaining: number;
  /** The window, by its end in Unix seconds. */
  readonly window: number;
  readonly beganAt: number;
  readonly endedAt: number;
}

const figures =
  /^http\/1\.1 (\d+)[^]*?x-ratelimit-limit: \d+[^]*?x-ratelimit-remaining: (\d+)[^]*?x-ratelimit-reset: (\d+)/;
const statusOf = (head: string): number => Number(head.slice(9, 12));

/** One connection to a gateway, one request at a time, read no further than needed. */
export class Lane {
  readonly #socket: Socket;
  #buffer = '';
  #head = '';
  #left = 0;
  #beganAt = 0;
  #said: ((said: Said) => void) | undefined;
  #failed: ((why: string) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#failed?.(error.message));
    this.#socket.on('close', () => this.#failed?.('the connection was closed'));
  }

  /** A gateway closes what was long idle. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  ask(path: string, headers: string, said: (said: Said) => void, failed: (why: string) => void): void {
    this.#said = said;
    this.#failed = failed;
    this.#beganAt = performance.now();
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: wheelhouse.test\r\n${headers}\r\n\r\n`);
  }

  end(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) this.#left -= chunk.length;
    else {
      this.#buffer += chunk.toString('latin1');
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end === -1) return;
      this.#head = this.#buffer.slice(0, end).toLowerCase();
      this.#left = Number(/content-length: (\d+)/.exec(this.#head)?.[1]) - (this.#buffer.length - end - 4);
      this.#buffer = '';
    }
    if (this.#left <= 0) this.#answered();
  }

  #answered(): void {
    const [said, failed] = [this.#said, this.#failed];
    this.#said = undefined;
    this.#failed = undefined;
    const told = figures.exec(this.#head);
    if (told === null) failed?.(`${statusOf(this.#head)} without rate headers`);
    else
      said?.({
        status: Number(told[1]),
        remaining: Number(told[2]),
        window: Number(told[3]),
        beganAt: this.#beganAt,
        endedAt: performance.now(),
      });
  }
}

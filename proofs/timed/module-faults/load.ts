import { connect, type Socket } from 'node:net';

/**
 * A program of its own that asks at a rate, whatever comes back, and tells how long each answer took and what it
 * was. Its work is told over IPC.
 */
export interface LoadOrder {
  /** Asked in turn, each at the rate. */
  readonly doors: readonly { readonly port: number; readonly path: string }[];
  readonly token: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** How long the last answers are waited for. */
  readonly patienceMs: number;
}

/** Of one door. */
export interface LoadReport {
  readonly sent: number;
  readonly tookMs: readonly number[];
  /** By status and error code; `cut`: hung up on after its first byte; `lost`: before it; `unanswered`. */
  readonly outcomes: Readonly<Record<string, number>>;
}

class Lane {
  readonly #socket: Socket;
  readonly #over: (lane: Lane, outcome: string, began: number, reusable: boolean) => void;
  #received = '';
  #began = 0;
  #asking = false;

  constructor(port: number, over: (lane: Lane, outcome: string, began: number, reusable: boolean) => void) {
    this.#over = over;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk.toString('latin1')));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#closed());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  ask(text: string): void {
    this.#asking = true;
    this.#received = '';
    this.#began = performance.now();
    this.#socket.write(text);
  }

  end(): void {
    this.#asking = false;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const outcome = this.#asking ? wholeAnswer(this.#received) : undefined;
    if (outcome === undefined) return;
    this.#asking = false;
    this.#over(this, outcome, this.#began, true);
  }

  #closed(): void {
    if (!this.#asking) return;
    this.#asking = false;
    this.#over(this, this.#received === '' ? 'lost' : 'cut', this.#began, false);
  }
}

/** Its status and code once it is whole. */
function wholeAnswer(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = text.slice(0, end).toLowerCase();
  const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? [];
  const isWhole = length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length);
  if (!isWhole) return undefined;
  const status = head.slice('http/1.1 '.length, 'http/1.1 '.length + 3);
  const [, code = 'no code'] = /"error":\{"code":"(\w+)"/.exec(text) ?? [];
  const rated = head.includes('x-ratelimit-remaining:') && head.includes('x-request-id:') ? '' : ' without headers';
  return status === '200' ? `200${rated}` : `${status} ${code}${rated}`;
}

class Door {
  readonly #port: number;
  readonly #text: string;
  readonly #lanes = new Set<Lane>();
  readonly #idle: Lane[] = [];
  readonly #tookMs: number[] = [];
  readonly #outcomes: Record<string, number> = {};
  #sent = 0;

  constructor(port: number, path: string, token: string) {
    this.#port = port;
    this.#text = `GET ${path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`;
  }

  get waiting(): number {
    return this.#sent - this.#tookMs.length;
  }

  ask(): void {
    this.#sent += 1;
    this.#next().ask(this.#text);
  }

  report(): LoadReport {
    for (const lane of this.#lanes) lane.end();
    if (this.waiting > 0) this.#outcomes['unanswered'] = this.waiting;
    return { sent: this.#sent, tookMs: this.#tookMs, outcomes: this.#outcomes };
  }

  readonly #over = (lane: Lane, outcome: string, began: number, reusable: boolean): void => {
    this.#tookMs.push(performance.now() - began);
    this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1;
    if (reusable) this.#idle.push(lane);
    else this.#lanes.delete(lane);
  };

  #next(): Lane {
    for (let lane = this.#idle.pop(); lane !== undefined; lane = this.#idle.pop()) if (lane.isOpen) return lane;
    const lane = new Lane(this.#port, this.#over);
    this.#lanes.add(lane);
    return lane;
  }
}

export async function load(order: LoadOrder): Promise<readonly LoadReport[]> {
  const { token, perSecond, seconds, patienceMs } = order;
  const doors = order.doors.map(({ port, path }) => new Door(port, path, token));
  const began = performance.now();
  let turns = 0;
  await new Promise<void>((resolve) => {
    const turn = () => {
      const elapsed = (performance.now() - began) / 1_000;
      if (elapsed >= seconds) return resolve();
      for (; turns < elapsed * perSecond; turns += 1)
        for (const door of turns % 2 === 0 ? doors : doors.toReversed()) door.ask();
      setTimeout(turn, 1);
    };
    turn();
  });
  const ended = performance.now();
  while (doors.some(({ waiting }) => waiting > 0) && performance.now() - ended < patienceMs)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return doors.map((door) => door.report());
}

if (process.send !== undefined)
  process.on('message', (order: LoadOrder) => {
    void load(order).then((reports) => process.send?.(reports));
  });

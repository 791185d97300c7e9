import { connect, type Socket } from 'node:net';

/**
 * A program of its own that asks at a rate, whatever comes back (open loop), or as fast as answers come (closed).
 * Its work is told over IPC; it answers what it saw. Bytes are written and counted, not parsed more than needed.
 */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  /** Undefined: as fast as answers come. */
  readonly perSecond: number | undefined;
  readonly seconds: number;
  readonly connections: number;
  readonly tokens: readonly string[];
  /** Each used once, in one of a hundred requests. */
  readonly fresh: readonly string[];
  /** Whether answers must carry rate headers. */
  readonly metered: boolean;
}

export interface LoadReport {
  readonly sent: number;
  readonly answered: number;
  readonly seconds: number;
  /** Answers that were not 200, or whose rate headers were wrong. */
  readonly faults: readonly string[];
  readonly freshUsed: number;
}

const freshEvery = 100;
/** The budget of every token: more than anybody asks for. */
export const limit = 100_000;

class Lane {
  readonly #socket: Socket;
  readonly #answered: (lane: Lane, token: string, head: string) => void;
  #buffer = '';
  #left = 0;
  #head = '';
  token = '';

  constructor(
    port: number,
    answered: (lane: Lane, token: string, head: string) => void,
    failed: (why: string) => void,
  ) {
    this.#answered = answered;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => failed(error.message));
  }

  ask(path: string, token: string): void {
    this.token = token;
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: wheelhouse.test\r\nAuthorization: Bearer ${token}\r\nUser-Agent: proof/1\r\nAccept: application/json\r\nAccept-Encoding: gzip\r\n\r\n`,
    );
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) {
      this.#left -= chunk.length;
    } else {
      this.#buffer += chunk.toString('latin1');
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end === -1) return;
      this.#head = this.#buffer.slice(0, end).toLowerCase();
      const length = Number(/content-length: (\d+)/.exec(this.#head)?.[1]);
      this.#left = length - (this.#buffer.length - end - 4);
      this.#buffer = '';
    }
    if (this.#left <= 0) this.#answered(this, this.token, this.#head);
  }
}

/** Per token and window: how many answers, and the least that was said to remain. */
interface Tally {
  count: number;
  least: number;
}

export async function load(order: LoadOrder): Promise<LoadReport> {
  const { port, path, perSecond, seconds, connections, tokens, fresh, metered } = order;
  const faults: string[] = [];
  const idle: Lane[] = [];
  const lanes: Lane[] = [];
  const tallies = new Map<string, Tally>();
  let sent = 0;
  let answered = 0;
  let freshUsed = 0;
  let asking = true;
  const next = (): string => {
    sent += 1;
    if (fresh.length > 0 && sent % freshEvery === 0) {
      const token = fresh[freshUsed % fresh.length] ?? '';
      freshUsed += 1;
      return token;
    }
    return tokens[sent % tokens.length] ?? '';
  };
  const took = (lane: Lane, token: string, head: string): void => {
    answered += 1;
    if (!head.startsWith('http/1.1 200')) faults.push(head.slice(0, 60));
    else if (metered) check(token, head);
    if (asking && perSecond === undefined) lane.ask(path, next());
    else idle.push(lane);
  };
  function check(token: string, head: string): void {
    const told = /x-ratelimit-limit: (\d+)[^]*x-ratelimit-remaining: (\d+)[^]*x-ratelimit-reset: (\d+)/.exec(head);
    const [most, remaining, reset] = (told ?? []).slice(1).map(Number);
    if (most !== limit || remaining === undefined || reset === undefined || reset % 60 !== 0) {
      faults.push(`rate headers: ${told?.slice(1).join(' ') ?? 'none'}`);
      return;
    }
    const key = `${token} ${reset}`;
    const tally = tallies.get(key) ?? { count: 0, least: Infinity };
    tally.count += 1;
    tally.least = Math.min(tally.least, remaining);
    tallies.set(key, tally);
  }
  for (let index = 0; index < connections; index += 1)
    lanes.push(new Lane(port, took, (why) => faults.push(`connection: ${why}`)));
  idle.push(...lanes);
  const began = performance.now();
  let due = 0;
  await new Promise<void>((resolve) => {
    const turn = () => {
      const elapsed = (performance.now() - began) / 1_000;
      if (elapsed >= seconds) return resolve();
      if (perSecond !== undefined) {
        due = elapsed * perSecond;
        while (sent < due) {
          const lane = idle.pop();
          if (lane === undefined) break;
          lane.ask(path, next());
        }
      } else for (const lane of idle.splice(0)) lane.ask(path, next());
      setTimeout(turn, 1);
    };
    turn();
  });
  asking = false;
  const took1 = (performance.now() - began) / 1_000;
  const ended = performance.now();
  while (answered < sent && performance.now() - ended < 3_000) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const lane of lanes) lane.end();
  if (answered < sent) faults.push(`${sent - answered} requests were not answered`);
  // A token that nobody used before: what remains tells exactly how often it was counted.
  for (const [key, { count, least }] of tallies)
    if (fresh.length > 0 && fresh.includes(key.split(' ')[0] ?? '') && limit - least !== count)
      faults.push(`${count} requests were counted as ${limit - least}`);
  return { sent, answered, seconds: took1, faults: faults.slice(0, 20), freshUsed };
}

if (process.send !== undefined)
  process.on('message', (order: LoadOrder) => {
    load(order).then(
      (report) => process.send?.(report),
      (error: unknown) => process.send?.({ sent: 0, answered: 0, seconds: 0, faults: [String(error)], freshUsed: 0 }),
    );
  });

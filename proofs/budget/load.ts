import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Lane, type Said } from './lane.ts';
import { SilenceWatch, type Stretch } from './silence.ts';
import { type Heard, type Rise, TokenStory, type TokenWindow } from './windows.ts';

/**
 * A program of its own: it asks at a rate, and is the module that is asked, so that when it has no processor both
 * stand still and the watch sees it. Each token sends volleys, some requests to every gateway at once, each when the
 * one before has been answered and its time has come.
 */
export interface LoadOrder {
  readonly ports: readonly number[];
  readonly path: string;
  readonly tokens: readonly string[];
  /** Offered as much as the others; what it waits for is not looked at. */
  readonly control: string;
  readonly toEach: number;
  readonly everyMs: number;
  /** So many of each token; if none are named, until told to end. */
  readonly volleys?: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly windows: readonly TokenWindow[];
  readonly rises: readonly Rise[];
  readonly faults: readonly string[];
  /** The longest that a request took beyond what its gateway was silent for everybody. */
  readonly worstWaitMs: number;
  readonly worstMs: number;
  readonly worstSilenceMs: number;
}

const turnMs = 2;
const slowMs = 15;
const drainMs = 30_000;

class Load {
  readonly #order: LoadOrder;
  readonly #tokens: readonly string[];
  readonly #idle: readonly Lane[][];
  readonly #lanes: Lane[] = [];
  readonly #watches: readonly SilenceWatch[];
  readonly #stories: readonly TokenStory[];
  readonly #due: number[];
  readonly #left: number[];
  readonly #busy: boolean[];
  readonly #over: (report: LoadReport) => void;
  readonly #slow: { readonly gateway: number; readonly stretch: Stretch }[] = [];
  readonly #faults: string[] = [];
  readonly #timer: NodeJS.Timeout;
  #requests = 0;
  #answered = 0;

  constructor(order: LoadOrder, over: (report: LoadReport) => void) {
    this.#order = order;
    this.#over = over;
    const { ports, path, everyMs, volleys = Infinity } = order;
    const tokens = [...order.tokens, order.control];
    this.#tokens = tokens;
    this.#idle = ports.map(() => []);
    this.#watches = ports.map((port) => new SilenceWatch(port, path, (why) => this.#faults.push(why)));
    this.#stories = tokens.map((_, index) => new TokenStory(index));
    const now = performance.now();
    this.#due = tokens.map((_, index) => now + (index * everyMs) / tokens.length);
    this.#left = tokens.map(() => volleys);
    this.#busy = tokens.map(() => false);
    this.#timer = setInterval(() => this.#turn(), turnMs);
  }

  #turn(): void {
    const now = performance.now();
    this.#due.forEach((due, token) => {
      const left = this.#left[token] ?? 0;
      if (due > now || left === 0 || this.#busy[token] === true) return;
      this.#due[token] = due + this.#order.everyMs;
      this.#left[token] = left - 1;
      this.#volley(token);
    });
    if (this.#left.every((left) => left === 0)) void this.end();
  }

  #volley(token: number): void {
    const { ports, path, toEach } = this.#order;
    const headers = `Authorization: Bearer ${this.#tokens[token] ?? ''}`;
    const heard: Heard[] = [];
    let left = ports.length * toEach;
    this.#busy[token] = true;
    const done = () => {
      left -= 1;
      if (left > 0) return;
      this.#busy[token] = false;
      if (heard.length > 0) this.#stories[token]?.hear(heard);
    };
    ports.forEach((port, gateway) => {
      for (let index = 0; index < toEach; index += 1) {
        const lane = this.#laneTo(gateway, port);
        this.#requests += 1;
        lane.ask(
          path,
          headers,
          (said) => {
            this.#note(token, gateway, said);
            heard.push({ ...said, gateway });
            this.#idle[gateway]?.push(lane);
            done();
          },
          (why) => {
            this.#faults.push(why);
            done();
          },
        );
      }
    });
  }

  #laneTo(gateway: number, port: number): Lane {
    const idle = this.#idle[gateway] ?? [];
    for (let lane = idle.pop(); lane !== undefined; lane = idle.pop()) if (lane.isOpen) return lane;
    const made = new Lane(port);
    this.#lanes.push(made);
    return made;
  }

  #note(token: number, gateway: number, { status, beganAt, endedAt }: Said): void {
    this.#answered += 1;
    if (status !== 200 && status !== 429) this.#faults.push(`answered ${status}`);
    if (endedAt - beganAt > slowMs && token < this.#order.tokens.length)
      this.#slow.push({ gateway, stretch: { beganAt, endedAt } });
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    const deadline = performance.now() + drainMs;
    while (this.#busy.includes(true) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, turnMs));
    const unanswered = this.#requests - this.#answered - this.#faults.length;
    if (unanswered > 0) this.#faults.push(`${unanswered} requests were not answered`);
    for (const lane of this.#lanes) lane.end();
    for (const watch of this.#watches) watch.end();
    const waits = this.#slow.map(
      ({ gateway, stretch }) => stretch.endedAt - stretch.beganAt - (this.#watches[gateway]?.within(stretch) ?? 0),
    );
    this.#over({
      requests: this.#requests,
      windows: this.#stories.flatMap(({ windows }) => [...windows.values()]),
      rises: this.#stories.flatMap(({ rises }) => rises),
      faults: this.#faults,
      worstWaitMs: Math.max(0, ...waits),
      worstMs: Math.max(0, ...this.#slow.map(({ stretch }) => stretch.endedAt - stretch.beganAt)),
      worstSilenceMs: Math.max(...this.#watches.map(({ worstMs }) => worstMs)),
    });
  }
}

const body = Buffer.from('{"name":"a small answer"}');
const head = ['content-type', 'application/json; charset=utf-8', 'content-length', String(body.length)];
const upstream = createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(body);
});
upstream.keepAliveTimeout = 72_000;
upstream.listen(0, '127.0.0.1', () => process.send?.((upstream.address() as AddressInfo).port));

let load: Load | undefined;
process.on('message', (order: LoadOrder | 'end') => {
  if (order === 'end') void load?.end();
  else load = new Load(order, (report) => process.send?.(report));
});

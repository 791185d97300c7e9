import { Bell } from '@wheelhouse/kit';
import { cut, type LogLine } from './log-line.ts';
import { after, beginning, type Position } from './position.ts';
import { Rate } from './rate.ts';

/** How far a pod's log has come: what was read of it is told or counted, or did not match. */
export interface Progress {
  /** Undefined: nothing of it has been looked at. */
  readonly position: Position | undefined;
  readonly dropped: number;
}

/** A pod as it stands in the ids of events. */
export interface Tracked {
  readonly key: string;
  readonly name: string;
  read: Progress;
  told: Progress;
}

export interface LineItem {
  readonly pod: Tracked;
  readonly line: ReturnType<typeof cut>;
  readonly progress: Progress;
}

interface EventItem {
  readonly event: string;
  readonly data: object;
  /** With this event the pod is over. */
  readonly leaves?: Tracked;
}

export type Item = LineItem | EventItem;

interface Read {
  readonly pod: Tracked;
  readonly progress: Progress;
}

interface Waiting {
  readonly pod: Tracked;
  readonly line: LogLine;
  readonly done: () => void;
}

interface Limits {
  readonly linesPerSecond: number;
  /** What lies here until the client takes it. */
  readonly lines: number;
  readonly bytes: number;
  readonly now: () => number;
}

/**
 * Where the readers of pods put lines and from where the client is served. It never holds more than a batch: a reader
 * that finds no room waits, and does not read its log meanwhile, or leaves the line out, which is counted.
 */
export class Desk {
  readonly #limits: Limits;
  readonly #rate: Rate;
  readonly #bell = new Bell();
  readonly #waiting: Waiting[] = [];
  #items: Item[] = [];
  #lines = 0;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#rate = new Rate(limits.linesPerSecond);
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  get isFull(): boolean {
    return this.#lines >= this.#limits.lines || this.#bytes >= this.#limits.bytes;
  }

  /** Those who wait are served in turn, one line each, so that no pod keeps out the others. */
  async put(pod: Tracked, line: LogLine, mayWait: boolean): Promise<void> {
    if (this.#isClosed) return;
    if (this.#waiting.length === 0 && this.#roomIn() <= 0) this.#take(pod, line);
    else if (mayWait) {
      await new Promise<void>((done) => {
        this.#waiting.push({ pod, line, done });
        this.#serve();
      });
    } else {
      this.skip(pod, line, 1);
      this.#bell.ring();
    }
  }

  /** Read, and not told: it does not match, or (then it is counted) there is no room for it. */
  skip(pod: Tracked, { at }: Pick<LogLine, 'at'>, counted: 0 | 1): void {
    const { position, dropped } = pod.read;
    pod.read = { position: after(position ?? beginning, at), dropped: dropped + counted };
  }

  tell(event: string, data: object, leaves?: Tracked): void {
    this.#items.push({ event, data, ...(leaves && { leaves }) });
    this.#bell.ring();
  }

  /** Resolves when there is something to take, or after so long. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return this.#bell.wait(milliseconds, signal);
  }

  /** Something else than lines is to be told. */
  ring(): void {
    this.#bell.ring();
  }

  /** All there is, and how far these pods have been read by it: whoever waits takes the room at once. */
  takeAll(pods: Iterable<Tracked>): { readonly items: readonly Item[]; readonly reads: readonly Read[] } {
    const items = this.#items;
    const reads = [...pods].map((pod) => ({ pod, progress: pod.read }));
    [this.#items, this.#lines, this.#bytes] = [[], 0, 0];
    this.#serve();
    return { items, reads };
  }

  /** Nobody waits any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { done } of this.#waiting.splice(0)) done();
  }

  #roomIn(): number {
    return this.isFull ? Infinity : this.#rate.roomIn(this.#limits.now());
  }

  #serve(): void {
    clearTimeout(this.#timer);
    let [next] = this.#waiting;
    for (; next !== undefined && this.#roomIn() <= 0; [next] = this.#waiting) {
      this.#take(next.pod, next.line);
      this.#waiting.shift();
      next.done();
    }
    const room = this.#roomIn();
    // A full desk is served when it has been emptied.
    if (next !== undefined && room < Infinity && !this.#isClosed)
      this.#timer = setTimeout(() => this.#serve(), Math.max(1, room));
  }

  #take(pod: Tracked, line: LogLine): void {
    this.#rate.take(this.#limits.now());
    this.skip(pod, line, 0);
    const taken = cut(line);
    this.#items.push({ pod, line: taken, progress: pod.read });
    this.#lines += 1;
    this.#bytes += taken.text.length;
    this.#bell.ring();
  }
}

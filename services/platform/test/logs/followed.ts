import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, eventually } from '@wheelhouse/testkit';

export interface ToldLine {
  readonly pod: string;
  readonly at: string;
  readonly text: string;
  readonly truncated?: true;
}

export interface ToldEvent {
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  readonly data: any;
}

interface Given {
  readonly after?: string;
  /** What is remembered of it. */
  readonly keeps?: (event: ToldEvent) => boolean;
  /** A client that for so long takes nothing. */
  readonly readAfterMs?: number;
}

/** A stream of logs as a client follows it, with what can be asked of it at any time. */
export class Followed {
  readonly events: ToldEvent[] = [];
  readonly status: number;
  readonly ended: Promise<void>;
  readonly #over: AbortController;

  private constructor(answer: Response, over: AbortController, given: Given) {
    this.status = answer.status;
    this.#over = over;
    this.ended = this.#read(answer, given).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
  }

  static async open(url: string, who: Caller, given: Given = {}): Promise<Followed> {
    const over = new AbortController();
    const headers = { authorization: `Bearer ${who.token}`, ...(given.after && { 'last-event-id': given.after }) };
    return new Followed(await fetch(url, { headers, signal: over.signal }), over, given);
  }

  get lines(): readonly ToldLine[] {
    return this.of('lines').flatMap(({ data }) => data.lines);
  }

  get dropped(): number {
    return this.of('dropped').reduce((sum, { data }) => sum + data.count, 0);
  }

  get lastId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  of(name: string): readonly ToldEvent[] {
    return this.events.filter(({ event }) => event === name);
  }

  until(isSo: () => boolean, limitMs = 30_000): Promise<void> {
    return eventually(() => {
      if (isSo()) return;
      const last = this.events.slice(-3).map((one) => JSON.stringify(one).slice(0, 300));
      throw new Error(`not yet; the last events are\n${last.join('\n')}`);
    }, limitMs);
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.ended;
  }

  async #read(answer: Response, { keeps = () => true, readAfterMs = 0 }: Given): Promise<void> {
    if (readAfterMs > 0) await wait(readAfterMs);
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + chunk).split('\n\n');
      text = parts.pop() ?? '';
      this.events.push(...parts.flatMap(eventIn).filter(keeps));
    }
  }
}

function eventIn(text: string): readonly ToldEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const [id, event, data] = [field('id'), field('event'), field('data')];
  return id === undefined || event === undefined ? [] : [{ id, event, data: JSON.parse(data ?? 'null') }];
}

/** The numbers of "line 17 of …", by pod. */
export function counters(lines: readonly ToldLine[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { pod, text } of lines) {
    const [, number] = /^line (\d+) of /.exec(text) ?? [];
    if (number === undefined) continue;
    const numbers = found.get(pod);
    if (numbers === undefined) found.set(pod, [Number(number)]);
    else numbers.push(Number(number));
  }
  return found;
}

/** What is missing between the first and the last, what comes twice, and what comes out of its turn. */
export function flaws(lines: readonly ToldLine[]): readonly string[] {
  return [...counters(lines)].flatMap(([pod, numbers]) =>
    numbers.slice(1).flatMap((number, index) => {
      const before = numbers[index] ?? 0;
      return number === before + 1 ? [] : [`${pod}: ${number} after ${before}`];
    }),
  );
}

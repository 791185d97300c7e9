import type { StreamEvent } from '@wheelhouse/kit';
import { type Cursor, idOf, lastId } from './cursor.ts';
import type { Desk, LineItem, Progress, Tracked } from './desk.ts';
import { timeOf, timeText } from './log-time.ts';

export const mostInBatch = 500;
const tellDroppedEveryMs = 1_000;

interface Given {
  readonly desk: Desk;
  readonly date: () => Date;
  readonly now: () => number;
  /** What the client was told before. */
  readonly from: Cursor | undefined;
}

/** Makes events of what lies on the desk, each with an id that says how far the client has been told by it. */
export class Teller {
  readonly #given: Given;
  readonly #pods = new Map<string, Tracked>();
  #time: bigint;
  /** Until there is a line, the time is only that of the beginning. */
  #isFirst: boolean;
  /** Left out by pods that are gone, less all that was told of: together with what pods have left out it is never below 0. */
  #untold: number;
  #droppedSince: Date;
  #droppedToldAt: number;

  constructor(given: Given) {
    this.#given = given;
    this.#time = given.from?.time ?? timeOf(given.date());
    this.#isFirst = given.from === undefined;
    this.#untold = given.from?.untold ?? 0;
    this.#droppedSince = given.date();
    this.#droppedToldAt = given.now();
  }

  track(key: string, name: string, position: Progress['position']): Tracked {
    const progress = { position, dropped: 0 };
    const tracked: Tracked = { key, name, read: progress, told: progress };
    this.#pods.set(key, tracked);
    return tracked;
  }

  event(event: string, data: object): StreamEvent {
    const pods = new Map([...this.#pods.values()].map(({ key, told }) => [key, told.position] as const));
    return { id: idOf({ time: this.#time, untold: this.#untoldNow(), pods }), event, data };
  }

  /** All that lies there, in its order. */
  *round(): Generator<StreamEvent> {
    const { items, reads } = this.#given.desk.takeAll(this.#pods.values());
    let batch: LineItem[] = [];
    for (const item of items) {
      if ('line' in item) {
        batch.push(item);
        if (batch.length < mostInBatch) continue;
      }
      if (batch.length > 0) yield this.#lines(batch);
      batch = [];
      if ('line' in item) continue;
      if (item.leaves !== undefined) this.#leave(item.leaves);
      yield this.event(item.event, item.data);
    }
    if (batch.length > 0) yield this.#lines(batch);
    for (const { pod, progress } of reads) pod.told = progress;
    const isDue = this.#given.now() - this.#droppedToldAt >= tellDroppedEveryMs;
    if (isDue) yield* this.#dropped();
  }

  /** The last words: who has seen the end is told nothing more. */
  *end(reason: string): Generator<StreamEvent> {
    yield* this.round();
    yield* this.#dropped();
    yield { id: lastId(this.#time), event: 'ended', data: { reason } };
  }

  #lines(batch: readonly LineItem[]): StreamEvent {
    for (const { pod, line, progress } of batch) {
      pod.told = progress;
      if (line.at > this.#time || this.#isFirst) this.#time = line.at;
      this.#isFirst = false;
    }
    const lines = inOrder(batch).map(({ pod, line: { at, text, truncated } }) => ({
      pod: pod.name,
      at: timeText(at),
      text,
      ...(truncated === true && { truncated }),
    }));
    return this.event('lines', { lines });
  }

  #leave(pod: Tracked): void {
    this.#pods.delete(pod.key);
    this.#untold += pod.read.dropped;
  }

  *#dropped(): Generator<StreamEvent> {
    const count = this.#untoldNow();
    const { date, now } = this.#given;
    const since = this.#droppedSince.toISOString();
    [this.#droppedSince, this.#droppedToldAt] = [date(), now()];
    if (count === 0) return;
    this.#untold -= count;
    yield this.event('dropped', { count, since });
  }

  #untoldNow(): number {
    return [...this.#pods.values()].reduce((sum, { told }) => sum + told.dropped, this.#untold);
  }
}

/** By time, as far as they came together. */
export function inOrder(batch: readonly LineItem[]): readonly LineItem[] {
  return batch.toSorted(({ line: one }, { line: other }) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

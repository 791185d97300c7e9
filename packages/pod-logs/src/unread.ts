import { setTimeout as wait } from 'node:timers/promises';
import { lineIn, type LogLine } from './log-line.ts';
import { seconds } from './log-time.ts';
import type { Position } from './position.ts';

/** Lines of stdout and stderr may stand in a log a little out of the order of their times; more than that is none. */
const disorder = seconds(1);
const mostHeld = 100;
const holdMs = 500;

/**
 * The lines of a log behind the one that was read last, in the order of the log, which is the same whenever it is asked
 * for. It begins with the second of that line. What seems to be later and comes before it was read; if the line does not
 * come, it is another container's log, and they are new.
 */
export async function* unread(source: AsyncIterable<string>, { at, count }: Position): AsyncGenerator<LogLine> {
  const steps = source[Symbol.asyncIterator]();
  let held: LogLine[] = [];
  let sameTime = 0;
  let next = steps.next();
  try {
    for (let isPast = false; !isPast; ) {
      const step = await (held.length === 0 ? next : before(holdMs, next));
      if (step === undefined || step.done === true) {
        yield* held;
        if (step?.done === true) return;
        held = [];
        break;
      }
      next = steps.next();
      // Whoever breaks off here does not wait for it.
      next.catch(() => undefined);
      const line = lineIn(step.value);
      if (line === undefined || line.at < at) continue;
      if (line.at === at && sameTime < count) {
        sameTime += 1;
        isPast = sameTime === count;
        if (isPast) held = [];
        continue;
      }
      held.push(line);
      isPast = count === 0 || line.at - at > disorder || held.length >= mostHeld;
    }
    yield* held;
    for (let step = await next; step.done !== true; step = await steps.next()) {
      const line = lineIn(step.value);
      if (line !== undefined) yield line;
    }
  } finally {
    // Not waited for: it ends with its signal, and would first have to tell its next line.
    steps.return?.().catch(() => undefined);
  }
}

async function before<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    const late = wait(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
    return await Promise.race([promise, late]);
  } finally {
    over.abort();
  }
}

import type { Shown } from './gateway-call.ts';

/** A stream as its reader sees it, from the first event on. */
export interface OpenStream {
  /** When it ended without our doing, on the clock of `performance`; undefined while it is open. */
  readonly endedAt: () => number | undefined;
  readonly ended: Promise<void>;
  /** Whether it has told of this, since it began. */
  readonly hasTold: (text: string) => boolean;
  readonly close: () => void;
}

export async function openStream(url: string, shown: Shown): Promise<OpenStream> {
  const closing = new AbortController();
  const answer = await fetch(url, { headers: shown, signal: closing.signal });
  const { body } = answer;
  if (answer.status !== 200 || body === null) throw new Error(`a stream was refused: ${answer.status}`);
  const events = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let told = (await events.next()).value ?? '';
  let endedAt: number | undefined;
  const read = async () => {
    // A connection that is cut throws here; one that ends does not.
    for (let step = await events.next(); step.done !== true; step = await events.next()) told += step.value;
  };
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      if (!closing.signal.aborted) endedAt = performance.now();
    });
  return { endedAt: () => endedAt, ended, hasTold: (text) => told.includes(text), close: () => closing.abort() };
}

/** Milliseconds from a moment to the end of the stream; endless when it is still open at the limit. */
export async function cutAfter({ ended, endedAt }: OpenStream, since: number, limitMs: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([ended, limit]);
  clearTimeout(timer);
  const at = endedAt();
  return at === undefined ? Infinity : Math.max(0, at - since);
}

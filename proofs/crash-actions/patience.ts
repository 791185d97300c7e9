import { setTimeout as wait } from 'node:timers/promises';

/** The time of a run is over before its action was at rest: whether it would have come to its end is not known. */
export class CutShort extends Error {}

/** Asks until there is an answer, or the patience is over. */
export async function until<T>(patienceMs: number, ask: () => Promise<T | string>, everyMs = 100): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (typeof answer !== 'string') return answer;
    if (performance.now() > end) throw new CutShort(answer);
    await wait(everyMs);
  }
}

/** Gives up waiting when the patience is over. */
export async function within<T>(patienceMs: number, work: Promise<T>, what: string): Promise<T> {
  const over = new AbortController();
  const late = wait(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new CutShort(what);
  });
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

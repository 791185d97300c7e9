import { setTimeout as wait } from 'node:timers/promises';

/**
 * Puts away what was opened, the last first; lists of its own side by side. For what takes longer than there is time
 * the verdict does not wait: the runner ends all processes with its own.
 */
export async function putAway(opened: readonly (readonly (() => Promise<unknown>)[])[], until: number): Promise<void> {
  const late = new AbortController();
  const closing = opened.map(async (list) => {
    for (const close of list.toReversed()) await close().catch(() => undefined);
  });
  await Promise.race([
    Promise.all(closing),
    wait(Math.max(0, until - performance.now()), undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
}

/** What is not there by then says that the machine had too much else to do. */
export async function inTime<T>(opening: Promise<T>, until: number, late: () => Error): Promise<T> {
  const over = new AbortController();
  const clock = wait(Math.max(0, until - performance.now()), undefined, { signal: over.signal }).then(() => {
    throw late();
  });
  return Promise.race([opening, clock]).finally(() => over.abort());
}

import { setTimeout as wait } from 'node:timers/promises';
import type { MonitorProcess } from './monitor-process.ts';

const pollMs = 250;
/** Until then a health may still count as fresh. */
const staleAfterMs = 10_000;
const patienceMs = 120_000;

export interface Staleness {
  /** Answers that had to say that they are stale. */
  readonly judged: number;
  /** Those that did not, or that moved the time of the last sign of life. */
  readonly wrong: readonly string[];
  /** Answers later than ten seconds after the cut that did not say so yet. */
  readonly late: number;
  /** How long before the cut the last sign of life is said to have come; below 0: after it. */
  readonly agesMs: readonly number[];
}

/** Nothing was judged: the cut was too short for it. */
const tooShort: Staleness = { judged: 0, wrong: [], late: 0, agesMs: [] };

/**
 * Watches from ten seconds after a cut on, for so long as it is to last, what health says of itself: once it has said
 * that it is stale it says so until the return, and since when.
 */
export async function watchStaleness(monitor: MonitorProcess, cutAt: number, cutMs: number): Promise<Staleness> {
  if (cutMs <= staleAfterMs) {
    await wait(cutMs);
    return tooShort;
  }
  await wait(staleAfterMs);
  let late = 0;
  let first = await monitor.health();
  for (; first?.stale !== true; first = await monitor.health()) {
    if (Date.now() - cutAt > patienceMs)
      return { ...tooShort, judged: 1, wrong: ['health never said that it is stale'] };
    late += 1;
    await wait(pollMs);
  }
  const wrong: string[] = [];
  let judged = 1;
  for (const until = Date.now() + cutMs - staleAfterMs; Date.now() < until; judged += 1) {
    await wait(pollMs);
    const health = await monitor.health();
    if (health?.stale !== true || health.observed_at !== first.observed_at)
      wrong.push(
        `${Date.now() - cutAt} ms after the cut: stale ${health?.stale}, observed ${health?.observed_at}, not ${first.observed_at}`,
      );
  }
  return { judged, wrong, late, agesMs: [cutAt - Date.parse(first.observed_at)] };
}

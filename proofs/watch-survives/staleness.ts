import { setTimeout as wait } from 'node:timers/promises';
import type { MonitorProcess } from '../monitor-scale/monitor-process.ts';

const pollMs = 250;
/** Until then a health may still count as fresh. */
const staleAfterMs = 10_000;
/** What was on its way when the cut came is a sign of life still. */
const underWayMs = 500;
/** The last sign of life before it is not older than this. */
const oldestMs = 5_000;

export interface Staleness {
  /** Answers from ten seconds after the cut on. */
  readonly judged: number;
  readonly wrong: readonly string[];
}

/** Watches what health says of itself from a cut on; ask it to end before the return. */
export function watchStaleness(monitor: MonitorProcess): () => Promise<Staleness> {
  const cutAt = Date.now();
  let isOver = false;
  let judged = 0;
  const wrong: string[] = [];
  const watching = (async () => {
    while (!isOver) {
      const sentAt = Date.now();
      const health = await monitor.health();
      if (!isOver && sentAt - cutAt >= staleAfterMs) {
        judged += 1;
        const observed = Date.parse(health?.observed_at ?? '') - cutAt;
        const truly = observed <= underWayMs && observed >= -oldestMs;
        if (health?.stale !== true || !truly)
          wrong.push(`${sentAt - cutAt} ms after the cut: stale ${health?.stale}, observed ${observed} ms after it`);
      }
      await wait(pollMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { judged, wrong };
  };
}

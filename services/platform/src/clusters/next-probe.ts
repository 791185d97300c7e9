import type { ClusterRow } from './store.ts';

const everyMs = 15_000;
/** Where something is wrong, people wait for it to be right again; but not for ever. */
const everyMsInTrouble = 5_000;
const longestMs = 5 * 60_000;

type Seen = Pick<ClusterRow, 'phase' | 'last_seen_at' | 'created_at'>;

/** One that has been silent for long is asked ever more rarely: a twentieth of that time. */
export function untilNextMs({ phase, last_seen_at, created_at }: Seen, isReached: boolean, now: Date): number {
  if (isReached) return phase === 'Ready' ? everyMs : everyMsInTrouble;
  const silentMs = now.getTime() - (last_seen_at ?? created_at).getTime();
  return Math.min(Math.max(everyMsInTrouble, silentMs / 20), longestMs);
}

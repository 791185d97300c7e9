import { pause } from '@wheelhouse/kit';
import type { Mortal } from '../crash/mortal.ts';

/** One after the other, whatever it has in hand; each is started again. Answers how many were killed until the signal. */
export async function killInTurn(
  workers: readonly Mortal[],
  everyMs: number,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<number> {
  let kills = 0;
  for (let turn = 0; ; turn += 1) {
    await pause(everyMs, signal);
    if (signal.aborted) return kills;
    const worker = workers[turn % workers.length];
    if ((await worker?.kill()) !== true) continue;
    kills += 1;
    say(`worker ${(turn % workers.length) + 1} killed`);
  }
}

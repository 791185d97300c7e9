import { type Bell, pause } from '@wheelhouse/kit';

/** The first change after quiet is judged this soon: others of the same moment come along. */
const gatherMs = 50;
/** And while changes come, this often. */
const apartMs = 500;
const longestWaitMs = 60_000;

/** Round after round, each when the bell rings or its time comes; a round answers in how many milliseconds that is. */
export async function runRounds(bell: Bell, round: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    bell.hush();
    const begun = performance.now();
    const waitMs = await round();
    await bell.wait(Math.min(Math.max(0, waitMs), longestWaitMs), signal);
    await pause(Math.max(gatherMs, apartMs - (performance.now() - begun)), signal);
  }
}

import { pause } from '@wheelhouse/kit';

/** The first change after quiet is judged this soon: others of the same moment come along. */
const gatherMs = 50;
/** And while changes come, this often. */
const apartMs = 500;
const longestWaitMs = 60_000;

/** Something is to be looked at. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  hush(): void {
    this.#hasRung = false;
  }

  /** Resolves when it rings or has rung, when the time is up, or when the signal ends. */
  async rung(limitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#hasRung || signal.aborted) return;
    const over = new AbortController();
    const end = () => over.abort();
    this.#wake = end;
    signal.addEventListener('abort', end);
    await pause(Math.min(Math.max(0, limitMs), longestWaitMs), over.signal);
    signal.removeEventListener('abort', end);
    this.#wake = undefined;
  }
}

/** Round after round, each when the bell rings or its time comes; a round answers in how many milliseconds that is. */
export async function runRounds(bell: Bell, round: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    bell.hush();
    const begun = performance.now();
    const waitMs = await round();
    await bell.rung(waitMs, signal);
    await pause(Math.max(gatherMs, apartMs - (performance.now() - begun)), signal);
  }
}

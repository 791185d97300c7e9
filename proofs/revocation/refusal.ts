import { setTimeout as wait } from 'node:timers/promises';

const askEveryMs = 10;
export const giveUpMs = 5_000;
/** So often it is asked again after the first refusal: what is refused stays so. */
const confirmations = 5;

export async function statusOf(base: string, token: string): Promise<number> {
  const answer = await fetch(`${base}/api/v1/notes?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Milliseconds from a moment to when the last request that was not refused was sent, and to when it was answered. */
export interface LetThrough {
  readonly sent: number;
  readonly answered: number;
}

/** Asked without a pause, one request after the other. */
export async function letThrough(ask: () => Promise<number>, refusal: number, since: number): Promise<LetThrough> {
  let last: LetThrough = { sent: 0, answered: 0 };
  let refusals = 0;
  while (refusals < confirmations && performance.now() - since < giveUpMs) {
    const sent = performance.now() - since;
    if ((await ask()) === refusal) refusals += 1;
    else {
      refusals = 0;
      last = { sent, answered: performance.now() - since };
    }
    await wait(askEveryMs);
  }
  return refusals === 0 ? { sent: Infinity, answered: Infinity } : last;
}

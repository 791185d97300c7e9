import { setTimeout as wait } from 'node:timers/promises';

const askEveryMs = 10;
/** What is not refused or cut by then never will be. */
export const giveUpMs = 30_000;
/** So often it is asked again after the first refusal: what is refused stays so. */
const confirmations = 5;

export async function statusOf(base: string, token: string): Promise<number> {
  const answer = await fetch(`${base}/api/v1/notes?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * Asked without a pause, one request after the other: milliseconds from a moment to when the last request was sent that
 * was not refused; endless when that went on.
 */
export async function letThroughFor(ask: () => Promise<number>, refusal: number, since: number): Promise<number> {
  let last = 0;
  let refusals = 0;
  while (refusals < confirmations) {
    const sent = performance.now() - since;
    if (sent > giveUpMs) return Infinity;
    if ((await ask()) === refusal) refusals += 1;
    else {
      refusals = 0;
      last = sent;
    }
    await wait(askEveryMs);
  }
  return last;
}

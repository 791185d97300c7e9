import { setTimeout as wait } from 'node:timers/promises';

const askEveryMs = 10;
const giveUpMs = 5_000;
/** So often it is asked again after the first refusal: what is refused stays so. */
const confirmations = 5;

export async function statusOf(base: string, token: string): Promise<number> {
  const answer = await fetch(`${base}/api/v1/notes?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Milliseconds from now to the end of the last request that was let through, asked without a pause. */
export async function refusedAfter(base: string, token: string): Promise<number> {
  const began = performance.now();
  let lastGood = 0;
  let refusals = 0;
  while (refusals < confirmations && performance.now() - began < giveUpMs) {
    const status = await statusOf(base, token);
    if (status === 401) refusals += 1;
    else {
      refusals = 0;
      lastGood = performance.now() - began;
    }
    await wait(askEveryMs);
  }
  return refusals === 0 ? Infinity : lastGood;
}

import type { Scene } from './scene.ts';
import type { Viewer } from './viewers.ts';

const mostTries = 20;

/**
 * Others use the clusters while they are asked about, so a count may be wrong for a moment: what is right once is right.
 * Never for what was told: that is a leak the first time. Whoever pretends is wrong every time, and asked once.
 */
export async function onceRight(
  { pretender }: Scene,
  viewer: Viewer,
  faultNow: () => Promise<string | undefined>,
): Promise<string | undefined> {
  let fault = await faultNow();
  for (let tries = 1; fault !== undefined && viewer !== pretender && tries < mostTries; tries += 1)
    fault = await faultNow();
  return fault;
}

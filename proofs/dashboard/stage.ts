import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { fillTenant, type Filled } from './filled.ts';
import { openWorld, type Person, type World } from './world.ts';

/** What the parts of the proof play on. */
export interface Stage {
  readonly world: World;
  readonly browser: Browser;
  readonly filled: Filled;
  /** Of a tenant in which there is nothing. */
  readonly bare: Person;
  readonly stop: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const world = await openWorld();
  try {
    const [browser, filled, bare] = await Promise.all([
      openBrowser(),
      fillTenant(world),
      world.tenant().then((tenant) => world.person(tenant)),
    ]);
    return {
      world,
      browser,
      filled,
      bare,
      stop: async () => {
        await browser.close();
        await world.stop();
      },
    };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

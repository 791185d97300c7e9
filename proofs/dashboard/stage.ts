import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { fillTenant, type Filled } from './filled.ts';
import { openWorld, type Person, type World } from './world.ts';

/** What all parts of the proof share: one build, one server, one browser. */
export interface Stage {
  readonly world: World;
  readonly browser: Browser;
  readonly filled: Filled;
  /** Of a tenant in which there is nothing. */
  readonly bare: Person;
  readonly stop: () => Promise<void>;
}

export interface PartContext extends Stage {
  readonly quick: boolean;
  readonly say: (text: string) => void;
}

/** What one part of the proof has shown. */
export interface Shown {
  readonly claims: Readonly<Record<string, boolean>>;
  readonly figure: string;
}

export type Part = (context: PartContext) => Promise<Shown>;

export async function openStage(nodes: number): Promise<Stage> {
  const world = await openWorld();
  try {
    const [browser, filled, bare] = await Promise.all([
      openBrowser(),
      fillTenant(world, nodes),
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

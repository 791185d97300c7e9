import { existsSync } from 'node:fs';
import { chromiumRoot } from '../runtime/chromium-root.ts';
import type { Engine } from '../runtime/engine.ts';
import { chromiumOf } from '../runtime/own-programs.ts';

/** The browser that tests look at pages with. `env` says where it is; each test starts one of its own. */
export const chromium: Engine = {
  name: 'chromium',
  title: 'Chromium',
  group: 'chromium',
  needs: [],
  recipes: [chromiumRoot],
  ports: [],
  daemons: [],
  check: async (home) => {
    const program = await chromiumOf(home);
    if (existsSync(program)) return;
    throw new Error(
      home.isComposed
        ? `there is no ${program}. Next step: npx playwright-core install chromium, or name a Chromium or Chrome with CHROMIUM`
        : 'not installed',
    );
  },
  data: [],
};

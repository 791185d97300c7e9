import { isCached } from '../runtime/cache.ts';
import { chromiumRoot } from '../runtime/chromium-root.ts';
import type { Engine } from '../runtime/engine.ts';

/** The browser that tests look at pages with. `env` says where it is; each test starts one of its own. */
export const chromium: Engine = {
  name: 'chromium',
  title: 'Chromium',
  group: 'chromium',
  needs: [],
  recipes: [chromiumRoot],
  ports: [],
  daemons: [],
  check: async () => {
    if (!(await isCached(chromiumRoot))) throw new Error('not installed');
  },
  data: [],
};

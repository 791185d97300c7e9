import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { alertmanagerProgram } from '../alertmanager/instance.ts';
import { cachedFolder } from '../runtime/cache.ts';
import { debianRoot } from '../runtime/debian-root.ts';
import type { Engine } from '../runtime/engine.ts';
import { versions } from '../versions.ts';

/** What sends alerts. Whom it sends them to stands in its configuration, so each test starts one of its own. */
export const alertmanager: Engine = {
  name: 'alertmanager',
  title: `Alertmanager ${versions.alertmanager}`,
  group: 'alertmanager',
  needs: [],
  recipes: [debianRoot],
  ports: [],
  daemons: [],
  check: async () => {
    if (!existsSync(join(await cachedFolder(debianRoot), alertmanagerProgram))) throw new Error('not installed');
  },
  data: [],
};

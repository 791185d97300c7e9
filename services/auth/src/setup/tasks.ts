import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { prepareFirstStart } from './first-start.ts';

export const setupTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'first-start',
    about:
      'gives an installation without a tenant its owner: from the settings, or through a link that is printed once',
    everyMs: 30_000,
    run: (context) => prepareFirstStart(context),
  },
];

import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { tellOfExpiring } from './expiring.ts';

export const tokenTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'tell of expiring credentials',
    about: 'announces 14, 7 and 1 days in advance that a token or secret expires',
    everyMs: 60 * 60_000,
    run: (context, _lease, signal) => tellOfExpiring(context, signal),
  },
];

import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { pruneRevocations } from './store.ts';

/** Three times what a follower that begins is told, for those whose clocks differ. */
const keepMs = 60 * 60_000;

export const revocationTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'prune revocations',
    about: 'deletes revocations that no longer affect any access token',
    everyMs: 5 * 60_000,
    run: async ({ database, clock }) => {
      await database.system((db) => pruneRevocations(db, new Date(clock.now().getTime() - keepMs)));
    },
  },
];

import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { pruneSessions } from '../sessions/prune.ts';
import { pruneAttempts } from './attempts-store.ts';
import { windowMs } from './throttle.ts';

const minute = 60_000;
const atOnce = 1_000;

export const signInTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'prune failed sign-ins',
    about: 'deletes failed sign-ins that no longer count',
    everyMs: minute,
    run: async ({ database, clock }, _lease, signal) => {
      const before = new Date(clock.now().getTime() - windowMs);
      while (!signal.aborted && (await database.system((db) => pruneAttempts(db, before, atOnce))) === atOnce);
    },
  },
  {
    name: 'prune sessions',
    about: 'deletes sessions that expired a month ago, and codes no program claimed',
    everyMs: 60 * minute,
    run: ({ database, clock }, _lease, signal) => pruneSessions(database, clock.now(), signal),
  },
];

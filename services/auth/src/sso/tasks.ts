import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { deleteFlowsBefore } from './flow-store.ts';

export const ssoTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'sso-flows',
    about: 'deletes single sign-ons that were never completed',
    everyMs: 5 * 60_000,
    run: ({ database, clock }) => database.system((db) => deleteFlowsBefore(db, clock.now())),
  },
];

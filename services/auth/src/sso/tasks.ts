import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { deleteFlowsBefore } from './flow-store.ts';

export const ssoTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'sso-flows',
    about: 'forgets single sign-ons that never came back',
    everyMs: 5 * 60_000,
    run: ({ database, clock }) => database.system((db) => deleteFlowsBefore(db, clock.now())),
  },
];

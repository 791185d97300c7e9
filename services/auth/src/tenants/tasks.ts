import type { ModuleTask } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { purgeDeletedTenants } from './purge.ts';

export const tenantTasks: readonly ModuleTask<AuthSettings>[] = [
  {
    name: 'deleted tenants',
    about: 'deletes the data of tenants that were deleted 30 days ago',
    everyMs: 60_000,
    run: (context, _lease, signal) => purgeDeletedTenants(context, signal),
  },
];

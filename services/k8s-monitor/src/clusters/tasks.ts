import type { ModuleTask } from '@wheelhouse/kit';
import type { MonitorSettings } from '../config.ts';
import { mendWatches } from './mend.ts';
import { pruneHistory } from './prune.ts';

const day = 24 * 60 * 60_000;

export const clusterTasks: readonly ModuleTask<MonitorSettings>[] = [
  {
    name: 'mend-watches',
    about: 'compares the watched clusters with those registered in platform',
    everyMs: 60_000,
    run: (context, _lease, signal) => mendWatches(context, signal),
  },
  {
    name: 'prune',
    about: 'deletes expired resolved issues, health score points and running actions',
    everyMs: 60 * 60_000,
    run: ({ database, clock, settings }, _lease, signal) => {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * day);
      const before = {
        resolved: daysAgo(settings.RESOLVED_ISSUES_DAYS),
        scores: daysAgo(settings.HEALTH_HISTORY_DAYS),
        actions: clock.now(),
      };
      return pruneHistory(database, before, signal);
    },
  },
];

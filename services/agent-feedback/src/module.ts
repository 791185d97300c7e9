import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { feedbackConsumers } from './consumers.ts';
import { ratingRoute } from './ratings/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { feedbackTasks } from './tasks.ts';
import { trackRecordRoutes } from './track-records/routes.ts';
import { verdictRoutes } from './verdicts/routes.ts';

/** What became of every decision, and how often each rule has helped. */
export const agentFeedbackModule = defineModule({
  name: 'agent-feedback',
  port: 8098,
  prefix: '/agents/feedback',
  settings: {},
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    due_verdicts: 'verdicts to look at, and when; ids and times only',
    known_tenants: 'whose rows there are, to delete what is past its keeping; ids only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: (context) => [
    ...verdictRoutes(context),
    ...trackRecordRoutes(context),
    ratingRoute(context),
    ...settingsRoutes(context),
  ],
  consumers: feedbackConsumers,
  tasks: feedbackTasks,
});

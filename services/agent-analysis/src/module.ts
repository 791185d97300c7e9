import { join } from 'node:path';
import { defineModule, deleteAllTenantRows } from '@wheelhouse/kit';
import { analyse } from './analyses/analyse.ts';
import { analysisRoutes } from './analyses/routes.ts';
import { withdraw } from './analyses/withdraw.ts';
import { analysisSettings } from './config.ts';
import { analysisConsumers } from './consumers.ts';
import { ruleRoutes } from './rulebook/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { analysisTasks } from './tasks.ts';

/** Rules over what was seen of an incident: a conclusion, and at most one decision. */
export const agentAnalysisModule = defineModule({
  name: 'agent-analysis',
  port: 8097,
  prefix: '/agents/analysis',
  settings: analysisSettings,
  migrations: join(import.meta.dirname, '../migrations'),
  aboveTenants: {
    due_analyses: 'analyses that have to be concluded or looked at again, and when; ids and times only',
    known_tenants: 'whose rows there are, to delete what is past its keeping; ids only',
  },
  onTenantDeleted: deleteAllTenantRows,
  routes: (context) => [...analysisRoutes(context), ...ruleRoutes(context), ...settingsRoutes(context)],
  jobs: [
    {
      name: 'analyse',
      about: 'has the object of an incident observed, and concludes from what was seen',
      retryLimit: 20,
      retryDelaySeconds: 2,
      expireInSeconds: 60,
      concurrency: 4,
      handle: (context, { tenantId, key }) => analyse(context, tenantId, key),
    },
    {
      name: 'withdraw',
      about: 'asks the action agent to drop a proposal that is not needed any more',
      retryLimit: 60,
      retryDelaySeconds: 10,
      expireInSeconds: 60,
      handle: withdraw,
    },
  ],
  consumers: analysisConsumers,
  tasks: analysisTasks,
});

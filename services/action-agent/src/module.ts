import { join } from 'node:path';
import { defineModule, deleteAllTenantRows, KnownClusters, type Module, suspendedTenantsTask } from '@wheelhouse/kit';
import { type ClusterAccess, defaultAccess } from '@wheelhouse/kubernetes';
import { actionRoutes } from './actions/routes.ts';
import { agentSettings } from './config.ts';
import { decisionConsumer } from './decisions/take.ts';
import { agentTasks } from './deadlines/tasks.ts';
import { act } from './worker/act.ts';
import { WorkerStatus } from './worker/worker-status.ts';

/** Carries out remediation actions on clusters, for decisions of the analysis agent and for people. */
export function actionAgent(access: () => Promise<ClusterAccess> = defaultAccess): Module {
  const workerStatus = new WorkerStatus();
  return defineModule({
    name: 'action-agent',
    port: 8094,
    prefix: '/agents/action',
    settings: agentSettings,
    migrations: join(import.meta.dirname, '../migrations'),
    aboveTenants: {
      open_actions:
        'actions that have not ended, for workers to find and deadlines to end; ids, times and hashes of targets',
      known_tenants: 'whose clusters have workers, to delete what is past its keeping; ids only',
    },
    onTenantDeleted: deleteAllTenantRows,
    routes: (context) => actionRoutes(context, new KnownClusters(context.call)),
    messages: (context) => [decisionConsumer(context, new KnownClusters(context.call))],
    tasks: [...agentTasks, suspendedTenantsTask()],
    workers: [
      {
        name: 'act',
        about: 'plans and executes the actions of the one cluster it has credentials for',
        run: (context, worker, signal) => act({ context, access, workerStatus, worker }, signal),
      },
    ],
    probes: () => workerStatus.probes(),
  });
}

export const actionAgentModule = actionAgent();

import type { ModuleContext, Route } from '@wheelhouse/kit';
import type { MonitorSettings } from './config.ts';
import { evidenceRoute } from './evidence/routes.ts';
import { ClusterClients } from './live/cluster-clients.ts';
import { workloadLogsRoute } from './logs/routes.ts';
import { nodePageRoute } from './node-page/routes.ts';
import { workloadPageRoute } from './workload-page/routes.ts';

/** Those that ask the cluster itself before they answer; they share its connections. */
export function liveRoutes(context: ModuleContext<MonitorSettings>): readonly Route[] {
  const clients = new ClusterClients(context);
  context.background((signal) => clients.run(signal));
  return [
    workloadPageRoute(context, clients),
    nodePageRoute(context, clients),
    workloadLogsRoute(context, clients),
    evidenceRoute(context, clients),
  ];
}

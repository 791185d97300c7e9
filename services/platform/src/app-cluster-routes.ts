import type { ModuleContext, Route } from '@wheelhouse/kit';
import { ClusterClients } from './cluster-clients/cluster-clients.ts';
import type { PlatformSettings } from './config.ts';
import { logsRoute } from './logs/routes.ts';
import { scaleRoute } from './scaling/routes.ts';

/** Those that ask the cluster itself before they answer; they share its connections. */
export function appClusterRoutes(context: ModuleContext<PlatformSettings>): readonly Route[] {
  const clients = new ClusterClients(context);
  context.background((signal) => clients.run(signal));
  return [scaleRoute(context, clients), logsRoute(context, clients)];
}

import type { KnownClusters, ModuleContext, Route } from '@wheelhouse/kit';
import { autonomyRoutes } from '../autonomy/routes.ts';
import { clusterRoutes } from '../clusters/routes.ts';
import type { AgentSettings } from '../config.ts';
import { killSwitchRoutes } from '../kill-switch/routes.ts';
import { withdrawRoute } from '../decisions/withdraw.ts';
import { ledgerRoutes } from '../ledger/routes.ts';
import { settingsRoutes } from '../settings/routes.ts';
import { standingRoutes } from '../standing/routes.ts';
import { undoRoutes } from '../undo/routes.ts';
import { askRoutes } from './ask-routes.ts';
import { decideRoutes } from './decide-routes.ts';
import { readRoutes } from './read-routes.ts';

/** All that the agent answers: it writes rows, and the worker of a cluster acts on them. */
export function actionRoutes(context: ModuleContext<AgentSettings>, clusters: KnownClusters): readonly Route[] {
  return [
    ...ledgerRoutes(context),
    ...readRoutes(context),
    ...decideRoutes(context),
    ...undoRoutes(context),
    ...askRoutes(context, clusters),
    ...clusterRoutes(context, clusters),
    ...settingsRoutes(context),
    ...killSwitchRoutes(context, clusters),
    ...autonomyRoutes(context, clusters),
    withdrawRoute(context),
    ...standingRoutes(context),
  ];
}

import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { base } from '../api/client.ts';
import { actionRoutes } from '../pages/actions/routes.ts';
import { agentRoutes } from '../pages/agents/routes.ts';
import { appRoutes } from '../pages/apps/routes.ts';
import { cloudspaceRoutes } from '../pages/cloudspaces/routes.ts';
import { clusterRoutes } from '../pages/clusters/routes.ts';
import { FailedPage } from '../pages/failed-page.tsx';
import { incidentRoutes } from '../pages/incidents/routes.ts';
import { nodeRoutes } from '../pages/node/routes.ts';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { overviewRoutes } from '../pages/overview/routes.ts';
import { settingsRoutes } from '../pages/settings/routes.ts';
import { signInRoutes } from '../pages/sign-in/routes.ts';
import { webhookRoutes } from '../pages/webhooks/routes.ts';
import { workloadRoutes } from '../pages/workload/routes.ts';
import { parseSearch, stringifySearch } from '../search.ts';
import { root } from './root.tsx';
import { signedIn } from './signed-in.tsx';

/** For those who work on it: every component in every state. Not in what ships. */
const design = createRoute({
  getParentRoute: () => root,
  path: '/design',
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('../pages/design/design-page.tsx'), 'DesignPage')
    : NotFoundPage,
});

/** Every address of the dashboard, an area at a time. Pages are loaded when they are first opened. */
const tree = root.addChildren([
  ...signInRoutes,
  design,
  signedIn.addChildren([
    ...overviewRoutes,
    ...appRoutes,
    ...cloudspaceRoutes,
    ...clusterRoutes,
    ...workloadRoutes,
    ...nodeRoutes,
    ...incidentRoutes,
    ...actionRoutes,
    ...agentRoutes,
    ...webhookRoutes,
    ...settingsRoutes,
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: base === '' ? '/' : base,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

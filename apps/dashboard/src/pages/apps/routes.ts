import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const apps = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps',
  validateSearch: searchOf('q', 'cloudspace_id', 'cluster_id', 'phase', 'sort'),
  component: lazyRouteComponent(() => import('./apps-page.tsx'), 'AppsPage'),
});

const newApp = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps/new',
  validateSearch: searchOf('cloudspace_id'),
  component: lazyRouteComponent(() => import('../app/new-app-page.tsx'), 'NewAppPage'),
});

/** `do` opens a dialog, `to` is the revision meant by a rollback: so that the palette can lead there. */
const app = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps/$appId',
  validateSearch: searchOf('do', 'to'),
  component: lazyRouteComponent(() => import('../app/app-page.tsx'), 'AppPage'),
});

const appOverview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('../app/overview-tab.tsx'), 'OverviewTab'),
});

const appDeployments = createRoute({
  getParentRoute: () => app,
  path: '/deployments',
  validateSearch: searchOf('phase'),
  component: lazyRouteComponent(() => import('../app/deployments-tab.tsx'), 'DeploymentsTab'),
});

const appLogs = createRoute({
  getParentRoute: () => app,
  path: '/logs',
  validateSearch: searchOf('pod', 'previous', 'since', 'q'),
  component: lazyRouteComponent(() => import('../app/logs-tab.tsx'), 'LogsTab'),
});

const appSettings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => import('../app/settings-tab.tsx'), 'AppSettingsTab'),
});

const deployment = createRoute({
  getParentRoute: () => signedIn,
  path: '/apps/$appId/deployments/$revision',
  validateSearch: searchOf('do', 'to'),
  component: lazyRouteComponent(() => import('../app/deployment-page.tsx'), 'DeploymentPage'),
});

export const appRoutes = [
  apps,
  newApp,
  app.addChildren([appOverview, appDeployments, appLogs, appSettings]),
  deployment,
] as const;

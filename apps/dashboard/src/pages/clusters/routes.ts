import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const clusters = createRoute({
  getParentRoute: () => signedIn,
  path: '/clusters',
  validateSearch: searchOf('phase', 'q'),
  component: lazyRouteComponent(() => import('./clusters-page.tsx'), 'ClustersPage'),
});

const registerCluster = createRoute({
  getParentRoute: () => signedIn,
  path: '/clusters/new',
  component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
});

const cluster = createRoute({
  getParentRoute: () => signedIn,
  path: '/clusters/$clusterId',
  validateSearch: searchOf('range', 'at'),
  component: lazyRouteComponent(() => import('../cluster/cluster-page.tsx'), 'ClusterPage'),
});

const clusterIssues = createRoute({
  getParentRoute: () => cluster,
  path: '/',
  validateSearch: searchOf('status', 'severity', 'category', 'namespace'),
  component: lazyRouteComponent(() => import('../cluster/issues-tab.tsx'), 'IssuesTab'),
});

const clusterNodes = createRoute({
  getParentRoute: () => cluster,
  path: '/nodes',
  validateSearch: searchOf('status', 'cordoned', 'q', 'sort', 'drain'),
  component: lazyRouteComponent(() => import('../cluster/nodes-tab.tsx'), 'NodesTab'),
});

const clusterWorkloads = createRoute({
  getParentRoute: () => cluster,
  path: '/workloads',
  validateSearch: searchOf('kind', 'namespace', 'status', 'q', 'sort'),
  component: lazyRouteComponent(() => import('../cluster/workloads-tab.tsx'), 'WorkloadsTab'),
});

const clusterActions = createRoute({
  getParentRoute: () => cluster,
  path: '/actions',
  validateSearch: searchOf('status', 'action'),
  component: lazyRouteComponent(() => import('../cluster/actions-tab.tsx'), 'ActionsTab'),
});

const clusterSettings = createRoute({
  getParentRoute: () => cluster,
  path: '/settings',
  component: lazyRouteComponent(() => import('../cluster/settings-tab.tsx'), 'ClusterSettingsTab'),
});

export const clusterRoutes = [
  clusters,
  registerCluster,
  cluster.addChildren([clusterIssues, clusterNodes, clusterWorkloads, clusterActions, clusterSettings]),
] as const;

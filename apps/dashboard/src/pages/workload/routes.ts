import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

/** `do` opens a dialog, so that the palette can lead there. */
const workload = createRoute({
  getParentRoute: () => signedIn,
  path: '/clusters/$clusterId/workloads/$kind/$namespace/$name',
  validateSearch: searchOf('do'),
  component: lazyRouteComponent(() => import('./workload-page.tsx'), 'WorkloadPage'),
});

const workloadOverview = createRoute({
  getParentRoute: () => workload,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-tab.tsx'), 'WorkloadOverviewTab'),
});

const workloadChanges = createRoute({
  getParentRoute: () => workload,
  path: '/changes',
  component: lazyRouteComponent(() => import('./changes-tab.tsx'), 'WorkloadChangesTab'),
});

const workloadLogs = createRoute({
  getParentRoute: () => workload,
  path: '/logs',
  validateSearch: searchOf('pod', 'container', 'previous', 'since', 'q'),
  component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'WorkloadLogsTab'),
});

export const workloadRoutes = [workload.addChildren([workloadOverview, workloadChanges, workloadLogs])] as const;

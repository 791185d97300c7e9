import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const cloudspaces = createRoute({
  getParentRoute: () => signedIn,
  path: '/cloudspaces',
  validateSearch: searchOf('q', 'cluster_id', 'phase', 'sort'),
  component: lazyRouteComponent(() => import('./cloudspaces-page.tsx'), 'CloudspacesPage'),
});

const newCloudspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/cloudspaces/new',
  validateSearch: searchOf('cluster_id'),
  component: lazyRouteComponent(() => import('./new-cloudspace-page.tsx'), 'NewCloudspacePage'),
});

const cloudspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/cloudspaces/$cloudspaceId',
  component: lazyRouteComponent(() => import('./cloudspace-page.tsx'), 'CloudspacePage'),
});

export const cloudspaceRoutes = [cloudspaces, newCloudspace, cloudspace] as const;

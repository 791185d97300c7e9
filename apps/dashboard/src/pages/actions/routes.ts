import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const actions = createRoute({
  getParentRoute: () => signedIn,
  path: '/actions',
  validateSearch: searchOf('status', 'action', 'cluster_id'),
  component: lazyRouteComponent(() => import('./actions-page.tsx'), 'ActionsPage'),
});

const autonomy = createRoute({
  getParentRoute: () => signedIn,
  path: '/actions/autonomy',
  validateSearch: searchOf('days', 'cluster_id'),
  component: lazyRouteComponent(() => import('../autonomy/autonomy-page.tsx'), 'AutonomyPage'),
});

const action = createRoute({
  getParentRoute: () => signedIn,
  path: '/actions/$actionId',
  component: lazyRouteComponent(() => import('../action/action-page.tsx'), 'ActionPage'),
});

export const actionRoutes = [actions, autonomy, action] as const;

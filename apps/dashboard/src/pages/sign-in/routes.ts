import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../routes/root.tsx';
import { searchOf } from '../../search.ts';

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../setup/setup-page.tsx'), 'SetupPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: searchOf('return_to', 'error', 'email'),
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
});

const loginOfTenant = createRoute({
  getParentRoute: () => root,
  path: '/login/$slug',
  validateSearch: searchOf('return_to', 'error', 'email'),
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./link-page.tsx'), 'LinkPage'),
});

export const signInRoutes = [setup, login, loginOfTenant, invite, reset] as const;

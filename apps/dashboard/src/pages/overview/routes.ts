import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: searchOf('range'),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

const cliLogin = createRoute({
  getParentRoute: () => signedIn,
  path: '/cli-login',
  validateSearch: searchOf('port', 'name', 'challenge', 'state'),
  component: lazyRouteComponent(() => import('../cli-login/cli-login-page.tsx'), 'CliLoginPage'),
});

export const overviewRoutes = [overview, cliLogin] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

/** `do` opens a dialog, so that the palette can lead there. */
const node = createRoute({
  getParentRoute: () => signedIn,
  path: '/clusters/$clusterId/nodes/$name',
  validateSearch: searchOf('do'),
  component: lazyRouteComponent(() => import('./node-page.tsx'), 'NodePage'),
});

export const nodeRoutes = [node] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const incidents = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents',
  validateSearch: searchOf('status', 'severity', 'category', 'cluster_id', 'created_after', 'q'),
  component: lazyRouteComponent(() => import('./incidents-page.tsx'), 'IncidentsPage'),
});

const declare = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents/new',
  validateSearch: searchOf('cluster_id'),
  component: lazyRouteComponent(() => import('./declare-page.tsx'), 'DeclarePage'),
});

const windows = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents/windows',
  validateSearch: searchOf('state', 'cluster_id'),
  component: lazyRouteComponent(() => import('../windows/windows-page.tsx'), 'WindowsPage'),
});

const announce = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents/windows/new',
  validateSearch: searchOf('cluster_id'),
  component: lazyRouteComponent(() => import('../windows/announce-page.tsx'), 'AnnouncePage'),
});

const incident = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents/$incidentId',
  validateSearch: searchOf('kind', 'order', 'at'),
  component: lazyRouteComponent(() => import('../incident/incident-page.tsx'), 'IncidentPage'),
});

export const incidentRoutes = [incidents, declare, windows, announce, incident] as const;

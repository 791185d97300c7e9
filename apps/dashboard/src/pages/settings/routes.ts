import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/access-tokens' });
  },
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
});

const accessTokens = createRoute({
  getParentRoute: () => settings,
  path: '/access-tokens',
  component: lazyRouteComponent(() => import('./access-tokens-page.tsx'), 'AccessTokensPage'),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./sessions-page.tsx'), 'SessionsPage'),
});

const serviceAccounts = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts',
  validateSearch: searchOf('state'),
  component: lazyRouteComponent(() => import('./service-accounts-page.tsx'), 'ServiceAccountsPage'),
});

const serviceAccount = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts/$accountId',
  component: lazyRouteComponent(() => import('./service-account-page.tsx'), 'ServiceAccountPage'),
});

const signals = createRoute({
  getParentRoute: () => settings,
  path: '/signals',
  component: lazyRouteComponent(() => import('./signals-page.tsx'), 'SignalsPage'),
});

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: searchOf('state', 'role_id', 'q'),
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

const roles = createRoute({
  getParentRoute: () => settings,
  path: '/roles',
  component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
});

const sso = createRoute({
  getParentRoute: () => settings,
  path: '/sso',
  component: lazyRouteComponent(() => import('./sso-page.tsx'), 'SsoPage'),
});

const approvals = createRoute({
  getParentRoute: () => settings,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
});

const guards = createRoute({
  getParentRoute: () => settings,
  path: '/guards',
  component: lazyRouteComponent(() => import('./guards-page.tsx'), 'GuardsPage'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: searchOf('action', 'actor_id', 'object_id', 'result', 'q', 'created_after', 'created_before'),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const settingsRoutes = [
  settings.addChildren([
    settingsIndex,
    profile,
    accessTokens,
    sessions,
    serviceAccounts,
    serviceAccount,
    signals,
    users,
    roles,
    sso,
    approvals,
    guards,
    audit,
  ]),
] as const;

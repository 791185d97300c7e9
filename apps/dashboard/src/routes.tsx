import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { base } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { FailedPage } from './pages/failed-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { parseSearch, searchOf, stringifySearch } from './search.ts';
import { Shell } from './shell/shell.tsx';

/** Every address of the dashboard. Pages are loaded when they are first opened. */

/** Outside of the shell, which has the landmarks otherwise. */
const Lost = () => (
  <main>
    <NotFoundPage />
  </main>
);
const root = createRootRoute({ component: Outlet, notFoundComponent: Lost, errorComponent: FailedPage });

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: searchOf('return_to', 'error', 'email'),
  component: lazyRouteComponent(() => import('./pages/sign-in/login-page.tsx'), 'LoginPage'),
});
const loginOfTenant = createRoute({
  getParentRoute: () => root,
  path: '/login/$slug',
  validateSearch: searchOf('return_to', 'error', 'email'),
  component: lazyRouteComponent(() => import('./pages/sign-in/login-page.tsx'), 'LoginPage'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
});

/** Everything that needs somebody signed in; who is not comes back to the same address afterwards. */
const house = createRoute({
  getParentRoute: () => root,
  id: 'house',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      if (session.needs_totp_setup === true && location.pathname !== '/settings/profile')
        throw redirect({ to: '/settings/profile' });
    } catch (error) {
      if (isApiError(error) && error.status === 401)
        throw redirect({ to: '/login', search: { return_to: location.href } });
      throw error;
    }
  },
});

const cliLogin = createRoute({
  getParentRoute: () => house,
  path: '/cli-login',
  validateSearch: searchOf('port', 'name', 'challenge', 'state'),
  component: lazyRouteComponent(() => import('./pages/cli-login/cli-login-page.tsx'), 'CliLoginPage'),
});
const overview = createRoute({
  getParentRoute: () => house,
  path: '/',
  validateSearch: searchOf('range'),
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});
const clusters = createRoute({
  getParentRoute: () => house,
  path: '/clusters',
  validateSearch: searchOf('phase', 'q'),
  component: lazyRouteComponent(() => import('./pages/clusters/clusters-page.tsx'), 'ClustersPage'),
});
const registerCluster = createRoute({
  getParentRoute: () => house,
  path: '/clusters/new',
  component: lazyRouteComponent(() => import('./pages/clusters/register-page.tsx'), 'RegisterPage'),
});
const cluster = createRoute({
  getParentRoute: () => house,
  path: '/clusters/$clusterId',
  validateSearch: searchOf('range', 'at'),
  component: lazyRouteComponent(() => import('./pages/cluster/cluster-page.tsx'), 'ClusterPage'),
});
const clusterIssues = createRoute({
  getParentRoute: () => cluster,
  path: '/',
  validateSearch: searchOf('status', 'severity', 'category', 'namespace'),
  component: lazyRouteComponent(() => import('./pages/cluster/issues-tab.tsx'), 'IssuesTab'),
});
const clusterNodes = createRoute({
  getParentRoute: () => cluster,
  path: '/nodes',
  validateSearch: searchOf('status', 'cordoned', 'q', 'sort'),
  component: lazyRouteComponent(() => import('./pages/cluster/nodes-tab.tsx'), 'NodesTab'),
});
const clusterWorkloads = createRoute({
  getParentRoute: () => cluster,
  path: '/workloads',
  validateSearch: searchOf('kind', 'namespace', 'status', 'q', 'sort'),
  component: lazyRouteComponent(() => import('./pages/cluster/workloads-tab.tsx'), 'WorkloadsTab'),
});
const clusterActions = createRoute({
  getParentRoute: () => cluster,
  path: '/actions',
  validateSearch: searchOf('status', 'action'),
  component: lazyRouteComponent(() => import('./pages/cluster/actions-tab.tsx'), 'ActionsTab'),
});
const clusterSettings = createRoute({
  getParentRoute: () => cluster,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/cluster/settings-tab.tsx'), 'ClusterSettingsTab'),
});

const actions = createRoute({
  getParentRoute: () => house,
  path: '/actions',
  validateSearch: searchOf('status', 'action', 'cluster_id'),
  component: lazyRouteComponent(() => import('./pages/actions/actions-page.tsx'), 'ActionsPage'),
});
const action = createRoute({
  getParentRoute: () => house,
  path: '/actions/$actionId',
  component: lazyRouteComponent(() => import('./pages/action/action-page.tsx'), 'ActionPage'),
});

const webhooks = createRoute({
  getParentRoute: () => house,
  path: '/webhooks',
  validateSearch: searchOf('state'),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
const createWebhook = createRoute({
  getParentRoute: () => house,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./pages/webhooks/create-page.tsx'), 'CreateWebhookPage'),
});
const webhook = createRoute({
  getParentRoute: () => house,
  path: '/webhooks/$webhookId',
  validateSearch: searchOf('state', 'event_type'),
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
});
const delivery = createRoute({
  getParentRoute: () => house,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
});

const settings = createRoute({
  getParentRoute: () => house,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-frame.tsx'), 'SettingsFrame'),
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
  component: lazyRouteComponent(() => import('./pages/settings/profile-page.tsx'), 'ProfilePage'),
});
const accessTokens = createRoute({
  getParentRoute: () => settings,
  path: '/access-tokens',
  component: lazyRouteComponent(() => import('./pages/settings/access-tokens-page.tsx'), 'AccessTokensPage'),
});
const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/settings/sessions-page.tsx'), 'SessionsPage'),
});
const serviceAccounts = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts',
  validateSearch: searchOf('state'),
  component: lazyRouteComponent(() => import('./pages/settings/service-accounts-page.tsx'), 'ServiceAccountsPage'),
});
const serviceAccount = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts/$accountId',
  component: lazyRouteComponent(() => import('./pages/settings/service-account-page.tsx'), 'ServiceAccountPage'),
});
const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: searchOf('state', 'role_id', 'q'),
  component: lazyRouteComponent(() => import('./pages/settings/users-page.tsx'), 'UsersPage'),
});
const roles = createRoute({
  getParentRoute: () => settings,
  path: '/roles',
  component: lazyRouteComponent(() => import('./pages/settings/roles-page.tsx'), 'RolesPage'),
});
const sso = createRoute({
  getParentRoute: () => settings,
  path: '/sso',
  component: lazyRouteComponent(() => import('./pages/settings/sso-page.tsx'), 'SsoPage'),
});
const approvals = createRoute({
  getParentRoute: () => settings,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./pages/settings/approvals-page.tsx'), 'ApprovalsPage'),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: searchOf('action', 'actor_id', 'object_id', 'result', 'q', 'created_after', 'created_before'),
  component: lazyRouteComponent(() => import('./pages/settings/audit-page.tsx'), 'AuditPage'),
});
/** For those who work on it: every component in every state. Not in what ships. */
const design = createRoute({
  getParentRoute: () => root,
  path: '/design',
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('./pages/design/design-page.tsx'), 'DesignPage')
    : NotFoundPage,
});

const tree = root.addChildren([
  setup,
  login,
  loginOfTenant,
  invite,
  reset,
  design,
  house.addChildren([
    cliLogin,
    overview,
    clusters,
    registerCluster,
    cluster.addChildren([clusterIssues, clusterNodes, clusterWorkloads, clusterActions, clusterSettings]),
    actions,
    action,
    webhooks,
    createWebhook,
    webhook,
    delivery,
    settings.addChildren([
      settingsIndex,
      profile,
      accessTokens,
      sessions,
      serviceAccounts,
      serviceAccount,
      users,
      roles,
      sso,
      approvals,
      audit,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  basepath: base === '' ? '/' : base,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

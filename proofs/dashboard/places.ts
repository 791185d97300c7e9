import type { Page } from 'playwright-core';
import type { Wanted } from './browser.ts';
import type { Filled } from './filled.ts';

/** A page in one of its states. */
export interface Place {
  readonly name: string;
  readonly path: string;
  readonly of: 'nobody' | 'filled' | 'bare';
  /** Its heading, by which it is known. */
  readonly title: string;
  /** Where several share a heading: the one that is open. */
  readonly part?: string;
  /** Made to fail: every answer of the API whose path matches is 503. */
  readonly failing?: RegExp;
  /** Answers of 400 and more that belong to it. */
  readonly refused?: readonly Wanted[];
  /** What is opened over it, or brings it into its state. */
  readonly open?: (page: Page) => Promise<void>;
}

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

/** Of a menu. */
const choose = (menu: RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').waitFor();
};

/** No worker is there that could plan. */
const unplanned: Wanted = { method: 'POST', path: /\/approve$/, status: 502 };

/** Pressed in the dialog too, where it is refused, and says why. */
const pressTwice = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

const noPlan: Wanted = { method: 'POST', path: /\/actions\/plan$/, status: 502 };

/** What it opens cannot be read, and says why. */
const pressAndFail = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

/** Path, heading, and the heading where nothing can be read if that is another. */
type Known = readonly [path: string, title: string, more?: { readonly unread?: string; readonly part?: string }];

function house({
  clusterId,
  accountId,
  apps,
  actions,
  drains,
  incidents,
  webhooks,
}: Omit<Filled, 'person'>): Readonly<Record<string, Known>> {
  const cluster = (part: string, path = ''): Known => [
    `/clusters/${clusterId}${path}`,
    'prod-eu',
    { unread: 'Cluster', part },
  ];
  const action = (id: string, deployment: string): Known => [
    `/actions/${id}`,
    `Scale Deployment ${deployment} in shop from 6 to 3 replicas`,
    { unread: 'Action' },
  ];
  const drain = (id: string, node: string): Known => [
    `/actions/${id}`,
    `Cordon ${node} and evict 3 pods from it`,
    { unread: 'Action' },
  ];
  const incident = (id: string, title: string): Known => [`/incidents/${id}`, title, { unread: 'Incident' }];
  const app = (id: string, name: string, part = 'Overview', path = ''): Known => [
    `/apps/${id}${path}`,
    name,
    { unread: 'App', part },
  ];
  const cloudspace = (id: string, name: string): Known => [`/cloudspaces/${id}`, name, { unread: 'CloudSpace' }];
  return {
    overview: ['/', 'Needs you'],
    apps: ['/apps', 'Apps'],
    'deploy app': ['/apps/new', 'Deploy an app'],
    app: app(apps.live, 'checkout'),
    'app deployments': app(apps.live, 'checkout', 'Deployments', '/deployments'),
    'app settings': app(apps.live, 'checkout', 'Settings', '/settings'),
    'app that failed': app(apps.failed, 'cart'),
    'app that is deployed': app(apps.running, 'payments'),
    'app that is pinned': app(apps.pinned, 'search'),
    'app that could not be deleted': app(apps.undeleted, 'importer'),
    deployment: [`/apps/${apps.failed}/deployments/2`, 'cart, revision 2', { unread: 'Deployment' }],
    'deployment that runs': [`/apps/${apps.running}/deployments/2`, 'payments, revision 2', { unread: 'Deployment' }],
    cloudspaces: ['/cloudspaces', 'CloudSpaces'],
    'create cloudspace': ['/cloudspaces/new', 'Create a CloudSpace'],
    cloudspace: cloudspace(apps.cloudspace, 'shop-apps'),
    'cloudspace that failed': cloudspace(apps.cloudspaceFailed, 'data'),
    clusters: ['/clusters', 'Clusters'],
    register: ['/clusters/new', 'Register a cluster'],
    issues: cluster('Issues'),
    nodes: cluster('Nodes', '/nodes'),
    workloads: cluster('Workloads', '/workloads'),
    'cluster actions': cluster('Actions', '/actions'),
    'cluster settings': cluster('Settings', '/settings'),
    incidents: ['/incidents', 'Incidents'],
    'declare incident': ['/incidents/new', 'Declare an incident'],
    incident: incident(incidents.declared, 'Checkout answers with errors'),
    'incident of signals': incident(incidents.firing, 'Deployment shop/ledger: disk full'),
    'incident that is over': incident(incidents.resolved, 'Carts were lost'),
    'maintenance windows': ['/incidents/windows', 'Maintenance windows'],
    'announce maintenance': ['/incidents/windows/new', 'Announce maintenance'],
    actions: ['/actions', 'Actions'],
    action: action(actions.pending, 'checkout'),
    'action that runs': action(actions.executing, 'cart'),
    'action that failed': action(actions.failed, 'checkout'),
    'action that was reverted': action(actions.reverted, 'payments'),
    'action that is done': action(actions.done, 'carts'),
    'drain that waits': drain(drains.waiting, 'node-1'),
    'drain that runs': drain(drains.running, 'node-2'),
    'drain that was blocked': drain(drains.blocked, 'node-3'),
    autonomy: ['/actions/autonomy', 'Autonomy'],
    'autonomy of a cluster': [`/actions/autonomy?cluster_id=${clusterId}`, 'Autonomy'],
    webhooks: ['/webhooks', 'Webhooks'],
    'create webhook': ['/webhooks/new', 'Create a webhook'],
    webhook: [`/webhooks/${webhooks.failing}`, 'hooks.acme.example/wheelhouse', { unread: 'Webhook' }],
    'webhook that is disabled': [`/webhooks/${webhooks.disabled}`, 'old.acme.example/ops', { unread: 'Webhook' }],
    delivery: [
      `/webhooks/${webhooks.failing}/deliveries/${webhooks.delivery}`,
      'action.pending',
      { unread: 'Delivery' },
    ],
    'access tokens': ['/settings/access-tokens', 'Access tokens'],
    sessions: ['/settings/sessions', 'Sessions'],
    profile: ['/settings/profile', 'Profile'],
    'service accounts': ['/settings/service-accounts', 'Service accounts'],
    'service account': [`/settings/service-accounts/${accountId}`, 'pipeline', { unread: 'Service account' }],
    signals: ['/settings/signals', 'Signals'],
    users: ['/settings/users', 'Users'],
    roles: ['/settings/roles', 'Roles'],
    sso: ['/settings/sso', 'Single sign-on'],
    approvals: ['/settings/approvals', 'Approvals'],
    guards: ['/settings/guards', 'Guards'],
    audit: ['/settings/audit', 'Audit trail'],
    'cli login': [
      '/cli-login?port=4321&name=laptop&challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&state=abcdefgh',
      'Give the terminal a token',
    ],
  };
}

/** Those that hold nothing in a tenant without anything. */
const emptiable = [
  'overview',
  'apps',
  'deploy app',
  'cloudspaces',
  'create cloudspace',
  'clusters',
  'incidents',
  'declare incident',
  'maintenance windows',
  'announce maintenance',
  'actions',
  'autonomy',
  'webhooks',
  'access tokens',
  'service accounts',
  'signals',
  'users',
  'roles',
  'sso',
  'audit',
];
/** Those that are a form, or a session's own, and read nothing that could fail apart. */
const unfailing = ['register', 'create webhook', 'profile', 'cli login'];

const outside: Readonly<Record<string, string>> = {
  '/login': 'Sign in',
  '/login/acme': 'Sign in',
  '/setup': 'Set up Wheelhouse',
  '/invite': 'Set your password',
  '/reset': 'Set your password',
};

/** Nobody works on what runs here, so after ten minutes it is given up: these are looked at first. */
const passing: ReadonlySet<string> = new Set(['action that runs', 'cancel', 'drain that runs', 'cancel drain']);

export function allPlaces(filled: Filled, setupLink: string): readonly Place[] {
  const known = house(filled);
  const { pathname, hash } = new URL(setupLink);
  const at = (name: string, as: Partial<Place> = {}): Place => {
    const [path, title, { part } = {}] = known[name] ?? ['', ''];
    return { name, path, title, of: 'filled', ...(part !== undefined && { part }), ...as };
  };
  const unread = (name: string): Place => {
    const [path, title, more] = known[name] ?? ['', ''];
    const failing = /^\/api\/(?!auth\/api\/v1\/(?:session|me)$)/;
    return { name: `${name}, failing`, path, title: more?.unread ?? title, of: 'filled', failing };
  };
  const names = Object.keys(known);
  const places: readonly Place[] = [
    ...Object.entries(outside).map(([path, title]): Place => ({ name: path.slice(1), path, title, of: 'nobody' })),
    { name: 'setup with its link', path: pathname + hash, title: 'Set up Wheelhouse', of: 'nobody' },
    ...names.map((name) => at(name)),
    ...emptiable.map((name) => at(name, { name: `${name}, empty`, of: 'bare' })),
    ...names.filter((name) => !unfailing.includes(name)).map(unread),
    { name: 'not found', path: '/nowhere', title: 'Page not found', of: 'filled' },
    at('access tokens', { name: 'create token', open: press(/^Create token/) }),
    at('access tokens', { name: 'revoke token', open: press(/^Revoke token/) }),
    at('signals', { name: 'create signal token', open: press(/^Create signal token/) }),
    at('signals', { name: 'revoke signal token', open: press(/^Revoke signal token/) }),
    at('action', { name: 'approve', open: press(/^Scale checkout/) }),
    at('action', { name: 'reject', open: press(/^Reject/) }),
    at('action', { name: 'approve, failing', open: pressTwice(/^Scale checkout/), refused: [unplanned] }),
    {
      name: 'approve your own',
      path: `/actions/${filled.actions.own}`,
      title: 'Scale Deployment search in shop from 6 to 3 replicas',
      of: 'filled',
      open: press(/^Scale search/),
    },
    at('action that runs', { name: 'cancel', open: press(/^Cancel action/) }),
    at('drain that runs', { name: 'cancel drain', open: press(/^Cancel drain/) }),
    at('drain that was blocked', { name: 'undo drain', open: press(/^Undo/) }),
    at('nodes', { name: 'drain a node, failing', open: pressAndFail(/^Drain /), refused: [noPlan] }),
    at('action that is done', { name: 'undo', open: press(/^Undo/) }),
    at('app', { name: 'deploy image', open: press(/^Deploy new image/) }),
    at('app', { name: 'roll back', open: press(/^Roll back/) }),
    at('app', { name: 'scale app', open: press(/^Scale/) }),
    at('app that is deployed', { name: 'cancel deployment', open: press(/^Cancel deployment/) }),
    at('app settings', { name: 'delete app', open: press(/^Delete app/) }),
    at('cloudspace', { name: 'change cloudspace', open: press(/^Change/) }),
    at('cloudspace', { name: 'add registry', open: press(/^Add registry/) }),
    at('cloudspace', { name: 'delete cloudspace', open: press(/^Delete CloudSpace/) }),
    at('overview', { name: 'stop actions', open: press(/^Stop actions/) }),
    at('incident', { name: 'resolve incident', open: press(/^Resolve/) }),
    at('incident of signals', { name: 'resolve while it fires', open: press(/^Resolve/) }),
    at('incident', { name: 'edit incident', open: choose(/^More for incident/, 'Edit') }),
    at('incident', { name: 'merge incident', open: choose(/^More for incident/, 'Merge into another…') }),
    at('maintenance windows', { name: 'end a window', open: press(/^End /) }),
    at('webhook', { name: 'send test', open: press(/^Send test/) }),
    at('webhook', { name: 'pause webhook', open: press(/^Pause/) }),
    at('create webhook', {
      name: 'events of a webhook',
      open: async (page) => {
        await page.getByLabel('Only some event types').check();
        await page.getByLabel('action.pending').waitFor();
      },
    }),
    at('overview', {
      name: 'palette',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      },
    }),
    at('overview', {
      name: 'menu of you',
      open: async (page) => {
        await page.getByRole('button', { name: /^You:/ }).click();
        await page.getByRole('menu').waitFor();
      },
    }),
  ];
  return places.toSorted((a, b) => Number(passing.has(b.name)) - Number(passing.has(a.name)));
}

/** For the quick size: a page of each kind, one that is empty, one that fails, and what opens over them. */
const sample: ReadonlySet<string> = new Set([
  'login',
  'overview, empty',
  'nodes',
  'action, failing',
  'webhook',
  'incident of signals',
  'resolve incident',
  'approve',
  'action that was reverted',
  'drain that runs',
  'app that failed',
  'deployment that runs',
  'deploy app',
  'cloudspace',
  'roll back',
  'autonomy',
  'guards',
  'stop actions',
]);

export const somePlaces = (places: readonly Place[]): readonly Place[] => places.filter(({ name }) => sample.has(name));

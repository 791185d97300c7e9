import type { Page } from 'playwright-core';
import type { Wanted } from './browser.ts';
import type { Filled } from './filled.ts';

/** A page in one of its states. */
export interface Place {
  readonly name: string;
  readonly path: string;
  readonly of: 'nobody' | 'filled' | 'bare';
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

/** No worker is there that could plan. */
const unplanned: Wanted = { method: 'POST', path: /\/approve$/, status: 502 };

/** Pressed in the dialog too, where it is refused, and says why. */
const pressTwice = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

const house = ({
  clusterId,
  accountId,
  actions,
  webhooks,
}: Omit<Filled, 'person'>): Readonly<Record<string, string>> => ({
  overview: '/',
  clusters: '/clusters',
  register: '/clusters/new',
  issues: `/clusters/${clusterId}`,
  nodes: `/clusters/${clusterId}/nodes`,
  workloads: `/clusters/${clusterId}/workloads`,
  'cluster actions': `/clusters/${clusterId}/actions`,
  'cluster settings': `/clusters/${clusterId}/settings`,
  actions: '/actions',
  action: `/actions/${actions.pending}`,
  'action that runs': `/actions/${actions.executing}`,
  'action that failed': `/actions/${actions.failed}`,
  webhooks: '/webhooks',
  'create webhook': '/webhooks/new',
  webhook: `/webhooks/${webhooks.failing}`,
  'webhook that is disabled': `/webhooks/${webhooks.disabled}`,
  delivery: `/webhooks/${webhooks.failing}/deliveries/${webhooks.delivery}`,
  'access tokens': '/settings/access-tokens',
  sessions: '/settings/sessions',
  profile: '/settings/profile',
  'service accounts': '/settings/service-accounts',
  'service account': `/settings/service-accounts/${accountId}`,
  users: '/settings/users',
  roles: '/settings/roles',
  sso: '/settings/sso',
  approvals: '/settings/approvals',
  audit: '/settings/audit',
  'cli login': '/cli-login?port=4321&name=laptop&challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&state=abcdefgh',
});

/** Those that hold nothing in a tenant without anything. */
const emptiable = [
  'overview',
  'clusters',
  'actions',
  'webhooks',
  'access tokens',
  'service accounts',
  'users',
  'roles',
  'sso',
  'audit',
];
/** Those that are a form, or a session's own, and read nothing that could fail apart. */
const unfailing = ['register', 'create webhook', 'cli login'];

export function allPlaces(filled: Filled, setupLink: string): readonly Place[] {
  const paths = house(filled);
  const entries = Object.entries(paths);
  return [
    ...['/login', '/login/acme', '/setup', '/invite', '/reset'].map(
      (path): Place => ({ name: path.slice(1), path, of: 'nobody' }),
    ),
    { name: 'setup with its link', path: new URL(setupLink).pathname + new URL(setupLink).hash, of: 'nobody' },
    ...entries.map(([name, path]): Place => ({ name, path, of: 'filled' })),
    ...emptiable.map((name): Place => ({ name: `${name}, empty`, path: paths[name] ?? '/', of: 'bare' })),
    ...entries
      .filter(([name]) => !unfailing.includes(name))
      .map(
        ([name, path]): Place => ({
          name: `${name}, failing`,
          path,
          of: 'filled',
          failing: /^\/api\/(?!auth\/api\/v1\/(?:session|me)$)/,
        }),
      ),
    { name: 'not found', path: '/nowhere', of: 'filled' },
    { name: 'create token', path: '/settings/access-tokens', of: 'filled', open: press(/^Create token/) },
    { name: 'revoke token', path: '/settings/access-tokens', of: 'filled', open: press(/^Revoke token/) },
    { name: 'approve', path: paths['action'] ?? '/', of: 'filled', open: press(/^Scale checkout/) },
    { name: 'reject', path: paths['action'] ?? '/', of: 'filled', open: press(/^Reject/) },
    {
      name: 'approve, failing',
      path: paths['action'] ?? '/',
      of: 'filled',
      open: pressTwice(/^Scale checkout/),
      refused: [unplanned],
    },
    { name: 'approve your own', path: `/actions/${filled.actions.own}`, of: 'filled', open: press(/^Scale search/) },
    { name: 'cancel', path: paths['action that runs'] ?? '/', of: 'filled', open: press(/^Cancel action/) },
    { name: 'send test', path: paths['webhook'] ?? '/', of: 'filled', open: press(/^Send test/) },
    { name: 'pause webhook', path: paths['webhook'] ?? '/', of: 'filled', open: press(/^Pause/) },
    {
      name: 'events of a webhook',
      path: '/webhooks/new',
      of: 'filled',
      open: async (page) => {
        await page.getByLabel('Only some kinds of events').check();
        await page.getByLabel('action.pending').waitFor();
      },
    },
    {
      name: 'palette',
      path: '/',
      of: 'filled',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'menu of you',
      path: '/',
      of: 'filled',
      open: async (page) => {
        await page.getByRole('button', { name: /^You:/ }).click();
        await page.getByRole('menu').waitFor();
      },
    },
  ];
}

/** For the quick size: a page of each kind, and what opens over them. */
const mostSeen: ReadonlySet<string> = new Set([
  'login',
  'overview',
  'clusters',
  'nodes',
  'actions',
  'action',
  'webhooks',
  'webhook',
  'delivery',
  'access tokens',
  'users',
  'create token',
  'approve',
  'palette',
]);

export function somePlaces(places: readonly Place[]): readonly Place[] {
  return places.filter(({ name }) => mostSeen.has(name));
}

import type { Page } from 'playwright-core';
import type { Filled } from './filled.ts';

/** A page in one of its states. */
export interface Place {
  readonly name: string;
  readonly path: string;
  readonly of: 'nobody' | 'filled' | 'bare';
  /** Made to fail: every answer of the API whose path matches is 503. */
  readonly failing?: RegExp;
  /** What is opened over it, or brings it into its state. */
  readonly open?: (page: Page) => Promise<void>;
}

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

const house = ({ clusterId, accountId, actionId }: Omit<Filled, 'person'>): Readonly<Record<string, string>> => ({
  overview: '/',
  clusters: '/clusters',
  register: '/clusters/new',
  issues: `/clusters/${clusterId}`,
  nodes: `/clusters/${clusterId}/nodes`,
  workloads: `/clusters/${clusterId}/workloads`,
  'cluster actions': `/clusters/${clusterId}/actions`,
  'cluster settings': `/clusters/${clusterId}/settings`,
  actions: '/actions',
  action: `/actions/${actionId}`,
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
  'access tokens',
  'service accounts',
  'users',
  'roles',
  'sso',
  'audit',
];
/** Those that are a form, or a session's own, and read nothing that could fail apart. */
const unfailing = ['register', 'cli login'];

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
  'setup with its link',
  'overview',
  'clusters',
  'register',
  'issues',
  'nodes',
  'actions',
  'action',
  'access tokens',
  'profile',
  'users',
  'audit',
  'create token',
  'approve',
  'palette',
  'menu of you',
]);

export function somePlaces(places: readonly Place[]): readonly Place[] {
  return places.filter(({ name }) => mostSeen.has(name));
}

import type { LinkProps } from '@tanstack/react-router';
import type { Scope } from '@wheelhouse/sdk';
import type { IconName } from './design/drawings.ts';

type Address = NonNullable<LinkProps['to']>;

/** A page that the palette reaches by its name. */
export interface Place {
  readonly name: string;
  readonly to: Address;
  /** Shown only to those who have it. */
  readonly scope?: Scope;
}

/** A tab of Settings. */
export interface SettingsPage extends Place {
  /** Where the tab is called otherwise. */
  readonly tab?: string;
  /** Other pages lie below it. */
  readonly hasPages?: boolean;
}

/** In the order of the menu; a group without an area is not shown. */
export const groups = ['Deliver', 'Operate', 'Observe', 'Govern'] as const;

export interface Area extends Place {
  /** None: above all groups. */
  readonly group?: (typeof groups)[number];
  readonly icon: IconName;
  /** The letter that leads there after g. */
  readonly key: string;
  /** Pages below it that have no object: forms, mostly. */
  readonly pages?: readonly Place[];
}

const admin = { scope: 'admin' } as const;

export const settingsPages: readonly SettingsPage[] = [
  { name: 'Access tokens', tab: 'Access Tokens', to: '/settings/access-tokens' },
  { name: 'Sessions', to: '/settings/sessions' },
  { name: 'Profile', to: '/settings/profile' },
  { name: 'Service accounts', tab: 'Service Accounts', to: '/settings/service-accounts', hasPages: true, ...admin },
  { name: 'Signals', to: '/settings/signals', ...admin },
  { name: 'Users', to: '/settings/users', ...admin },
  { name: 'Roles', to: '/settings/roles', ...admin },
  { name: 'Single sign-on', tab: 'SSO', to: '/settings/sso', ...admin },
  { name: 'Approvals', to: '/settings/approvals', ...admin },
  { name: 'Guards', to: '/settings/guards' },
  { name: 'Audit trail', tab: 'Audit', to: '/settings/audit', ...admin },
];

/** The one table of where people go: menu, palette and keys are made of it. */
export const areas: readonly Area[] = [
  { name: 'Needs you', to: '/', icon: 'waiting', key: 'h' },
  {
    group: 'Deliver',
    name: 'Apps',
    to: '/apps',
    icon: 'apps',
    key: 'p',
    pages: [{ name: 'Deploy an app', to: '/apps/new', scope: 'deploy' }],
  },
  {
    group: 'Deliver',
    name: 'CloudSpaces',
    to: '/cloudspaces',
    icon: 'cloudspaces',
    key: 'l',
    pages: [{ name: 'Create a CloudSpace', to: '/cloudspaces/new', scope: 'deploy' }],
  },
  {
    group: 'Operate',
    name: 'Clusters',
    to: '/clusters',
    icon: 'clusters',
    key: 'c',
    pages: [{ name: 'Register a cluster', to: '/clusters/new', ...admin }],
  },
  {
    group: 'Operate',
    name: 'Incidents',
    to: '/incidents',
    icon: 'incidents',
    key: 'i',
    pages: [
      { name: 'Declare incident', to: '/incidents/new', scope: 'actions' },
      { name: 'Maintenance windows', to: '/incidents/windows' },
      { name: 'Announce maintenance', to: '/incidents/windows/new', scope: 'actions' },
    ],
  },
  {
    group: 'Operate',
    name: 'Actions',
    to: '/actions',
    icon: 'actions',
    key: 'a',
    pages: [{ name: 'Autonomy', to: '/actions/autonomy' }],
  },
  {
    group: 'Operate',
    name: 'Agents',
    to: '/agents',
    icon: 'agents',
    key: 'e',
    pages: [
      { name: 'Recommendations', to: '/agents/recommendations' },
      { name: 'Analyses', to: '/agents/analyses' },
      { name: 'Verdicts', to: '/agents/verdicts' },
    ],
  },
  {
    group: 'Govern',
    name: 'Webhooks',
    to: '/webhooks',
    icon: 'webhooks',
    key: 'w',
    pages: [{ name: 'Create a webhook', to: '/webhooks/new', scope: 'deploy' }],
  },
  { group: 'Govern', name: 'Settings', to: '/settings', icon: 'settings', key: 's', pages: settingsPages },
];

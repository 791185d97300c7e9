import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import type { Filter } from '../../declare/list.ts';
import { type Asked, everything, firstPage, largestPage } from '../../declare/pages.ts';
import { only, type Resource, uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import type { Style } from '../../output/terminal.ts';

export type App = Schemas['platform']['App'];
export type Deployment = App['deployment'];
type Phase = App['phase'];

export const appsPath = '/platform/api/v1/apps';
export const appPath = '/platform/api/v1/apps/{id}';
export const deploymentsPath = '/platform/api/v1/apps/{id}/deployments';
export const deploymentPath = '/platform/api/v1/apps/{id}/deployments/{revision}';

export const runningPhases: readonly Phase[] = ['Queued', 'Syncing', 'RollingOut', 'Verifying'];
export const phases: readonly Phase[] = [...runningPhases, 'Live', 'Failed', 'RolledBack', 'Canceled', 'Superseded'];
export const states: readonly App['state'][] = ['active', 'deleting', 'delete_failed'];

export const isRunning = ({ phase }: Pick<Deployment, 'phase'>) => runningPhases.includes(phase);

export const pinnedFilter: Filter = {
  options: [option('--pinned', 'only those that a rollback has pinned')],
  read: ({ options }) => (options['pinned'] === true ? 'true' : undefined),
};

export const appItems = (client: Client, query: Asked) => client.list(appsPath, { query });

/** What one is called so that no other is meant: two CloudSpaces may have an app of the same name. */
export const titleOf = ({ cloudspace_name, name }: Pick<App, 'cloudspace_name' | 'name'>) =>
  `${cloudspace_name}/${name}`;

/** For completion: by name where that is one's alone, else with the CloudSpace. */
export async function appChoices(client: Client): Promise<readonly string[]> {
  const { data } = await firstPage(appItems(client, { limit: largestPage }));
  return data.map((app) => (data.filter(({ name }) => name === app.name).length > 1 ? titleOf(app) : app.name));
}

export const apps: Resource<App> = {
  arguments: [argument('<app>', 'name, CLOUDSPACE/NAME, or id', appChoices)],
  find: async (client, [typed = '']) => {
    const found = await appNamed(client, typed);
    if (found !== undefined) return found;
    throw new Failure(
      'error',
      `there is no app ${typed}`,
      'wheelhouse apps lists them; wheelhouse apps create makes one',
    );
  },
};

/** Undefined if there is none. */
export async function appNamed(client: Client, typed: string): Promise<App | undefined> {
  if (uuid.test(typed)) return (await client.get(appPath, { params: { id: typed } })).data;
  const [name = '', space] = typed.split('/').toReversed();
  const { data } = await everything(client.list(appsPath, { query: { q: name, limit: largestPage } }));
  const found = data.filter((app) => app.name === name && (space === undefined || app.cloudspace_name === space));
  if (found.length === 0) return undefined;
  return only(found, {
    none: ['', ''],
    several: [
      `${found.length} apps are called ${name}: ${found.map(titleOf).join(', ')}`,
      'say which: CLOUDSPACE/NAME',
    ],
  });
}

export async function appById(client: Client, id: string): Promise<App> {
  return (await client.get(appPath, { params: { id } })).data;
}

interface State {
  /** The API's own value. */
  readonly word: string;
  readonly style: Style;
}

/** The worst that is to be said of an app. The dashboard has the same order. */
export function stateOf({ state, phase, health, pinned }: Pick<App, 'state' | 'phase' | 'health' | 'pinned'>): State {
  if (state !== 'active') return { word: state, style: state === 'deleting' ? 'blue' : 'red' };
  if (phase === 'Failed') return { word: phase, style: 'red' };
  if (health === 'Degraded' || health === 'Missing') return { word: health, style: 'red' };
  if (pinned !== null) return { word: 'pinned', style: 'yellow' };
  if (isRunning({ phase })) return { word: phase, style: 'blue' };
  if (phase === 'Live' && health !== 'Healthy') return { word: health, style: 'dim' };
  return { word: phase, style: phaseStyle({ phase }) };
}

const styles = {
  Queued: 'blue',
  Syncing: 'blue',
  RollingOut: 'blue',
  Verifying: 'blue',
  Live: 'green',
  Failed: 'red',
  RolledBack: 'yellow',
  Canceled: 'dim',
  Superseded: 'dim',
} as const satisfies Record<Phase, Style>;

export function phaseStyle({ phase }: Pick<Deployment, 'phase'>): Style {
  return styles[phase];
}

import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import type { Filter } from '../../declare/list.ts';
import { type Asked, everything, largestPage } from '../../declare/pages.ts';
import { namesOf, type Resource, uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import { textOption } from '../../invocation.ts';
import type { Style } from '../../output/terminal.ts';

export type Cluster = Schemas['platform']['Cluster'];

export const clustersPath = '/platform/api/v1/clusters';
export const clusterPath = '/platform/api/v1/clusters/{id}';

export const clusterItems = (client: Client, query: Asked) => client.list(clustersPath, { query });

/** For completion. */
export const clusterChoices = namesOf(clusterItems, ({ name }) => name);

export const clusters: Resource<Cluster> = {
  arguments: [argument('<cluster>', '', clusterChoices)],
  find: (client, [typed = '']) => clusterNamed(client, typed),
};

export const clusterFilter: Filter = {
  options: [option('--cluster <cluster>', 'of one cluster', clusterChoices)],
  read: (invocation) => textOption(invocation, 'cluster'),
  find: async (client, name) => (await clusterNamed(client, name)).id,
};

/** By name, or by id. */
export async function clusterNamed(client: Client, name: string): Promise<Cluster> {
  const { data: page } = await client.get(clustersPath, { query: { q: name, limit: largestPage } });
  for (const one of page.data) if (one.name === name) return one;
  if (uuid.test(name)) return (await client.get(clusterPath, { params: { id: name } })).data;
  throw new Failure('error', `there is no cluster ${name}`, 'wheelhouse clusters lists them');
}

export async function allClusters(client: Client): Promise<readonly Cluster[]> {
  return (await everything(clusterItems(client, { limit: largestPage }))).data;
}

/** The one that is named; where none is, the only one there is. */
export async function chosenCluster(client: Client, name: string | undefined): Promise<Cluster> {
  if (name !== undefined) return clusterNamed(client, name);
  const all = await allClusters(client);
  const [one, ...others] = all;
  if (one === undefined) throw new Failure('error', 'no cluster is registered', 'wheelhouse clusters connect');
  if (others.length === 0) return one;
  const names = all.map((each) => each.name).join(', ');
  throw new Failure('usage', `you have several clusters: ${names}`, 'say which: --cluster NAME');
}

/** What clusters are called; one that is no longer registered, or out of reach, has its id only. */
export async function clusterNames(client: Client): Promise<(id: string) => string> {
  const names = new Map((await allClusters(client)).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

export function phaseStyle({ phase }: Pick<Cluster, 'phase'>): Style {
  return ({ Pending: 'blue', Ready: 'green', Degraded: 'yellow', Unreachable: 'red' } as const)[phase];
}

import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import type { Filter } from '../../declare/list.ts';
import { type Asked, everything, largestPage } from '../../declare/pages.ts';
import { namesOf, type Resource, uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import { textOption } from '../../invocation.ts';
import type { Style } from '../../output/terminal.ts';

export type Cloudspace = Schemas['platform']['Cloudspace'];

export const cloudspacesPath = '/platform/api/v1/cloudspaces';
export const cloudspacePath = '/platform/api/v1/cloudspaces/{id}';

export const cloudspaceItems = (client: Client, query: Asked) => client.list(cloudspacesPath, { query });

/** For completion. */
export const cloudspaceChoices = namesOf(cloudspaceItems, ({ name }) => name);

export const cloudspaces: Resource<Cloudspace> = {
  arguments: [argument('<cloudspace>', 'its name, or its id', cloudspaceChoices)],
  find: (client, [typed = '']) => cloudspaceNamed(client, typed),
};

export const cloudspaceFilter: Filter = {
  options: [option('--cloudspace <cloudspace>', 'of one CloudSpace', cloudspaceChoices)],
  read: (invocation) => textOption(invocation, 'cloudspace'),
  find: async (client, name) => (await cloudspaceNamed(client, name)).id,
};

/** By name, which is one's alone in a tenant, or by id. */
export async function cloudspaceNamed(client: Client, name: string): Promise<Cloudspace> {
  const { data: page } = await client.get(cloudspacesPath, { query: { q: name, limit: largestPage } });
  for (const one of page.data) if (one.name === name) return one;
  if (uuid.test(name)) return (await client.get(cloudspacePath, { params: { id: name } })).data;
  throw new Failure('error', `there is no CloudSpace ${name}`, 'wheelhouse cloudspaces lists them');
}

/** The one that is named; where none is, the only one there is. */
export async function chosenCloudspace(client: Client, name: string | undefined): Promise<Cloudspace> {
  if (name !== undefined) return cloudspaceNamed(client, name);
  const { data } = await everything(cloudspaceItems(client, { limit: largestPage }));
  const [only, ...others] = data;
  if (only === undefined)
    throw new Failure('error', 'there is no CloudSpace yet', 'wheelhouse cloudspaces create NAME --cluster CLUSTER');
  if (others.length === 0) return only;
  const names = data.map((one) => one.name).join(', ');
  throw new Failure('usage', `you have several CloudSpaces: ${names}`, 'say which: --cloudspace NAME');
}

const styles = {
  Pending: 'blue',
  Provisioning: 'blue',
  Updating: 'blue',
  Ready: 'green',
  Deleting: 'yellow',
  Failed: 'red',
} as const satisfies Record<Cloudspace['phase'], Style>;

export function phaseStyle({ phase }: Pick<Cloudspace, 'phase'>): Style {
  return styles[phase];
}

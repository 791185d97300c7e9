import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument } from '../../completion/choices.ts';
import type { Asked } from '../../declare/pages.ts';
import { namesOf, type Resource, resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';

export type MaintenanceWindow = Schemas['incidents']['MaintenanceWindow'];

export const windowsPath = '/incidents/api/v1/maintenance-windows';
export const windowPath = '/incidents/api/v1/maintenance-windows/{id}';

/** Those that can be ended: last week's may have had the same name. */
const ahead = (client: Client, query: Asked) =>
  client.list(windowsPath, { query: { ...query, state: 'scheduled,active' } });

const which = 'name, id, or the beginning of the id';

export const windows: Resource<MaintenanceWindow> = {
  ...resource(which, {
    one: 'scheduled or active window',
    many: 'windows',
    items: ahead,
    get: (client, id) => client.get(windowPath, { params: { id } }),
    isNamed: ({ name }, typed) => name === typed,
  }),
  arguments: [
    argument(
      '<window>',
      which,
      namesOf(ahead, ({ name }) => name),
    ),
  ],
};

const styles = {
  scheduled: 'blue',
  active: 'yellow',
  ended: 'dim',
  canceled: 'dim',
} as const satisfies Record<MaintenanceWindow['state'], Style>;

export function stateStyle({ state }: Pick<MaintenanceWindow, 'state'>): Style {
  return styles[state];
}

/** `namespace shop`, `nodes node-7 and node-8`: what is in either of them, or the whole cluster. */
export function placeText({ namespaces, nodes }: Pick<MaintenanceWindow, 'namespaces' | 'nodes'>): string {
  const parts = [...named('namespace', namespaces), ...named('node', nodes)];
  return parts.length === 0 ? 'the whole cluster' : parts.join('; ');
}

function named(one: string, names: readonly string[] | null): readonly string[] {
  if (names === null || names.length === 0) return [];
  return [`${one}${names.length === 1 ? '' : 's'} ${names.join(', ')}`];
}

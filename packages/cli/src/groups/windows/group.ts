import { windowStates } from '@wheelhouse/contracts';
import { option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, list } from '../../declare/list.ts';
import { step } from '../../declare/step.ts';
import { clusterChoices, clusterFilter, clusterNames } from '../clusters/cluster.ts';
import { placeText, stateStyle, windowPath, windows, windowsPath } from './window.ts';

export const commands = [
  list({
    about: 'list maintenance windows, newest first (default)',
    filters: {
      cluster_id: clusterFilter,
      state: filter('--state <states>', 'for example scheduled,active; comma-separated', windowStates),
    },
    newest: 50,
    items: (client, asked, { cluster_id, state }) =>
      client.list(windowsPath, { query: { ...asked, cluster_id, state } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
        { title: 'STATE', of: ({ state }) => state, style: stateStyle, whole: true },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'WHERE', of: placeText },
        { title: 'FROM', of: ({ starts_at }) => time(starts_at), whole: true },
        { title: 'UNTIL', of: ({ ended_at, ends_at }) => time(ended_at ?? ends_at), whole: true },
        { title: 'KEPT', of: ({ suppressed }) => String(suppressed), whole: true },
        { title: 'WHY', of: ({ reason }) => reason },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: ({ cluster_id, state }) =>
      cluster_id === undefined && state === undefined
        ? 'no maintenance windows yet; next: wheelhouse windows create --name NAME --for 2h'
        : 'no matching maintenance windows',
  }),
  command('create', {
    about: 'announce maintenance: meanwhile what is in there opens no incident',
    options: [
      option('--name <name>', 'what it is called').makeOptionMandatory(),
      option('--for <length>', 'how long it lasts: 90m, 2h, up to 7d'),
      option('--until <time>', 'in place of --for; for example 2026-11-15T23:00'),
      option('--from <time>', 'when it begins; default: now'),
      option('--cluster <cluster>', 'where; required if you have several', clusterChoices),
      option('--namespace <namespaces>', 'only what is in these; comma-separated'),
      option('--node <nodes>', 'only these nodes and what stands on them; comma-separated'),
      option('--reason <text>', 'what is being done'),
    ],
    load: () => import('./create.ts'),
  }),
  step(windows, 'end', {
    about: 'end a maintenance window now, or cancel one that has not begun',
    call: (client, { id }) => client.delete(windowPath, { params: { id } }),
    done: ({ name, state }) =>
      state === 'canceled'
        ? `${name} is canceled; it had not begun`
        : `${name} has ended; what still fires opens incidents now`,
  }),
];

import { option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, type Filter, list } from '../../declare/list.ts';
import { textOption } from '../../invocation.ts';
import { logOptions } from '../../logs/log-options.ts';
import { clusterFilter, clusterNames } from '../clusters/cluster.ts';
import {
  listedKinds,
  namespaceChoices,
  placeOptions,
  statuses,
  statusStyle,
  workloadArguments,
  workloadsPath,
} from './workload.ts';

const namespaceFilter: Filter = {
  options: [option('-n, --namespace <namespace>', 'in one namespace', namespaceChoices)],
  read: (invocation) => textOption(invocation, 'namespace'),
};

export const commands = [
  list({
    about: 'list Deployments, StatefulSets and DaemonSets, the worst first (default)',
    filters: {
      cluster_id: clusterFilter,
      namespace: namespaceFilter,
      kind: filter('--kind <kinds>', 'for example Deployment; comma-separated', listedKinds),
      status: filter('--status <statuses>', 'for example stuck,short; comma-separated', statuses),
      q: filter('--name <beginning>', 'how their names begin'),
    },
    items: (client, asked, given) => client.list(workloadsPath, { query: { ...asked, ...given, sort: 'status' } }),
    columns: async (_out, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'NAMESPACE', of: ({ namespace }) => namespace },
        { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
        { title: 'KIND', of: ({ kind }) => kind, whole: true },
        { title: 'STATUS', of: ({ status }) => status, style: statusStyle, whole: true },
        { title: 'READY', of: ({ ready, desired }) => `${ready}/${desired}`, whole: true },
        { title: 'ISSUES', of: ({ issues }) => (issues === 0 ? '-' : String(issues)), whole: true },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
      ];
    },
    empty: (given) =>
      Object.values(given).every((one) => one === undefined)
        ? 'no workload is known yet; wheelhouse clusters says how the clusters are'
        : 'no matching workloads',
  }),
  command('show', {
    about: 'show a workload, Job, CronJob or Pod: what is wrong with it, its pods, events, issues and changes',
    arguments: workloadArguments,
    options: placeOptions,
    load: () => import('./show.ts'),
  }),
  command('logs', {
    about: 'follow the logs of all its pods, as pods come and go; Ctrl-C ends it',
    arguments: workloadArguments,
    options: [...placeOptions, option('--container <container>', 'default: the usual one of each pod'), ...logOptions],
    load: () => import('./logs.ts'),
  }),
];

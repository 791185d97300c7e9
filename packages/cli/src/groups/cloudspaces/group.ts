import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import type { Resource } from '../../declare/resource.ts';
import { clusterChoices, clusterFilter, clusterNames } from '../clusters/cluster.ts';
import { type Cloudspace, cloudspacePath, cloudspaces, cloudspacesPath, phaseStyle } from './cloudspace.ts';
import { cloudspaceLines, quotaText } from './tell-cloudspace.ts';

const phases = ['Pending', 'Provisioning', 'Ready', 'Updating', 'Deleting', 'Failed'];
const timeout = option('--timeout <seconds>', 'how long to wait; default: until it ends');
const noWait = option('--no-wait', 'do not wait for the end');

interface RegistryOf {
  readonly space: Cloudspace;
  readonly host: string;
}

const registries: Resource<RegistryOf> = {
  arguments: [...cloudspaces.arguments, argument('<host>', 'host of the registry, with its port if it has one')],
  find: async (client, [name = '', host = '']) => ({ space: await cloudspaces.find(client, [name]), host }),
};

export const commands = [
  list({
    about: 'list CloudSpaces, newest first (default)',
    filters: {
      cluster_id: clusterFilter,
      phase: filter('--phase <phases>', 'for example Failed; comma-separated', phases),
    },
    items: (client, asked, { cluster_id, phase }) =>
      client.list(cloudspacesPath, { query: { ...asked, cluster_id, phase } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
        { title: 'PHASE', of: ({ phase }) => phase, style: phaseStyle, whole: true },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'NAMESPACE', of: ({ namespace }) => namespace },
        { title: 'APPS', of: ({ apps_total }) => String(apps_total), whole: true },
        { title: 'QUOTA', of: quotaText },
        { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
        { title: 'WHY', of: ({ phase, message }) => (phase === 'Ready' ? '' : message) },
      ];
    },
    empty: ({ phase, cluster_id }) =>
      phase === undefined && cluster_id === undefined
        ? 'no CloudSpace yet; next: wheelhouse cloudspaces create NAME --cluster CLUSTER'
        : 'no matching CloudSpaces',
  }),
  show(cloudspaces, {
    about: 'show a CloudSpace: its phase and why, quota, placement, registries',
    lines: async (out, space, client) => cloudspaceLines(out, space, await clusterNames(client)),
  }),
  command('create', {
    about: 'create a CloudSpace and wait until it is Ready: 0 Ready, 6 Failed, 7 still running',
    arguments: [argument('<name>', 'a DNS label; names the namespace')],
    options: [
      option('--cluster <cluster>', 'where; default: the only one', clusterChoices),
      option('--cpu <quantity>', 'quota: sum of the CPU requests of all pods, for example 4'),
      option('--memory <quantity>', 'quota: sum of the memory limits of all pods, for example 8Gi'),
      option('--pods <count>', 'quota: how many pods there may be'),
      option('--pod-security <level>', 'baseline (default) or restricted', ['baseline', 'restricted']),
      timeout,
      noWait,
    ],
    load: () => import('./create.ts'),
  }),
  command('retry', {
    about: 'try again what failed in a CloudSpace, and wait until it is Ready',
    arguments: cloudspaces.arguments,
    options: [timeout, noWait],
    load: () => import('./retry.ts'),
  }),
  command('set-registry', {
    about: 'set the user name and password that images of a registry are pulled with',
    arguments: registries.arguments,
    options: [
      option('--username <name>', 'user name at the registry').makeOptionMandatory(),
      option('--password-stdin', 'read the password from stdin; without it, it is asked for'),
    ],
    load: () => import('./set-registry.ts'),
  }),
  step(registries, 'remove-registry', {
    about: 'forget the password of a registry',
    call: (client, { space: { id }, host }) =>
      client.delete(`${cloudspacePath}/registries/{host}`, { params: { id, host } }),
    done: ({ name }, { host }) => `${name} no longer pulls images from ${host} with a password`,
  }),
  step(cloudspaces, 'delete', {
    about: 'delete a CloudSpace with its namespace, and wait until it is gone',
    options: [option('--cascade', 'delete its apps too'), timeout, noWait],
    confirm: {
      asksFor: 'name',
      expected: ({ name }) => name,
      warning: ({ name, namespace }) =>
        `This deletes the CloudSpace ${name} and the namespace ${namespace} with everything in it.`,
      participle: 'deleted',
    },
    call: async (client, space, invocation) =>
      (await import('./delete.ts')).deleteCloudspace(client, space, invocation),
    done: (_, { name, namespace }) => `${name} is gone, and so is the namespace ${namespace}`,
  }),
];

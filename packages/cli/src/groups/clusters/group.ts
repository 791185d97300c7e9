import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { clusterItems, clusterPath, clusters, phaseStyle } from './cluster.ts';
import { clusterLines } from './tell-cluster.ts';

export const commands = [
  list({
    about: 'list clusters (default)',
    items: clusterItems,
    columns: ({ time }) => [
      { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
      { title: 'PHASE', of: ({ phase }) => phase, style: phaseStyle, whole: true },
      { title: 'VERSION', of: ({ version }) => version ?? '-' },
      { title: 'LAST SEEN', of: ({ last_seen_at: at }) => (at === null ? 'never' : time(at)), whole: true },
      { title: 'SERVER', of: ({ server }) => server },
      { title: 'ABOUT', of: ({ phase, message, description }) => (phase === 'Ready' ? description : message) },
    ],
    empty: 'no cluster is registered; next: wheelhouse clusters connect',
  }),
  show(clusters, {
    about: 'show a cluster, the rights it is missing, and whether it can be deployed to',
    lines: clusterLines,
  }),
  command('connect', {
    about: 'connect a cluster that your kubectl reaches, and show its first score',
    options: [
      option('--context <context>', 'context of your kubeconfig; default: the current one'),
      option('--kubeconfig <file>', "default: kubectl's own"),
      option('--name <name>', 'what to call it; default: after the context'),
      option('--server <url>', 'where the installation reaches it, if not where kubectl does'),
      option('--yes', 'do not ask before applying the manifest (for scripts)'),
      option('--deploy', 'also let Wheelhouse deploy to it, with an account of its own'),
      option('--with-agent', 'also let Wheelhouse act in the cluster, if this installation can'),
      option('--timeout <seconds>', 'how long to wait for the first score').default('90'),
    ],
    load: () => import('./connect.ts'),
  }),
  command('register', {
    about: 'register a cluster by a kubeconfig and wait until it is reachable',
    arguments: [argument('<name>', 'a DNS label')],
    options: [
      option('--kubeconfig <file>', 'self-contained kubeconfig; - for stdin').makeOptionMandatory(),
      option('--context <context>', 'context of the kubeconfig; default: the current one'),
      option('--description <text>', 'what it is for'),
      option('--timeout <seconds>', 'how long to wait while Pending; 0 to not wait').default('60'),
    ],
    load: () => import('./register.ts'),
  }),
  command('deploy-access', {
    about: 'give a cluster credentials that Wheelhouse deploys with, or take them away',
    arguments: clusters.arguments,
    options: [
      option('--kubeconfig <file>', 'self-contained kubeconfig; - for stdin'),
      option('--context <context>', 'context of the kubeconfig; default: the current one'),
      option('--remove', 'the registered credentials are to serve for that too, if they can'),
      option('--timeout <seconds>', 'how long to wait until they were tried; 0 to not wait').default('30'),
    ],
    load: () => import('./deploy-access.ts'),
  }),
  step(clusters, 'remove', {
    about: 'remove a cluster; the cluster itself keeps running',
    confirm: {
      asksFor: 'name',
      expected: ({ name }) => name,
      warning: ({ name }) => `This removes the cluster ${name}, its credentials and its health history.`,
      participle: 'removed',
    },
    call: (client, { id }) => client.delete(clusterPath, { params: { id } }),
    done: (_, { name }) =>
      `${name} was removed, with its credentials and health history; the cluster itself keeps running`,
  }),
];

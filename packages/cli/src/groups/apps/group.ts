import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { filter, list } from '../../declare/list.ts';
import type { Resource } from '../../declare/resource.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { logOptions } from '../../logs/log-options.ts';
import { cloudspaceChoices, cloudspaceFilter } from '../cloudspaces/cloudspace.ts';
import { clusterFilter, clusterNames } from '../clusters/cluster.ts';
import {
  type App,
  appChoices,
  appPath,
  apps,
  appsPath,
  phases,
  pinnedFilter,
  stateOf,
  states,
  titleOf,
} from './app.ts';
import { contentOptions, countOf, unset, waitOptions } from './app-options.ts';
import { appLines } from './tell-app.ts';
import { whoText } from './tell-deployment.ts';

const ends = 'ends with 0 Live, 5 refused, 6 failed, 7 still running';

interface Scaling {
  readonly app: App;
  readonly replicas: number;
}

const scalings: Resource<Scaling> = {
  arguments: [...apps.arguments, argument('<replicas>', 'how many, 0 to 200')],
  find: async (client, [name = '', count = '']) => {
    const replicas = countOf('replicas', count, 200);
    return { app: await apps.find(client, [name]), replicas };
  },
};

export const commands = [
  list({
    about: 'list apps, newest first (default)',
    filters: {
      cloudspace_id: cloudspaceFilter,
      cluster_id: clusterFilter,
      phase: filter('--phase <phases>', 'for example Failed; comma-separated', phases),
      state: filter('--state <states>', 'for example delete_failed; comma-separated', states),
      pinned: pinnedFilter,
    },
    items: (client, asked, { cloudspace_id, cluster_id, phase, state, pinned }) =>
      client.list(appsPath, {
        query: { ...asked, cloudspace_id, cluster_id, phase, state, ...(pinned && { pinned: pinned === 'true' }) },
      }),
    columns: ({ time }) => [
      { title: 'NAME', of: ({ name }) => name, style: () => 'bold' },
      { title: 'CLOUDSPACE', of: ({ cloudspace_name }) => cloudspace_name },
      { title: 'STATE', of: (app) => stateOf(app).word, style: (app) => stateOf(app).style, whole: true },
      { title: 'REVISION', of: ({ revision }) => String(revision), whole: true },
      { title: 'READY', of: ({ ready_replicas: ready, replicas }) => `${ready}/${replicas}`, whole: true },
      { title: 'IMAGE', of: ({ source }) => source.image },
      { title: 'DEPLOYED', of: ({ deployment }) => time(deployment.created_at), whole: true },
      { title: 'BY', of: ({ deployment }) => whoText(deployment) },
      { title: 'WHY', of: ({ state_message, message }) => state_message ?? message ?? '' },
    ],
    empty: (given) =>
      Object.values(given).every((one) => one === undefined)
        ? 'no app yet; next: wheelhouse apps create NAME --image IMAGE --port PORT'
        : 'no matching apps',
  }),
  show(apps, {
    about: 'show an app: what was asked for, and the worst that is to be said of it',
    lines: async (out, app, client) => appLines(out, app, await clusterNames(client)),
  }),
  command('create', {
    about: `create an app from an image, deploy it, and wait; ${ends}`,
    arguments: [argument('<name>', 'a DNS label, unique in its CloudSpace')],
    options: [
      option('--image <image>', 'for example registry.example.com/shop/web:1.4').makeOptionMandatory(),
      option('--cloudspace <cloudspace>', 'where; default: the only one', cloudspaceChoices),
      option('--replicas <count>', 'how many pods; default: 1'),
      ...contentOptions,
      ...waitOptions,
    ],
    load: () => import('./create.ts'),
  }),
  command('deploy', {
    about: `deploy a change, or what failed once more, and wait; ${ends}`,
    arguments: [argument('[app]', 'name, CLOUDSPACE/NAME, or id; default: as the file says', appChoices)],
    options: [
      option('-f, --file <file>', 'app.yaml or JSON; - for stdin. If there is no such app, it is created'),
      option('--image <image>', 'for example registry.example.com/shop/web:1.5'),
      ...contentOptions,
      unset,
      option('--note <text>', 'kept with the revision'),
      ...waitOptions,
    ],
    load: () => import('./deploy.ts'),
  }),
  command('status', {
    about: 'show how an app stands: phase, replicas, whether it answers, pods in trouble',
    arguments: apps.arguments,
    load: () => import('./status.ts'),
  }),
  command('logs', {
    about: 'follow the logs of all pods of an app, as pods come and go; Ctrl-C ends it',
    arguments: apps.arguments,
    options: logOptions,
    load: () => import('./logs.ts'),
  }),
  step(scalings, 'scale', {
    about: 'set how many replicas an app has, as its disruption budgets allow',
    call: (client, { app: { id }, replicas }) =>
      client.post(`${appPath}/scale`, { params: { id }, body: { replicas } }),
    done: (app, { app: before }) =>
      `${titleOf(app)} is asked for ${app.replicas} ${app.replicas === 1 ? 'replica' : 'replicas'}; before: ${before.replicas}`,
  }),
  command('rollback', {
    about: `put an earlier revision back and pin it, and wait; ${ends}`,
    arguments: apps.arguments,
    options: [
      option('--to <revision>', 'which; default: the last Live one before the one that runs or was tried'),
      option('--reason <text>', 'kept with the revision and the pin'),
      ...waitOptions,
    ],
    load: () => import('./rollback.ts'),
  }),
  step(apps, 'unpin', {
    about: 'release the pin that a rollback has set',
    call: (client, { id }) => client.post(`${appPath}/unpin`, { params: { id } }),
    done: (app) =>
      `${titleOf(app)} is no longer pinned; revision ${app.current_revision ?? app.revision} runs until something else is deployed`,
  }),
  command('history', {
    about: 'list the revisions of an app; with a revision, show that one and what became of it',
    arguments: [...apps.arguments, argument('[revision]', 'its number')],
    options: [
      option('--diff', 'what each of them changed'),
      option('--limit <count>', 'how many to show, newest first').default('20'),
    ],
    load: () => import('./history.ts'),
  }),
  step(apps, 'cancel', {
    about: 'cancel the deployment that is running; what it changed is changed back',
    call: (client, { id }) => client.post(`${appPath}/cancel`, { params: { id } }),
    done: (app, { revision }) =>
      app.revision === revision
        ? `revision ${revision} of ${titleOf(app)} is ${app.phase}: ${app.deployment.message ?? ''}`
        : `revision ${revision} of ${titleOf(app)} is Canceled; revision ${app.deployment.of_revision ?? ''} is put back, as revision ${app.revision}`,
  }),
  step(apps, 'delete', {
    about: 'delete an app with everything of it in the cluster, and wait until it is gone',
    options: [
      option('--force', 'forget an app that could not be deleted; what stays in the cluster was named'),
      ...waitOptions,
    ],
    confirm: {
      asksFor: 'name',
      expected: ({ name }) => name,
      warning: (app) => `This deletes the app ${titleOf(app)}, its pods and its revisions.`,
      participle: 'deleted',
      title: titleOf,
    },
    call: async (client, app, invocation) => (await import('./delete.ts')).deleteApp(client, app, invocation),
    done: (_, app) => `${titleOf(app)} is gone`,
  }),
];

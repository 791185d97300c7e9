import { actionKinds, actionStatuses, autonomyLevels } from '@wheelhouse/contracts';
import type { Client } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import { command } from '../../declare/command.ts';
import { type Filter, filter, list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, textsGiven } from '../../invocation.ts';
import { wordsOf } from '../../known-words.ts';
import { clusterFilter, clusterNames, clusterChoices } from '../clusters/cluster.ts';
import { namesOf } from '../../declare/resource.ts';
import { type Action, actions, actionsPath, pending, pendingIds, statusStyle, targetOf, titleOf } from './action.ts';
import { actionLines } from './tell-action.ts';

/** --pending is a short way to say it. */
const statusFilter: Filter = {
  options: [
    option('--pending', 'only those waiting for approval'),
    option('--status <statuses>', 'for example executing; comma-separated', actionStatuses),
  ],
  read: (invocation) => {
    const given = wordsOf(invocation, 'status', actionStatuses);
    if (invocation.options['pending'] !== true) return given;
    if (given === undefined) return 'pending_approval';
    throw new Failure('usage', '--pending is short for --status pending_approval; use one or the other');
  },
};

const ofCluster = option('--cluster <cluster>', 'one cluster; default: all of them', clusterChoices);
const nodeNames = namesOf(
  (client, query) => client.list('/k8s-monitor/api/v1/nodes', { query }),
  ({ name }) => name,
);
const reason = option('--reason <text>', 'reason, kept with the action');

export const commands = [
  list({
    about: 'list actions, newest first (default)',
    filters: {
      status: statusFilter,
      action: filter('--action <kinds>', 'for example uncordon_node; comma-separated', actionKinds),
      cluster_id: clusterFilter,
    },
    newest: 50,
    items: (client, asked, { status, action, cluster_id }) =>
      client.list(actionsPath, { query: { ...asked, status, action, cluster_id } }),
    columns: async ({ time }, client) => {
      const nameOf = await clusterNames(client);
      return [
        { title: 'STATUS', of: ({ status }) => status, style: statusStyle, whole: true },
        { title: 'ACTION', of: ({ action }) => action, style: () => 'bold', whole: true },
        { title: 'TARGET', of: targetOf },
        { title: 'CLUSTER', of: ({ cluster_id }) => nameOf(cluster_id) },
        { title: 'CREATED', of: ({ created_at }) => time(created_at), whole: true },
        { title: 'WHY', of: ({ error, reason: why }) => error?.message ?? why },
        { title: 'ID', of: ({ id }) => id, whole: true },
      ];
    },
    empty: ({ status }) => (status === 'pending_approval' ? 'nothing is waiting for approval' : 'no matching actions'),
  }),
  show(actions, {
    about: 'show an action: its plan or result, who and why, how to undo it',
    lines: async (out, action, client) => actionLines(out, action, await clusterNames(client)),
  }),
  command('plan', {
    about: 'show what an action would do, without running it',
    arguments: [argument('<kind>', 'for example uncordon_node', actionKinds)],
    options: [
      option('--node <node>', 'node to cordon, uncordon or drain'),
      option('--namespace <namespace>', 'of the pod or the Deployment'),
      option('--pod <pod>', 'pod to restart'),
      option('--deployment <deployment>', 'Deployment to scale or restart'),
      option('--replicas <count>', 'replicas to scale to; default: one more'),
      option('--cluster <cluster>', 'required if you have several', clusterChoices),
    ],
    load: () => import('./plan.ts'),
  }),
  command('approve', {
    about: 'show the plan, ask, and run exactly that',
    arguments: [argument('[pending-id]', 'id, or the beginning of it; default: the only one waiting', pendingIds)],
    options: [
      option('--yes', 'do not ask (for scripts)'),
      reason,
      option('--override-reason <text>', 'why you approve your own proposal; needs the admin scope, audited'),
      option('--watch', 'follow it until it ends'),
    ],
    load: () => import('./approve.ts'),
  }),
  command('drain', {
    about: 'show what draining a node would do, ask, drain it, and follow it until it ends',
    arguments: [argument('[node]', 'its pods are evicted as their budgets allow; new ones are kept away', nodeNames)],
    options: [
      option('--selector <labels>', 'all nodes with these labels, one after the other; for example pool=old'),
      option('--cluster <cluster>', 'required if you have several', clusterChoices),
      reason,
      option('--yes', 'do not ask (for scripts)'),
    ],
    load: () => import('./drain.ts'),
  }),
  step(pending, 'reject', { about: 'reject a pending action', ...ending('reject') }),
  step(actions, 'cancel', {
    about: 'cancel an action before anything is sent to the cluster; a drain before its next eviction',
    ...ending('cancel'),
  }),
  step(actions, 'undo', {
    about: 'undo an action, if its target is as it was left; all but an uncordon then waits for approval',
    options: [reason],
    call: (client, { id }, invocation) =>
      client.post(`${actionsPath}/{id}/undo`, {
        params: { id },
        body: textsGiven(invocation, { reason: 'reason' }),
      }),
    done: (undo) =>
      undo.status === 'pending_approval'
        ? `${titleOf(undo)} is waiting for approval, which you may give: wheelhouse actions approve ${undo.id}`
        : `${titleOf(undo)} is ${undo.status}. Follow it: wheelhouse actions watch ${undo.id}`,
  }),
  command('stop', {
    about: 'engage the kill switch: nothing more is changed; says what was stopped and what still runs',
    options: [ofCluster, reason],
    load: async () => ({ run: (await import('./kill-switch.ts')).stop }),
  }),
  command('resume', {
    about: 'release the kill switch (needs the admin scope); what it stopped is not resumed',
    options: [ofCluster, reason],
    load: async () => ({ run: (await import('./kill-switch.ts')).resume }),
  }),
  command('ledger', {
    about: 'show how actions went, per kind and origin: how far automation can be trusted',
    options: [
      option('--from <day>', 'first day in UTC, for example 2026-11-01; default: 30 days before the last'),
      option('--to <day>', 'last day in UTC; default: today'),
      option('--cluster <cluster>', 'of one cluster', clusterChoices),
    ],
    load: () => import('./ledger.ts'),
  }),
  command('autonomy', {
    about: 'show, or change, which kinds of action may run by themselves: auto, ask, never, unset',
    arguments: [
      argument('[kind]', 'for example restart_pod; default: show all', actionKinds),
      argument('[level]', 'auto, ask, never or unset', [...autonomyLevels, 'unset']),
    ],
    options: [option('--cluster <cluster>', 'on one cluster, more strictly than in the tenant', clusterChoices)],
    load: () => import('./autonomy.ts'),
  }),
  command('settings', {
    about: 'show, or change, the settings of approvals and guards',
    arguments: [argument('[changes...]', 'name=value, for example cooldown_seconds=600; lists comma-separated')],
    load: () => import('./settings.ts'),
  }),
  command('watch', {
    about: 'follow an action until it ends: 0 success, 6 failed, 8 rejected, expired or canceled',
    arguments: actions.arguments,
    load: () => import('./watch.ts'),
  }),
];

function ending(verb: 'reject' | 'cancel') {
  return {
    options: [reason],
    call: (client: Client, { id }: Action, invocation: Invocation) =>
      client.post(`${actionsPath}/{id}/${verb}`, {
        params: { id },
        body: textsGiven(invocation, { reason: 'reason' }),
      }),
    done: (action: Action) => `${titleOf(action)} is ${action.status}; ${whatIsLeft(action)}`,
  };
}

/** A drain may have evicted some by then, and says how it leaves its node. */
function whatIsLeft({ started_at, error }: Action): string {
  return started_at !== null && error !== null ? error.message : 'nothing was changed in the cluster';
}

import { actionKinds, actionStatuses } from '@wheelhouse/contracts';
import type { Command } from 'commander';
import { choice, choiceArgument } from './completion/choices.ts';
import { lazily } from './lazily.ts';

/** What people do about actions. */
export function addActions(program: Command): void {
  const actions = program.command('actions').description('list, plan, approve, reject and follow actions');
  actions
    .command('list', { isDefault: true })
    .description('list actions, newest first (default)')
    .option('--pending', 'only those waiting for approval')
    .addOption(choice('--status <statuses>', 'for example executing; comma-separated', actionStatuses))
    .addOption(choice('--action <kinds>', 'for example uncordon_node; comma-separated', actionKinds))
    .option('--cluster <cluster>', 'of one cluster')
    .option('--limit <count>', 'how many to show, newest first', '50')
    .action(lazily(() => import('./commands/actions-list.ts')));
  actions
    .command('show')
    .description('show an action: its plan or result, who and why, how to undo it')
    .argument('<id>', 'id, or the beginning of it')
    .action(lazily(() => import('./commands/actions-show.ts')));
  actions
    .command('plan')
    .description('show what an action would do, without doing it')
    .addArgument(choiceArgument('<kind>', 'for example uncordon_node', actionKinds))
    .option('--node <node>', 'node to cordon or uncordon')
    .option('--namespace <namespace>', 'of the pod or the Deployment')
    .option('--pod <pod>', 'pod to restart')
    .option('--deployment <deployment>', 'Deployment to scale or restart')
    .option('--replicas <count>', 'replicas to scale to; default: one more')
    .option('--cluster <cluster>', 'required if you have several')
    .action(lazily(() => import('./commands/actions-plan.ts')));
  actions
    .command('approve')
    .description('show the plan, ask, and run exactly that')
    .argument('[pending-id]', 'id, or the beginning of it; default: the only one waiting')
    .option('--yes', 'do not ask (for scripts)')
    .option('--reason <text>', 'reason, kept with the action')
    .option('--override-reason <text>', 'why you approve your own proposal; needs the admin scope, audited')
    .option('--watch', 'follow it until it ends')
    .action(lazily(() => import('./commands/actions-approve.ts')));
  actions
    .command('reject')
    .description('reject a pending action')
    .argument('<pending-id>', 'id, or the beginning of it')
    .option('--reason <text>', 'reason, kept with the action')
    .action(lazily(() => import('./commands/actions-reject.ts')));
  actions
    .command('cancel')
    .description('cancel an action before anything is sent to the cluster')
    .argument('<id>', 'id, or the beginning of it')
    .option('--reason <text>', 'reason, kept with the action')
    .action(lazily(() => import('./commands/actions-cancel.ts')));
  actions
    .command('watch')
    .description('follow an action until it ends: 0 success, 6 failed, 8 rejected, expired or canceled')
    .argument('<id>', 'id, or the beginning of it')
    .action(lazily(() => import('./commands/actions-watch.ts')));
}

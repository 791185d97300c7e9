import type { Command } from 'commander';
import { lazily } from './lazily.ts';

/** What people do about actions. */
export function addActions(program: Command): void {
  const actions = program.command('actions').description('what waits for you, what was done; decide, plan and follow');
  actions
    .command('list', { isDefault: true })
    .description('actions, newest first (the same as actions alone)')
    .option('--pending', 'only what waits for approval')
    .option('--status <statuses>', 'as executing; comma = or')
    .option('--action <kinds>', 'as uncordon_node; comma = or')
    .option('--cluster <cluster>', 'of one cluster')
    .option('--limit <count>', 'how many, newest first', '50')
    .action(lazily(() => import('./commands/actions-list.ts')));
  actions
    .command('show')
    .description('one action: what it would do or did, who and why, how to undo it')
    .argument('<id>', 'as actions lists it, or how it begins')
    .action(lazily(() => import('./commands/actions-show.ts')));
  actions
    .command('plan')
    .description('what an action would do, without doing it')
    .argument('<kind>', 'as uncordon_node')
    .option('--node <node>', 'to cordon or uncordon')
    .option('--namespace <namespace>', 'of the pod or the Deployment')
    .option('--pod <pod>', 'to restart')
    .option('--deployment <deployment>', 'to scale or restart')
    .option('--replicas <count>', 'to scale to; one more than there are unless given')
    .option('--cluster <cluster>', 'needed only where you have several')
    .action(lazily(() => import('./commands/actions-plan.ts')));
  actions
    .command('approve')
    .description('show what it would do, ask, and have exactly that done')
    .argument('[pending-id]', 'as actions lists it, or how it begins; the only one that waits unless given')
    .option('--yes', 'do not ask: for scripts')
    .option('--reason <text>', 'why; kept with the action')
    .option('--override-reason <text>', 'why you approve what you proposed yourself; needs the scope admin, is audited')
    .option('--watch', 'follow it to its end')
    .action(lazily(() => import('./commands/actions-approve.ts')));
  actions
    .command('reject')
    .description('decide that it is not done')
    .argument('<pending-id>', 'as actions lists it, or how it begins')
    .option('--reason <text>', 'why; kept with the action')
    .action(lazily(() => import('./commands/actions-reject.ts')));
  actions
    .command('cancel')
    .description('stop it, as long as nothing was sent to the cluster')
    .argument('<id>', 'as actions lists it, or how it begins')
    .option('--reason <text>', 'why; kept with the action')
    .action(lazily(() => import('./commands/actions-cancel.ts')));
  actions
    .command('watch')
    .description('follow one to its end: 0 success, 6 failed, 8 rejected, expired or canceled')
    .argument('<id>', 'as actions lists it, or how it begins')
    .action(lazily(() => import('./commands/actions-watch.ts')));
}

import { deliveryStates, eventTypes } from '@wheelhouse/contracts';
import type { Command } from 'commander';
import { choice } from './completion/choices.ts';
import { lazily } from './lazily.ts';

const which = 'id, beginning of the id, URL or host';

/** Who is told of what happens. */
export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('manage webhooks and inspect their deliveries');
  webhooks
    .command('list', { isDefault: true })
    .description('list webhooks and their status (default)')
    .action(lazily(() => import('./commands/webhooks-list.ts')));
  webhooks
    .command('show')
    .description('show a webhook and its status')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-show.ts')));
  webhooks
    .command('create')
    .description('send events to a URL; the signing secret is shown once')
    .argument('<url>', 'https, reachable from the installation')
    .addOption(choice('--events <types>', 'for example action.pending,action.executed; default: all', eventTypes))
    .option('--clusters <names>', 'only events of these clusters; comma-separated')
    .option('--description <text>', 'what it is for, or who owns it')
    .option('--rate-limit <count>', 'maximum deliveries per second')
    .action(lazily(() => import('./commands/webhooks-create.ts')));
  webhooks
    .command('test')
    .description('send an example event once and show the response')
    .argument('<webhook>', which)
    .addOption(choice('--type <type>', 'event type; default: one it subscribes to', eventTypes))
    .action(lazily(() => import('./commands/webhooks-test.ts')));
  webhooks
    .command('deliveries')
    .description('list deliveries; with a delivery id, show its attempts')
    .argument('<webhook>', which)
    .argument('[delivery]', 'id, or the beginning of it')
    .addOption(choice('--state <states>', 'for example exhausted; comma-separated', deliveryStates))
    .addOption(choice('--type <types>', 'for example action.pending; comma-separated', eventTypes))
    .option('--limit <count>', 'how many to show, newest first', '50')
    .action(lazily(() => import('./commands/webhooks-deliveries.ts')));
  webhooks
    .command('resend')
    .description('send the event of a delivery again, with the same event id')
    .argument('<webhook>', which)
    .argument('<delivery>', 'id, or the beginning of it')
    .action(lazily(() => import('./commands/webhooks-resend.ts')));
  addSteps(webhooks);
}

function addSteps(webhooks: Command): void {
  webhooks
    .command('pause')
    .description('stop sending; new events are held')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-pause.ts')));
  webhooks
    .command('enable')
    .description('send new events again; held ones stay held')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-enable.ts')));
  webhooks
    .command('rotate-secret')
    .description('create a new signing secret, shown once; the old one keeps signing for a while')
    .argument('<webhook>', which)
    .option('--overlap <seconds>', 'how long the old one keeps signing, up to 7 days', '86400')
    .action(lazily(() => import('./commands/webhooks-rotate-secret.ts')));
  webhooks
    .command('delete')
    .description('delete a webhook; its pending deliveries are canceled')
    .argument('<webhook>', which)
    .option('--yes', 'do not ask for its host (for scripts)')
    .action(lazily(() => import('./commands/webhooks-delete.ts')));
}

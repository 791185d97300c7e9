import type { Command } from 'commander';
import { lazily } from './lazily.ts';

const which = 'its id, how that begins, its URL or its host';

/** Who is told of what happens. */
export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('who is told of what happens, and whether it arrives');
  webhooks
    .command('list', { isDefault: true })
    .description('all webhooks and how they go (the same as webhooks alone)')
    .action(lazily(() => import('./commands/webhooks-list.ts')));
  webhooks
    .command('show')
    .description('one webhook, and how it goes')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-show.ts')));
  webhooks
    .command('create')
    .description('tell a URL of events; its signing secret is shown once')
    .argument('<url>', 'https, at an address that the installation reaches')
    .option('--events <types>', 'as action.pending,action.executed; all unless given')
    .option('--clusters <names>', 'only of these clusters, comma between them')
    .option('--description <text>', 'what it is for, or who answers for it')
    .option('--rate-limit <count>', 'at most this many deliveries a second')
    .action(lazily(() => import('./commands/webhooks-create.ts')));
  webhooks
    .command('test')
    .description('send the example of an event, once, and tell what was answered')
    .argument('<webhook>', which)
    .option('--type <type>', 'which event; one that it is told of unless given')
    .action(lazily(() => import('./commands/webhooks-test.ts')));
  webhooks
    .command('deliveries')
    .description('what was sent or waits to be; with the id of one, every attempt of it')
    .argument('<webhook>', which)
    .argument('[delivery]', 'as it is listed, or how it begins')
    .option('--state <states>', 'as exhausted; comma = or')
    .option('--type <types>', 'as action.pending; comma = or')
    .option('--limit <count>', 'how many, newest first', '50')
    .action(lazily(() => import('./commands/webhooks-deliveries.ts')));
  webhooks
    .command('resend')
    .description('send the event of a delivery once more, with the same event id')
    .argument('<webhook>', which)
    .argument('<delivery>', 'as webhooks deliveries lists it, or how it begins')
    .action(lazily(() => import('./commands/webhooks-resend.ts')));
  addSteps(webhooks);
}

function addSteps(webhooks: Command): void {
  webhooks
    .command('pause')
    .description('send nothing; what happens meanwhile is held')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-pause.ts')));
  webhooks
    .command('enable')
    .description('send what happens from now on; what was held stays held')
    .argument('<webhook>', which)
    .action(lazily(() => import('./commands/webhooks-enable.ts')));
  webhooks
    .command('rotate-secret')
    .description('make a new signing secret, shown once; the old one signs too for a while')
    .argument('<webhook>', which)
    .option('--overlap <seconds>', 'for how long, up to 7 days; 0 is not at all', '86400')
    .action(lazily(() => import('./commands/webhooks-rotate-secret.ts')));
  webhooks
    .command('delete')
    .description('tell it of nothing any more; what waits is canceled')
    .argument('<webhook>', which)
    .option('--yes', 'do not ask for its host: for scripts')
    .action(lazily(() => import('./commands/webhooks-delete.ts')));
}

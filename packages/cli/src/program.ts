import { Command } from 'commander';
import { exitMeanings } from './exit-codes.ts';
import { lazily } from './lazily.ts';
import { addActions } from './program-actions.ts';
import { addWebhooks } from './program-webhooks.ts';
import { serverCommands } from './server-commands.ts';

const exitCodesText = `
Exit codes:
${Object.entries(exitMeanings)
  .map(([code, means]) => `  ${code.padEnd(4)}${means}`)
  .join('\n')}`;

/** Every command, in the order of the help. */
export function programOf(version: string): Command {
  const program = new Command('wheelhouse')
    .description('See and run your clusters; run an installation.')
    .usage('COMMAND [options]')
    .version(version, '--version')
    .option('--json', 'what the API answered, as one JSON document')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .addHelpText('after', exitCodesText);

  program.commandsGroup('For people:');
  program
    .command('login')
    .description('sign in by the browser, or with a token from stdin')
    .option('--url <url>', 'the installation, as https://wheelhouse.example.com')
    .option('--token-stdin', 'read a token from stdin')
    .option('--no-browser', 'print the address, and do not open it')
    .option('--name <name>', 'what the token is called')
    .action(lazily(() => import('./commands/login.ts')));
  program
    .command('logout')
    .description('revoke the token, and forget it')
    .option('--local', 'forget it on this machine only')
    .action(lazily(() => import('./commands/logout.ts')));
  program
    .command('whoami')
    .description('who you are here, and what your token may do')
    .action(lazily(() => import('./commands/whoami.ts')));
  addClusters(program);
  program
    .command('health')
    .description('how clusters are, what is wrong, and what to do')
    .argument('[cluster]', 'all unless given')
    .option('--watch', 'go on, and tell of every change')
    .action(lazily(() => import('./commands/health.ts')));
  addActions(program);
  addWebhooks(program);
  addTokens(program);
  program
    .command('audit')
    .description('who did what; audit verify checks that nobody changed it')
    .option('--since <time>', 'a time, or how long ago: 90m, 2h, 7d')
    .option('--action <actions>', 'as token.create; comma = or')
    .option('--limit <count>', 'how many, newest first', '50')
    .action(lazily(() => import('./commands/audit.ts')));
  program
    .command('completion')
    .description('the completion script of a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(lazily(() => import('./commands/completion.ts')));

  program.commandsGroup('Where an installation runs:');
  for (const [name, { about, steps }] of Object.entries(serverCommands)) {
    const command = program.command(name).description(about).usage('[options]').helpOption(false);
    // For completion: the server's own program reads them.
    for (const step of steps) command.command(step, { hidden: true });
  }
  return program;
}

function addClusters(program: Command): void {
  const clusters = program.command('clusters').description('list, show, register and remove clusters');
  clusters
    .command('list', { isDefault: true })
    .description('all clusters (the same as clusters alone)')
    .action(lazily(() => import('./commands/clusters-list.ts')));
  clusters
    .command('show')
    .description('one cluster, and what its credentials may not do')
    .argument('<cluster>')
    .action(lazily(() => import('./commands/clusters-show.ts')));
  clusters
    .command('register')
    .description('register a cluster, and wait until it is reached')
    .argument('<name>', 'a DNS label')
    .requiredOption('--kubeconfig <file>', 'with everything in it; - is stdin')
    .option('--context <context>', 'of the kubeconfig; its current one unless given')
    .option('--description <text>', 'what it is for')
    .option('--timeout <seconds>', 'how long to wait while it is Pending; 0 does not wait', '60')
    .action(lazily(() => import('./commands/clusters-register.ts')));
  clusters
    .command('remove')
    .description('forget a cluster; the cluster itself goes on')
    .argument('<cluster>')
    .option('--yes', 'do not ask for its name: for scripts')
    .action(lazily(() => import('./commands/clusters-remove.ts')));
}

function addTokens(program: Command): void {
  const tokens = program.command('tokens').description('list and revoke your personal tokens');
  tokens
    .command('list', { isDefault: true })
    .description('your tokens (the same as tokens alone)')
    .action(lazily(() => import('./commands/tokens-list.ts')));
  tokens
    .command('revoke')
    .description('revoke a token, by id or name')
    .argument('<token>')
    .action(lazily(() => import('./commands/tokens-revoke.ts')));
}

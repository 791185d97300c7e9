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
    .description('Watch and operate your clusters; run an installation.')
    .usage('COMMAND [options]')
    .version(version, '--version')
    .option('--json', 'print the API response as JSON')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .addHelpText('after', exitCodesText);

  program.commandsGroup('For people:');
  program
    .command('login')
    .description('sign in with the browser, or with a token from stdin')
    .option('--url <url>', 'URL of the installation, for example https://wheelhouse.example.com')
    .option('--token-stdin', 'read a token from stdin')
    .option('--no-browser', 'print the URL instead of opening it')
    .option('--name <name>', 'name of the token')
    .action(lazily(() => import('./commands/login.ts')));
  program
    .command('logout')
    .description('revoke the stored token and remove it')
    .option('--local', 'only remove it from this machine')
    .action(lazily(() => import('./commands/logout.ts')));
  program
    .command('whoami')
    .description('show who you are and what your token may do')
    .action(lazily(() => import('./commands/whoami.ts')));
  addClusters(program);
  program
    .command('health')
    .description('show cluster health, issues and next steps')
    .argument('[cluster]', 'default: all')
    .option('--watch', 'keep running and print every change')
    .action(lazily(() => import('./commands/health.ts')));
  addActions(program);
  addWebhooks(program);
  addTokens(program);
  program
    .command('audit')
    .description('list the audit trail; audit verify checks its integrity')
    .option('--since <time>', 'a time, or an age: 90m, 2h, 7d')
    .option('--action <actions>', 'for example token.create; comma-separated')
    .option('--limit <count>', 'how many to show, newest first', '50')
    .action(lazily(() => import('./commands/audit.ts')));
  program
    .command('completion')
    .description('print the completion script for a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(lazily(() => import('./commands/completion.ts')));

  program.commandsGroup('For operators:');
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
    .description('list clusters (default)')
    .action(lazily(() => import('./commands/clusters-list.ts')));
  clusters
    .command('show')
    .description('show a cluster and the rights it is missing')
    .argument('<cluster>')
    .action(lazily(() => import('./commands/clusters-show.ts')));
  clusters
    .command('register')
    .description('register a cluster and wait until it is reachable')
    .argument('<name>', 'a DNS label')
    .requiredOption('--kubeconfig <file>', 'self-contained kubeconfig; - for stdin')
    .option('--context <context>', 'context of the kubeconfig; default: the current one')
    .option('--description <text>', 'what it is for')
    .option('--timeout <seconds>', 'how long to wait while Pending; 0 to not wait', '60')
    .action(lazily(() => import('./commands/clusters-register.ts')));
  clusters
    .command('remove')
    .description('remove a cluster; the cluster itself keeps running')
    .argument('<cluster>')
    .option('--yes', 'do not ask for its name (for scripts)')
    .action(lazily(() => import('./commands/clusters-remove.ts')));
}

function addTokens(program: Command): void {
  const tokens = program.command('tokens').description('list and revoke your personal tokens');
  tokens
    .command('list', { isDefault: true })
    .description('list your tokens (default)')
    .action(lazily(() => import('./commands/tokens-list.ts')));
  tokens
    .command('revoke')
    .description('revoke a token, by id or name')
    .argument('<token>')
    .action(lazily(() => import('./commands/tokens-revoke.ts')));
}

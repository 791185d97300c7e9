import { Command } from 'commander';
import { audit } from './audit.ts';
import { argument, option } from './completion/choices.ts';
import { addAll, command, type DeclaredCommand, type Group, group } from './declare/command.ts';
import { exitMeanings } from './exit-codes.ts';
import { serverCommands } from './server-commands.ts';

/** In the order of the help. */
const forPeople: readonly (DeclaredCommand | Group)[] = [
  command('login', {
    about: 'sign in with the browser, or with a token from stdin',
    options: [
      option('--url <url>', 'URL of the installation, for example https://wheelhouse.example.com'),
      option('--token-stdin', 'read a token from stdin'),
      option('--no-browser', 'print the URL instead of opening it'),
      option('--name <name>', 'name of the token'),
    ],
    load: () => import('./commands/login.ts'),
  }),
  command('logout', {
    about: 'revoke the stored token and remove it',
    options: [option('--local', 'only remove it from this machine')],
    load: () => import('./commands/logout.ts'),
  }),
  command('whoami', {
    about: 'show who you are and what your token may do',
    load: () => import('./commands/whoami.ts'),
  }),
  group('clusters', 'connect, list, show and remove clusters', () => import('./groups/clusters/group.ts')),
  command('health', {
    about: 'show cluster health, issues and next steps',
    arguments: [
      argument('[cluster]', 'default: all', async (client) =>
        (await import('./groups/clusters/cluster.ts')).clusterChoices(client),
      ),
    ],
    options: [option('--watch', 'keep running and print every change')],
    load: () => import('./commands/health.ts'),
  }),
  group(
    'incidents',
    'list, follow, acknowledge, annotate and resolve incidents',
    () => import('./groups/incidents/group.ts'),
  ),
  group(
    'windows',
    'announce and end maintenance, in which no incident opens',
    () => import('./groups/windows/group.ts'),
  ),
  group(
    'workloads',
    'list what runs in clusters, show what is wrong with one, read its logs',
    () => import('./groups/workloads/group.ts'),
  ),
  group(
    'agents',
    'see what is concluded from incidents, what is proposed, and how often that helped',
    () => import('./groups/agents/group.ts'),
  ),
  group('actions', 'list, plan, approve, reject and follow actions', () => import('./groups/actions/group.ts')),
  group('apps', 'deploy apps, see how they stand, roll back, scale, read logs', () => import('./groups/apps/group.ts')),
  group(
    'cloudspaces',
    'create, show and delete CloudSpaces, where apps live',
    () => import('./groups/cloudspaces/group.ts'),
  ),
  group('webhooks', 'manage webhooks and inspect their deliveries', () => import('./groups/webhooks/group.ts')),
  group(
    'signal-tokens',
    'create, list and revoke tokens by which alerts are sent',
    () => import('./groups/signal-tokens/group.ts'),
  ),
  group('tokens', 'list and revoke your personal tokens', () => import('./groups/tokens/group.ts')),
  audit,
  command('completion', {
    about: 'print the completion script for a shell',
    arguments: [argument('<shell>', 'bash, zsh or fish')],
    load: () => import('./commands/completion.ts'),
  }),
];

const exitCodesText = `
Exit codes:
${Object.entries(exitMeanings)
  .map(([code, means]) => `  ${code.padEnd(4)}${means}`)
  .join('\n')}`;

/** Every command; of the groups, those that are named have their commands too. */
export async function programOf(version: string, argv: readonly string[]): Promise<Command> {
  const program = new Command('wheelhouse')
    .description('Watch and operate your clusters; run an installation.')
    .usage('COMMAND [options]')
    .version(version, '--version')
    .option('--json', 'print the API response as JSON')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .addHelpText('after', exitCodesText);

  program.commandsGroup('For people:');
  await addAll(program, forPeople, argv);

  program.commandsGroup('For operators:');
  for (const [name, { about, steps }] of Object.entries(serverCommands)) {
    const added = program.command(name).description(about).usage('[options]').helpOption(false);
    // For completion: the server's own program reads them.
    for (const step of steps) added.command(step, { hidden: true });
  }
  return program;
}

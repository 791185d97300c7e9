#!/usr/bin/env node
import { modulesOf, type Part, SettingsError, withoutSecrets } from '@wheelhouse/kit';
import manifest from '../package.json' with { type: 'json' };
import { type Arguments, type Command, parseArguments } from './arguments.ts';
import { printRecovery, printSetupLink } from './commands/admin.ts';
import { checkConfig } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { applyPending, showStatus } from './commands/migrate.ts';
import { rewrapSecrets } from './commands/secrets.ts';
import { serve } from './commands/serve.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { loadTable, selectModules } from './module-table.ts';
import { print, printFault } from './print.ts';
import { usage, UsageError } from './usage.ts';

interface Call extends Pick<Arguments, 'role' | 'roles' | 'tenant' | 'head' | 'email'> {
  readonly modules: readonly Part[];
  /** All modules of the table, also those that other processes run. */
  readonly peers: readonly Part[];
  readonly environment: NodeJS.ProcessEnv;
}

const actions: Readonly<Record<Command, (call: Call) => ExitCode | Promise<ExitCode>>> = {
  serve: (call) => serve({ ...call, version: manifest.version }),
  'migrate status': ({ modules, environment }) => showStatus(modulesOf(modules), environment),
  'migrate up': ({ modules, environment }) => applyPending(modulesOf(modules), environment),
  'config check': ({ modules, environment }) => checkConfig(modules, environment),
  doctor: ({ modules, environment }) => doctor(modules, environment),
  'secrets rewrap': ({ modules, environment }) => rewrapSecrets(modulesOf(modules), environment),
  // Loaded when asked for, because it brings a module with it.
  'audit verify': async (call) => (await import('./commands/audit.ts')).verifyAudit(call),
  'admin setup-link': printSetupLink,
  'admin recover-owner': printRecovery,
};

async function run(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { command, targets, tableFile, ...given } = parseArguments(argv);
  if (command === 'help' || command === 'version') {
    print(command === 'help' ? usage : manifest.version);
    return exitCodes.ok;
  }
  const peers = await loadTable(tableFile);
  const modules = selectModules(peers, targets);
  return actions[command]({ ...given, modules, peers, environment });
}

function codeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) {
    for (const fault of error.faults) printFault(fault);
    printFault('see wheelhouse --help');
    return exitCodes.usage;
  }
  if (error instanceof SettingsError) {
    printFault(`${error.message}\nNext step: fix these; wheelhouse config check shows all settings`);
    return exitCodes.configuration;
  }
  printFault(withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return exitCodes.failed;
}

// Not left to an empty event loop: a connection that does not close must not keep a finished program alive.
process.exit(await run(process.argv.slice(2), process.env).catch(codeOf));

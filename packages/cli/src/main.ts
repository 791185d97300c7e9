#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { serverCommands, usage } from './commands.ts';
import { nearest } from './nearest.ts';
import { runServer } from './server-process.ts';

const wrongUsage = 2;

async function run(argv: readonly string[]): Promise<number> {
  const [command = 'help'] = argv;
  if (Object.hasOwn(serverCommands, command)) return runServer(argv);
  if (['help', '--help', '-h'].includes(command)) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (command === '--version') {
    process.stdout.write(`${manifest.version}\n`);
    return 0;
  }
  const names = Object.keys(serverCommands);
  const meant = nearest(command, names);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  process.stderr.write(`wheelhouse: there is no command "${command}"; there are ${names.join(', ')}.${hint}\n`);
  return wrongUsage;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`wheelhouse: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

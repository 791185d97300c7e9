#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { isForServer } from './server-commands.ts';

async function run(argv: readonly string[]): Promise<number> {
  if (isForServer(argv)) return (await import('./server-process.ts')).runServer(argv);
  const [command, about] = argv;
  if (command === 'help' && about !== undefined && isForServer([about])) return run([about, '--help']);
  if (command === '--version') {
    process.stdout.write(`${manifest.version}\n`);
    return 0;
  }
  return (await import('./people.ts')).runForPeople(argv, manifest.version);
}

// Whoever reads what we write may stop before its end, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`wheelhouse: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

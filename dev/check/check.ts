import { spawnSync } from 'node:child_process';
import { repositoryRules } from './repository-rules.ts';

/** Everything that can be known without running the product. All checks run; all faults are told. */

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'page types', command: ['tsc', '--project', 'apps/dashboard'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['biome', 'format', '.'] },
  {
    name: 'architecture',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.js',
      '--output-type',
      'err-long',
      'dev',
      'proofs',
      'packages',
      'services',
      'apps',
    ],
  },
];

let failed = 0;

function report(name: string, began: number, output: string): void {
  const good = output === '';
  if (!good) failed += 1;
  console.log(`${good ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)} ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (!good) console.log(output);
}

for (const { name, command } of checks) {
  const began = performance.now();
  const [program = '', ...args] = command;
  const result = spawnSync(program, args, { encoding: 'utf8' });
  const output = `${result.stdout}${result.stderr}${result.error?.message ?? ''}`;
  report(name, began, result.status === 0 ? '' : output || `ended with ${result.status}`);
}

const began = performance.now();
report('repository', began, repositoryRules().join('\n'));

process.exitCode = failed === 0 ? 0 : 1;

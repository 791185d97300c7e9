import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { proofNames } from '../../proofs/runner/names.ts';

/** The part of `.ci/run` that comes after bootstrap. Every step runs; the closing line counts them all. */

const testResults = '.engines/tests.json';
const times: string[] = [];
const notes: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

async function step(name: string, command: readonly string[]): Promise<number> {
  console.log(`\n=== ${name}: ${command.join(' ')}`);
  const began = performance.now();
  const [program = '', ...args] = command;
  const code = await new Promise<number>((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', () => resolve(127));
    child.on('exit', (status) => resolve(status ?? 128));
  });
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(0)} s${code === 0 ? '' : ` (exit ${code})`}`);
  return code;
}

function count(good: boolean): void {
  if (good) passed += 1;
  else failed += 1;
}

const npm = (script: string, ...args: readonly string[]) => ['npm', 'run', '--silent', script, '--', ...args];

async function tests(): Promise<void> {
  rmSync(testResults, { force: true });
  const code = await step('tests', npm('test'));
  if (!existsSync(testResults)) {
    count(false);
    notes.push('the tests left no result');
    return;
  }
  const results = JSON.parse(readFileSync(testResults, 'utf8')) as Record<string, number>;
  passed += results['numPassedTests'] ?? 0;
  failed += results['numFailedTests'] ?? 0;
  skipped += results['numPendingTests'] ?? 0;
  // A file that could not be loaded has no failed test, only a failed run.
  if (code !== 0 && (results['numFailedTests'] ?? 0) === 0) count(false);
}

/** A void run says nothing either way: two more tries, then it is shown and the run goes on. */
async function quickProof(name: string): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const code = await step(`proof ${name}`, npm('prove', name, '--quick'));
    if (code !== 2) return count(code === 0);
  }
  skipped += 1;
  notes.push(`proof ${name}: void three times`);
}

const upCode = await step(
  'engines up',
  npm(
    'engines',
    'up',
    'postgresql',
    'rabbitmq',
    'valkey',
    'kube',
    'kwok',
    'metrics-server',
    'kube2',
    'node',
    'chromium',
  ),
);
count(upCode === 0);
count((await step('check', npm('check'))) === 0);
if (upCode === 0) {
  await tests();
  for (const name of proofNames()) await quickProof(name);
}
count((await step('engines down', npm('engines', 'down'))) === 0);

console.log(`\n${times.join('\n')}`);
for (const note of notes) console.log(`note: ${note}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

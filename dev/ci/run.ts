import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { proofNames } from '../../proofs/runner/names.ts';
import { exitCodes } from '../../proofs/runner/proof.ts';
import { forgetTestResults, readTestResults, type TestResults } from './test-results.ts';

/** The part of `.ci/run` that comes after bootstrap. Every step runs; the closing line counts them all. */

const times: string[] = [];
const notes: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

/** Enough to see what a proof was at, and what its process said, without the log of the whole run. */
const keptLines = 12;

interface Ran {
  readonly code: number;
  /** The last line of its output; a proof's verdict. */
  readonly verdict: string;
  /** The last that it wrote, errors included. */
  readonly lastLines: readonly string[];
}

async function step(name: string, command: readonly string[]): Promise<Ran> {
  console.log(`\n=== ${name}: ${command.join(' ')}`);
  const began = performance.now();
  const [program = '', ...args] = command;
  const lastLines: string[] = [];
  let verdict = '';
  const keep = (line: string, isOutput: boolean) => {
    if (line.trim() === '') return;
    if (isOutput) verdict = line;
    lastLines.push(line.slice(0, 1_000));
    if (lastLines.length > keptLines) lastLines.shift();
  };
  const code = await new Promise<number>((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
    createInterface(child.stdout).on('line', (line) => keep(line, true));
    createInterface(child.stderr).on('line', (line) => keep(line, false));
    child.on('error', () => resolve(127));
    child.on('exit', (status) => {
      const end = () => resolve(status ?? 128);
      child.once('close', end);
      // An engine that was started may keep the pipe open for as long as it runs.
      setTimeout(end, 1_000);
    });
  });
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(0)} s${code === 0 ? '' : ` (exit ${code})`}`);
  return { code, verdict, lastLines };
}

function count(good: boolean): void {
  if (good) passed += 1;
  else failed += 1;
}

const npm = (script: string, ...args: readonly string[]) => ['npm', 'run', '--silent', script, '--', ...args];

/** More files than this do not fail by chance. */
const mostUnsteady = 4;

async function runTests(name: string, files: readonly string[]): Promise<TestResults> {
  forgetTestResults();
  const { code } = await step(name, npm('test', ...files));
  return readTestResults(code);
}

/**
 * A file that fails among two hundred and passes by itself depends on what ran beside or before it: that is a fault of
 * the file, and named in the closing lines until it is mended, but it says nothing against the change.
 */
async function tests(): Promise<void> {
  const first = await runTests('tests', []);
  const { failedFiles, failures } = first;
  const isWorthAnother = failedFiles.length > 0 && failedFiles.length <= mostUnsteady;
  const again = isWorthAnother ? await runTests('failed tests again', failedFiles) : undefined;
  passed += first.passed;
  skipped += first.skipped;
  for (const { file, line } of failures) {
    const isUnsteady = again?.failures.every((other) => other.file !== undefined && other.file !== file) ?? false;
    count(isUnsteady);
    notes.push(`${isUnsteady ? 'unsteady, passed by itself' : 'failed'}: ${line}`);
  }
  // By itself it may fail at something else.
  for (const { line } of again?.failures ?? []) notes.push(`failed again: ${line}`);
}

/**
 * A void run says nothing either way: two more tries, then it is shown and the run goes on. One that was overdue may
 * have hung, or the machine had no time for it: it is shown, and tried once more.
 */
async function quickProof(name: string): Promise<void> {
  let [voids, overdue] = [0, 0];
  for (;;) {
    const { code, verdict, lastLines } = await step(`proof ${name}`, npm('prove', name, '--quick'));
    if (code === exitCodes.void) {
      voids += 1;
      if (voids < 3) continue;
      skipped += 1;
      notes.push(`void three times: ${verdict}`);
      return;
    }
    if (code === exitCodes.overdue) overdue += 1;
    const isWorthAnother = code === exitCodes.overdue && overdue === 1;
    if (code !== exitCodes.held) {
      notes.push(`${isWorthAnother ? 'unsteady, tried again' : 'failed'}: ${verdict}`);
      for (const line of lastLines.filter((each) => each !== verdict)) notes.push(`  ${line}`);
    }
    if (!isWorthAnother) return count(code === exitCodes.held);
  }
}

const up = await step(
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
count(up.code === 0);
count((await step('check', npm('check'))).code === 0);
if (up.code === 0) {
  await tests();
  for (const name of proofNames()) await quickProof(name);
}
count((await step('engines down', npm('engines', 'down'))).code === 0);

console.log(`\n${times.join('\n')}`);
for (const note of notes) console.log(`note: ${note}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

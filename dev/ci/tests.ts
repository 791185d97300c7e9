import { npm, step } from './steps.ts';
import type { Tally } from './tally.ts';
import { readTestResults, resultsOf, type TestResults } from './test-results.ts';

/** More files than this do not fail by chance. */
const mostUnsteady = 4;
const slowest = 8;

async function runTests(name: string, words: readonly string[]): Promise<TestResults> {
  const file = resultsOf(name);
  const { code } = await step(
    name,
    npm('test', ...words, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`),
  );
  return readTestResults(file, code);
}

/**
 * Tests of several projects, beside each other. A file that fails among two hundred and passes by itself, with nothing
 * else on the machine, depends on what ran beside or before it: that is a fault of the file, and named in the closing
 * lines until it is mended, but it says nothing against the change.
 */
export async function runStage(runs: readonly (readonly string[])[], tally: Tally): Promise<void> {
  const firsts = await Promise.all(
    runs.map(async (projects) => {
      const name = projects.join(' ');
      return {
        name,
        first: await runTests(
          `tests ${name}`,
          projects.map((project) => `--project=${project}`),
        ),
      };
    }),
  );
  for (const { name, first } of firsts) {
    const { failedFiles } = first;
    const isWorthAnother = failedFiles.length > 0 && failedFiles.length <= mostUnsteady;
    const again = isWorthAnother
      ? await runTests(`failed tests of ${name} again`, ['--no-file-parallelism', ...failedFiles])
      : undefined;
    count(first, again, tally);
  }
}

function count(first: TestResults, again: TestResults | undefined, tally: Tally): void {
  tally.passed += first.passed;
  tally.skipped += first.skipped;
  for (const { file, line } of first.failures) {
    const isUnsteady = again?.failures.every((other) => other.file !== undefined && other.file !== file) ?? false;
    tally.count(isUnsteady);
    tally.notes.push(`${isUnsteady ? 'unsteady, passed by itself' : 'failed'}: ${line}`);
  }
  // By itself it may fail at something else.
  for (const { line } of again?.failures ?? []) tally.notes.push(`failed again: ${line}`);
  for (const { file, seconds } of first.files.slice(0, slowest))
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
}

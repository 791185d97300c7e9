import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** What vitest's JSON reporter leaves, as far as it is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface TestResults {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files of which a test failed, or which could not be loaded. */
  readonly failedFiles: readonly string[];
  /** A line each: where, which test, and the first line of why. */
  readonly failures: readonly string[];
}

const file = '.engines/tests.json';

export function forgetTestResults(): void {
  rmSync(file, { force: true });
}

const none = { passed: 0, failed: 0, skipped: 0, failedFiles: [] };

/** What the run that ended with `code` has left. */
export function readTestResults(code: number): TestResults {
  if (!existsSync(file)) return { ...none, failures: [`the tests ended with ${code} and left no result`] };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const bad = report.testResults.filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failedFiles: bad.map(({ name }) => short(name)),
    failures:
      bad.length === 0 && code !== 0
        ? [`the tests ended with ${code}, though none failed: an error outside of them`]
        : bad.flatMap(failuresOf),
  };
}

const firstLine = (text: string | undefined) => text?.split('\n', 1)[0] ?? '';
const short = (name: string) => relative(process.cwd(), name);

function failuresOf({ name, message, assertionResults }: Report['testResults'][number]): string[] {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  // A file that could not be loaded, or left something running, has no failed test.
  if (tests.length === 0) return [`${short(name)}: ${firstLine(message)}`];
  return tests.map(
    ({ fullName, failureMessages }) => `${short(name)} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
  );
}

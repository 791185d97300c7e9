import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { homeDir } from '../engines/runtime/home.ts';

/** What vitest's JSON reporter leaves, as far as it is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export interface TestFailure {
  /** None if it is of the run as a whole. */
  readonly file?: string;
  /** Where, which test, and the first line of why. */
  readonly line: string;
}

export interface TestResults {
  readonly passed: number;
  readonly skipped: number;
  /** Files of which a test failed, or which could not be loaded. */
  readonly failedFiles: readonly string[];
  readonly failures: readonly TestFailure[];
  /** The slowest first. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
}

/** Where the run of that name leaves its results; those of an earlier one are gone. */
export function resultsOf(name: string): string {
  const file = join(homeDir(), `${name.replaceAll(' ', '-')}.json`);
  rmSync(file, { force: true });
  return file;
}

const none = { passed: 0, skipped: 0, failedFiles: [], files: [] };

/** What the run that ended with `code` has left. */
export function readTestResults(left: string, code: number): TestResults {
  if (!existsSync(left)) return { ...none, failures: [{ line: `the tests ended with ${code} and left no result` }] };
  const report = JSON.parse(readFileSync(left, 'utf8')) as Report;
  const bad = report.testResults.filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    failedFiles: bad.map(({ name }) => short(name)),
    failures:
      bad.length === 0 && code !== 0
        ? [{ line: `the tests ended with ${code}, though none failed: an error outside of them` }]
        : bad.flatMap(failuresOf),
    files: report.testResults
      .map(({ name, startTime, endTime }) => ({ file: short(name), seconds: (endTime - startTime) / 1000 }))
      .toSorted((a, b) => b.seconds - a.seconds),
  };
}

const firstLine = (text: string | undefined) => text?.split('\n', 1)[0] ?? '';
const short = (name: string) => relative(process.cwd(), name);

function failuresOf({ name, message, assertionResults }: Report['testResults'][number]): TestFailure[] {
  const file = short(name);
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  // A file that could not be loaded, or left something running, has no failed test.
  if (tests.length === 0) return [{ file, line: `${file}: ${firstLine(message)}` }];
  return tests.map(({ fullName, failureMessages }) => ({
    file,
    line: `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
  }));
}

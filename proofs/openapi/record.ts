import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryRun } from '../../dev/engines/runtime/shell.ts';
import { answersLog } from '../../dev/engines/test/answers-log.ts';
import type { Declared } from './description.ts';

/** What tests were answered: `auth GET /api/v1/users/:id` to its statuses. */
export type Answers = ReadonlyMap<string, ReadonlySet<number>>;

/** What kit and gateway answer alike everywhere; `default` describes it. */
const byDefault = new Set([401, 403, 413, 415, 429, 500, 502, 503, 504]);
/** Of those, what each module's own process answers, and its tests must see. */
const onceInEachModule = [401, 403, 500];
/** And where anything is sent to it. */
const whereBodiesAre = [413, 415];

/** What the last run of the tests has left. */
export function lastRecord(): Answers {
  const file = answersLog();
  if (!existsSync(file)) throw new Error('no test has left a record of its answers. Next step: npm test');
  return answersIn(readFileSync(file, 'utf8'));
}

/** Runs the tests of all APIs to make one. */
export async function freshRecord(say: (text: string) => void): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const file = join(folder, 'answers.log');
  try {
    const suite = await tryRun('npx', ['vitest', 'run', '.api.test.ts', '--reporter=dot'], {
      env: { ...process.env, ANSWERS_LOG: file },
    });
    say(`the tests of all APIs: exit ${suite.code}`);
    if (suite.code !== 0) say(suite.stdout.split('\n').slice(-40).join('\n'));
    if (suite.code !== 0) throw new Error('the tests of the APIs did not pass, so their record is not whole');
    return answersIn(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answersIn(text: string): Answers {
  const answers = new Map<string, Set<number>>();
  for (const line of text.split('\n')) {
    const [module, method, url, status] = line.split(' ');
    // HEAD is GET without its body.
    if (status === undefined || method === 'HEAD') continue;
    const operation = `${module} ${method} ${url}`;
    answers.set(operation, (answers.get(operation) ?? new Set()).add(Number(status)));
  }
  return answers;
}

/** What is declared and was never answered, and what was answered and is not declared. */
export function answerFaults(module: string, declared: Declared, answers: Answers): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  for (const [operation, statuses] of declared) {
    const answered = answers.get(`${module} ${operation}`) ?? new Set<number>();
    for (const status of answered) seen.add(status);
    for (const status of without(statuses, answered))
      faults.push(`${module} ${operation} declares ${status}, and no test was answered so`);
    for (const status of without(without(answered, statuses), byDefault))
      faults.push(`${module} ${operation} answered ${status} and does not declare it`);
  }
  const takesBodies = [...declared.keys()].some((operation) => /^(POST|PUT|PATCH) /.test(operation));
  for (const status of [...onceInEachModule, ...(takesBodies ? whereBodiesAre : [])])
    if (!seen.has(status)) faults.push(`no test of ${module} was answered ${status}`);
  return faults;
}

function without(statuses: Iterable<number>, others: ReadonlySet<number>): readonly number[] {
  return [...statuses].filter((status) => !others.has(status));
}

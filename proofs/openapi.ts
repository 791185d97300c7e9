import type { RouteRow } from '@wheelhouse/kit';
import { caller, startTestProcess } from '@wheelhouse/testkit';
import { describedModules } from '../dev/descriptions.ts';
import { type Declared, declaredIn, type Description, routeFaults } from './openapi/description.ts';
import { lintFaults } from './openapi/lint.ts';
import { type Answers, answerFaults, freshRecord, lastRecord } from './openapi/record.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

interface Served {
  readonly module: string;
  readonly rows: readonly RouteRow[];
  readonly description: Description;
  readonly declared: Declared;
}

/** What each module says of itself while it runs: its routes, and their description. */
async function serve(): Promise<readonly Served[]> {
  const house = await startTestProcess(describedModules);
  try {
    const served: Served[] = [];
    for (const { name: module } of describedModules) {
      const gateway = await caller({ kind: 'module', sub: 'gateway', audience: module, scopes: [] });
      const { body: table } = await house.call(gateway, 'GET', '/internal/routes', { module });
      const { body: description } = await house.call(await caller(), 'GET', '/openapi.json', { module });
      served.push({ module, rows: table.routes, description, declared: declaredIn(description) });
    }
    return served;
  } finally {
    await house.stop();
  }
}

async function faultsOf(served: readonly Served[], answers: Answers) {
  const lint: string[] = [];
  for (const { module, description } of served) lint.push(...(await lintFaults(module, description)));
  return {
    routes: served.flatMap(({ rows, declared }) => routeFaults(rows, declared)),
    lint,
    answers: served.flatMap(({ module, declared }) => answerFaults(module, declared, answers)),
  };
}

/** Can it fail? A route left out, a status too many and one too few, and a fault of form must each be found. */
async function control({ module, rows, description, declared }: Served, answers: Answers): Promise<boolean> {
  const [[operation, statuses] = ['', new Set<number>()], ...others] = declared;
  const [first = 0, ...rest] = statuses;
  const tooMany = new Map([...declared, [operation, new Set([...statuses, 418])]]);
  const tooFew = new Map([...declared, [operation, new Set(rest)]]);
  return (
    routeFaults(rows, new Map(others)).includes(`${operation} is not described`) &&
    answerFaults(module, tooMany, answers).some((fault) => fault.includes(`${operation} declares 418`)) &&
    answerFaults(module, tooFew, answers).some((fault) => fault.includes(`${operation} answered ${first}`)) &&
    (await lintFaults(module, { ...description, info: { title: module } })).length > 0
  );
}

/** The first few stand in the figure: of a run in CI, it is what is left to read. */
function listed(faults: readonly string[]): string {
  return faults
    .slice(0, 5)
    .map((fault) => `; ${fault}`)
    .join('');
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const answers = quick ? lastRecord() : await freshRecord(say);
  const served = await serve();
  const faults = await faultsOf(served, answers);
  const all = Object.values(faults).flat();
  for (const fault of all) say(fault);
  const [first] = served;
  const found = first !== undefined && (await control(first, answers));
  const operations = served.reduce((sum, { declared }) => sum + declared.size, 0);
  const statuses = served.flatMap(({ declared }) => [...declared.values()].flatMap((each) => [...each])).length;
  return verdictOf(
    {
      'every route is described, and nothing else': faults.routes.length === 0,
      'the linter has nothing to say': faults.lint.length === 0,
      'what is declared is answered, and what is answered is declared': faults.answers.length === 0,
      'the control is found': found,
    },
    `${operations} operations of ${served.length} modules described, ${faults.routes.length} faults; linter ${faults.lint.length}; ${statuses} declared operation × status, ${faults.answers.length} not answered in a test or answered undeclared${listed(all)}`,
  );
}

export const proof: Proof = {
  promise: 'The API is described as it is: every route, and every status a route is answered with, seen in a test.',
  method:
    'running modules tell their routes and their OpenAPI; a public linter with its recommended rules reads it; each operation × status is held against what the API tests were answered',
  bar: 'routes not described 0, described and not there 0; linter: errors and warnings 0; declared and never answered 0, answered and not declared 0 (what kit and gateway answer alike is `default`, and seen once per module); controls found',
  run,
};

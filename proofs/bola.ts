import { inParallel } from '../dev/engines/clusters/fleet.ts';
import { accessFaults } from './bola/access.ts';
import { badCredentialsIn } from './bola/bad-credentials.ts';
import type { Cell } from './bola/cells.ts';
import { columns, planOf, scopeMeans } from './bola/columns.ts';
import { leaks, leakyOperations, ofNothing, withoutRecipe } from './bola/control.ts';
import { judge } from './bola/judge.ts';
import { type Operation, operationsOf } from './bola/operation.ts';
import { modules } from './fixtures/shipped-table.ts';
import { callsOf } from './installation/all-calls.ts';
import { sharedInstallation } from './installation/open.ts';
import type { Installation } from './installation/start.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const lanes = 12;
const tellEveryMs = 10_000;

function judgeIn(installation: Installation, { quick, say }: ProofContext) {
  const badCredentials = badCredentialsIn(installation, quick);
  return async (operations: readonly Operation[]): Promise<readonly Cell[]> => {
    const cells: Cell[] = [];
    const underWay = new Set<string>();
    const telling = setInterval(() => say(`under way: ${[...underWay].join(', ')}`), tellEveryMs);
    await inParallel(operations, lanes, async (operation) => {
      underWay.add(operation.name);
      cells.push(...(await judge(installation, operation, badCredentials)));
      underWay.delete(operation.name);
    }).finally(() => clearInterval(telling));
    return cells;
  };
}

/** Why there is no case where there is none, and what each reason is about. */
function sayAbsent(operations: readonly Operation[], say: (text: string) => void): void {
  const absent = operations.flatMap(({ name, route, recipe }) => {
    const { absent: reasons, wanted } = planOf(route, recipe?.without);
    return [
      ...(wanted.length === 0 ? [[`no case at all: ${[...new Set(reasons.values())].join('; ')}`, name]] : []),
      ...Object.entries(recipe?.without ?? {}).map(([place, why]) => [why, `${name} (${place})`]),
    ];
  });
  for (const [reason = '', found] of Map.groupBy(absent, ([why]) => why))
    say(`${reason}: ${found.map(([, name]) => name).join(', ')}`);
  const known = operations.filter(({ route }) => route.access !== 'public');
  const meant = Map.groupBy(known, ({ route }) => scopeMeans(route.access));
  for (const [means, { length }] of meant) say(`the scope is missing: ${means}, ${length} operations`);
}

function sayFigures(cells: readonly Cell[], operations: readonly Operation[], say: (text: string) => void): void {
  for (const column of columns) {
    const here = cells.filter((cell) => cell.column === column);
    const cases = here.reduce((sum, cell) => sum + cell.cases, 0);
    const counted = here.filter(isCounted).length;
    say(
      `${column.padEnd(8)} ${cases} cases of ${here.length} operations, ${counted} of them count; not in ${operations.length - here.length}`,
    );
  }
}

function isCounted({ uncounted }: Cell): boolean {
  return uncounted.length === 0;
}

const nameOf = ({ operation, column }: Cell): string => `${operation} × ${column}`;

/** What of the leaks was not found, and what was found where nothing leaks; each by its name. */
function missedIn(cells: readonly Cell[]): readonly string[] {
  const found = cells.filter(({ faults }) => faults.length > 0).map(nameOf);
  const planted = Object.entries(leaks).flatMap(([name, wanted]) => wanted.map((column) => `${name} × ${column}`));
  return [...planted.filter((name) => !found.includes(name)), ...found.filter((name) => !planted.includes(name))];
}

async function run(context: ProofContext): Promise<Verdict> {
  const { say } = context;
  const operations = modules.flatMap((module) => operationsOf(module, callsOf(module.name).recipes));
  const known = new Set(operations.map(({ name }) => name));
  const stale = modules.flatMap(({ name: module }) =>
    Object.keys(callsOf(module).recipes).filter((name) => !known.has(`${module} ${name}`)),
  );
  const unpinned = accessFaults(operations, (module) => callsOf(module).access);
  const installation = await sharedInstallation(context);
  say('the installation stands');
  const judgeAll = judgeIn(installation, context);
  const cells = await judgeAll(operations);
  const control = await judgeAll(leakyOperations);
  const nothing = await judgeAll(ofNothing);
  sayAbsent(operations, say);
  sayFigures(cells, operations, say);
  const open = cells.filter((cell) => !isCounted(cell));
  const wrong = cells.filter(({ faults }) => faults.length > 0);
  for (const cell of open) say(`does not count: ${nameOf(cell)}: ${cell.uncounted.join('; ')}`);
  for (const cell of wrong) say(`fault: ${nameOf(cell)}: ${cell.faults.join('; ')}`);
  const missed = missedIn(control);
  const missing = control.filter(({ operation, uncounted }) => operation === withoutRecipe && uncounted.length > 0);
  const cases = cells.reduce((sum, cell) => sum + cell.cases, 0);
  const leaked = Object.values(leaks).flat().length;
  return verdictOf(
    {
      [`every operation asks for what is pinned for it (${unpinned.join('; ')})`]: unpinned.length === 0,
      [`every operation has its cases under every column (${open.map(nameOf).join(', ')})`]: open.length === 0,
      [`every refusal is as it must be (${wrong.map(nameOf).join(', ')})`]: wrong.length === 0,
      [`every recipe is of a route that there is (${stale.join(', ')})`]: stale.length === 0,
      [`every leak of the control is found, and nothing else (${missed.join(', ')})`]: missed.length === 0,
      'a route without a recipe is missed': missing.length > 0,
      "a case whose owner's call is refused does not count": nothing.length > 0 && !nothing.some(isCounted),
    },
    `coverage ${cells.length - open.length} of ${cells.length} (${operations.length} operations of ${modules.length} modules), ${cases} cases, faults in ${wrong.length}; leaks of the control found ${leaked - missed.length} of ${leaked}`,
  );
}

export const proof: Proof = {
  promise:
    "Nobody reaches what is another's: through the gateway it is answered as if it had never existed, whatever the call.",
  method:
    "what each operation asks for is compared with a committed table; then, from the registered routes: every operation through the gateway with another tenant's id in path, query and body, with its cursor and its ETag, held against one that never was; by a program of the same tenant limited to another cluster, or to another CloudSpace; and with a scope missing, expired, revoked, forged and without a credential; then the owner's identical call",
  bar: "every operation asks for what is pinned; coverage 100 %, counted only where the owner's identical call succeeds with that very object, which is unchanged until then; answers for foreign and never-existed the same; every leak of a leaky module found",
  run,
};

import type { Cell } from './cells.ts';
import { columns, planOf, scopeMeans } from './columns.ts';
import { leaks, leakyOperations, ofNothing, withoutRecipe } from './control.ts';
import { type House, modules, startHouse } from './house.ts';
import { judge } from './judge.ts';
import { type Operation, operationsOf } from './operation.ts';
import type { Recipes } from './recipe.ts';
import { actionAgentRecipes } from './recipes/action-agent.ts';
import { authRecipes } from './recipes/auth.ts';
import { exampleRecipes } from './recipes/example.ts';
import { k8sMonitorRecipes } from './recipes/k8s-monitor.ts';
import { platformRecipes } from './recipes/platform.ts';
import { webhooksRecipes } from './recipes/webhooks.ts';
import { type ProofContext, type Verdict, verdictOf } from '../runner/proof.ts';

/** A module without recipes here is not forgotten: its routes are missed by name. */
const recipes: Readonly<Record<string, Recipes>> = {
  auth: authRecipes,
  platform: platformRecipes,
  'k8s-monitor': k8sMonitorRecipes,
  'action-agent': actionAgentRecipes,
  webhooks: webhooksRecipes,
  example: exampleRecipes,
};
const lanes = 12;
const tellEveryMs = 10_000;

async function judgeAll(
  house: House,
  operations: readonly Operation[],
  say: ProofContext['say'],
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  const underWay = new Set<string>();
  let done = 0;
  const queue = operations.values();
  const lane = async () => {
    for (const operation of queue) {
      underWay.add(operation.name);
      cells.push(...(await judge(house, operation)));
      underWay.delete(operation.name);
      done += 1;
    }
  };
  const telling = setInterval(
    () => say(`${done} of ${operations.length} operations; under way: ${[...underWay].join(', ')}`),
    tellEveryMs,
  );
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    clearInterval(telling);
  }
  return cells;
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

/** Every operation of some modules: there are more than a minute is long, so two proofs share them out. */
export async function proveModules({ say }: ProofContext, isJudged: (module: string) => boolean): Promise<Verdict> {
  const judged = modules.filter(({ name }) => isJudged(name));
  const operations = judged.flatMap((module) => operationsOf(module, recipes[module.name] ?? {}));
  const known = new Set(operations.map(({ name }) => name));
  const ours = Object.entries(recipes).filter(([module]) => isJudged(module));
  const stale = ours.flatMap(([module, theirs]) =>
    Object.keys(theirs).filter((name) => !known.has(`${module} ${name}`)),
  );
  const house = await startHouse();
  try {
    say('the house stands');
    const cells = await judgeAll(house, operations, say);
    const control = await judgeAll(house, leakyOperations, say);
    const nothing = await judgeAll(house, ofNothing, say);
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
        [`every operation has its cases under every column (${open.map(nameOf).join(', ')})`]: open.length === 0,
        [`every refusal is as it must be (${wrong.map(nameOf).join(', ')})`]: wrong.length === 0,
        [`every recipe is of a route that there is (${stale.join(', ')})`]: stale.length === 0,
        [`every leak of the control is found, and nothing else (${missed.join(', ')})`]: missed.length === 0,
        'a route without a recipe is missed': missing.length > 0,
        "a case whose owner's call is refused does not count": nothing.length > 0 && !nothing.some(isCounted),
      },
      `coverage ${cells.length - open.length} of ${cells.length} (${operations.length} operations of ${judged.map(({ name }) => name).join(', ')}), ${cases} cases, faults in ${wrong.length}; leaks of the control found ${leaked - missed.length} of ${leaked}`,
    );
  } finally {
    await house.stop();
  }
}

export const method =
  "from the registered routes: every operation through the gateway with another tenant's id in path, query and body, with its cursor and its ETag, held against one that never was; and with a scope missing, expired, revoked, forged and without a credential; then the owner's identical call";
export const bar =
  "coverage 100 %, counted only where the owner's identical call succeeds with that very object, which is unchanged until then; answers for foreign and never-existed the same; every leak of a leaky module found";

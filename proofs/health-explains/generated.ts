import { setImmediate as breath } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expectedAt } from '../../services/k8s-monitor/src/actions/running-actions.ts';
import {
  assess,
  type Assessment,
  defaultThresholds,
  issueKey,
  type Rule,
  type RuleName,
  ruleNames,
  rules,
} from '../../services/k8s-monitor/src/rules/index.ts';
import { at } from '../../services/k8s-monitor/test/rules-objects.ts';
import { faults } from './faults.ts';
import { faultsWithActions, type Running, withActions } from './meant.ts';
import { type Random, randomOf } from './random.ts';
import { Reflected } from './reflected.ts';
import { healthyWorld } from './world.ts';

/** Generated clusters with faults put into them one by one, and a judge who knows which. */

export interface Judged {
  readonly states: number;
  readonly injected: ReadonlyMap<RuleName, number>;
  /** Faults that a running action was meant to cause. */
  readonly meant: number;
  readonly lowest: number;
  /** What was not as promised, with the seed that makes the state again. */
  readonly wrong: readonly string[];
}

/** Long enough before that everything has lasted as long as its rule asks. */
const earlierSeconds = 400;

const addsPods: ReadonlySet<RuleName> = new Set(['crash_loop', 'image_pull', 'oom_killed', 'unschedulable']);

/** What is judged; a control has a part of it that is wrong. */
export interface Judging {
  readonly table: readonly Rule[];
  readonly expected: typeof expectedAt;
}

export async function judgeMany(
  count: number,
  { table = rules, expected = expectedAt }: Partial<Judging> = {},
  only: readonly RuleName[] = ruleNames,
): Promise<Judged> {
  const by = { table, expected };
  const injected = new Map<RuleName, number>();
  const wrong: string[] = [];
  let [lowest, meant] = [100, 0];
  for (let seed = 1; seed <= count; seed += 1) {
    // The control plane of the live part comes up meanwhile.
    if (seed % 10 === 0) await breath();
    const result = judgeOne(seed, by, only, injected);
    meant += result.meant;
    lowest = Math.min(lowest, result.score);
    wrong.push(...result.wrong.map((text) => `state ${seed}: ${text}`));
  }
  return { states: count, injected, meant, lowest, wrong };
}

function judgeOne(
  seed: number,
  by: Judging,
  only: readonly RuleName[],
  injected: Map<RuleName, number>,
): { readonly score: number; readonly meant: number; readonly wrong: readonly string[] } {
  const random = randomOf(seed);
  const wrong: string[] = [];
  const grown = new Reflected();
  let world = healthyWorld(random);
  grown.tell(world, random);
  let last = judgedNow(grown, by);
  if (last.healthScore !== 100 || last.issues.length > 0) wrong.push(`healthy, and yet ${told(last)}`);

  const expected = new Set<string>();
  const count = random.chance(0.1) ? 0 : random.between(1, 12);
  for (let number = 0; number < count; number += 1) {
    const rule = random.pick(only);
    const faulty = random.pick(faults[rule])(world, random, number);
    // Two forms of one fault on one object could be milder together than the first was.
    if (faulty === undefined || (expected.has(faulty.issue) && !addsPods.has(rule))) continue;
    world = faulty.world;
    expected.add(faulty.issue);
    injected.set(rule, (injected.get(rule) ?? 0) + 1);
    grown.tell(world, random);
    const now = judgedNow(grown, by);
    wrong.push(...faultsIn(now, last, expected));
    last = now;
  }
  wrong.push(...differences(world, random, last, by));

  const { running, actions, ...acted } = withActions(world, random, expected);
  grown.tell(acted.world, random);
  const during = judgedNow(grown, by, running);
  wrong.push(...faultsWithActions(during, last, actions));
  wrong.push(...differences(acted.world, random, during, by, running));
  wrong.push(...faultsIn(judgedNow(grown, by), last, new Set([...expected, ...actions.keys()])));
  return { score: last.healthScore, meant: actions.size, wrong };
}

/** Seen for the first time some minutes ago, and judged now. */
function judgedNow({ state }: Reflected, by: Judging, running: readonly Running[] = []): Assessment {
  const { table } = by;
  const expected = by.expected(running, at(0)).issues;
  const earlier = assess(state, at(-earlierSeconds), new Map(), defaultThresholds, { table });
  return assess(state, at(0), earlier.waiting, defaultThresholds, { table, expected });
}

function faultsIn(now: Assessment, before: Assessment, expected: ReadonlySet<string>): readonly string[] {
  const keys = now.issues.map(issueKey);
  const sum = now.issues.reduce((total, { score_impact: impact }) => total + impact, 0);
  return [
    ...(now.healthScore === 100 - sum ? [] : [`the score is ${now.healthScore}, and the impacts make ${sum}`]),
    ...(now.healthScore >= 0 ? [] : [`the score is ${now.healthScore}`]),
    ...(now.healthScore <= before.healthScore ? [] : [`a fault more raised it to ${now.healthScore}`]),
    ...(now.issues.every(({ action_id: by }) => by === null) ? [] : ['an action is told of that does not run']),
    ...(new Set(keys).size === keys.length ? [] : ['an issue is there twice']),
    ...[...expected].filter((key) => !keys.includes(key)).map((key) => `no issue ${key}`),
    ...keys.filter((key) => !expected.has(key)).map((key) => `an issue that nothing called for: ${key}`),
  ];
}

/** The same world told afresh, twice and in other orders, is judged the same. */
function differences(
  world: Parameters<Reflected['tell']>[0],
  random: Random,
  last: Assessment,
  by: Judging,
  running: readonly Running[] = [],
): readonly string[] {
  return [1, 2].flatMap(() => {
    const fresh = new Reflected();
    fresh.tell(world, random);
    const again = judgedNow(fresh, by, running);
    return isDeepStrictEqual(again, last) ? [] : ['told in another order it is judged otherwise'];
  });
}

function told({ healthScore, issues }: Assessment): string {
  return `${healthScore} with ${issues.map(issueKey).join(', ')}`;
}

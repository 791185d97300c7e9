import { isDeepStrictEqual } from 'node:util';
import { expectedAt } from '../../src/actions/running-actions.ts';
import {
  assess,
  type Assessment,
  defaultThresholds,
  issueKey,
  type Rule,
  type RuleName,
  ruleNames,
  rules,
  type Thresholds,
} from '../../src/rules/index.ts';
import { ClusterState } from '../../src/state/cluster-state.ts';
import { tellings } from '../rules-cluster.ts';
import { at } from '../rules-objects.ts';
import { costOf, faults } from './faults.ts';
import { wrongCosts } from './guide.ts';
import { faultsWithActions, type Running, withActions } from './meant.ts';
import { type Random, randomOf } from './random.ts';
import { healthyWorld, type World } from './world.ts';

/** Generated clusters with faults put into them one by one, and a judge who knows which. */

export interface Judged {
  /** The rules of the faults that were put in. */
  readonly injected: readonly RuleName[];
  /** Faults that a running action was meant to cause. */
  readonly meant: number;
  /** What was not as promised, with the seed that makes the state again. */
  readonly wrong: readonly string[];
}

/** Long enough before that everything has lasted as long as its rule asks. */
const earlierSeconds = 400;

const addsPods: ReadonlySet<RuleName> = new Set(['crash_loop', 'image_pull', 'oom_killed', 'unschedulable']);

/** What is judged; a control has a part of it that is wrong. */
export interface Judging {
  readonly table: readonly Rule[];
  readonly thresholds: Thresholds;
  readonly expected: typeof expectedAt;
}

export function judgeState(
  seed: number,
  { table = rules, thresholds = defaultThresholds, expected: expecting = expectedAt }: Partial<Judging> = {},
  only: readonly RuleName[] = ruleNames,
): Judged {
  const by = { table, thresholds, expected: expecting };
  const random = randomOf(seed);
  const injected: RuleName[] = [];
  const wrong: string[] = [];
  const judged = (now: World, running: readonly Running[] = []) => judgedNow(now, random, by, running);
  let world = healthyWorld(random);
  let last = judged(world);
  if (last.healthScore !== 100 || last.issues.length > 0) wrong.push(`healthy, and yet ${told(last)}`);

  const expected = new Map<string, number>();
  const count = random.chance(0.1) ? 0 : random.between(1, 12);
  for (let number = 0; number < count; number += 1) {
    const rule = random.pick(only);
    const faulty = random.pick(faults[rule])(world, random, number);
    // Two forms of one fault on one object could be milder together than the first was.
    if (faulty === undefined || (expected.has(faulty.issue) && !addsPods.has(rule))) continue;
    world = faulty.world;
    expected.set(faulty.issue, costOf(rule, faulty));
    injected.push(rule);
    const now = judged(world);
    wrong.push(...faultsIn(now, last, expected));
    last = now;
  }
  if (!isDeepStrictEqual(judged(world), last)) wrong.push(otherOrder);

  const { running, actions, costs, ...acted } = withActions(world, random, expected);
  const during = judged(acted.world, running);
  wrong.push(...faultsWithActions(during, last, actions));
  if (!isDeepStrictEqual(judged(acted.world, running), during)) wrong.push(otherOrder);
  wrong.push(...faultsIn(judged(acted.world), last, new Map([...expected, ...costs])));
  return { injected, meant: actions.size, wrong: wrong.map((text) => `state ${seed}: ${text}`) };
}

const otherOrder = 'told in another order it is judged otherwise';

/** Told in any order, seen for the first time some minutes ago, and judged now. */
function judgedNow(world: World, random: Random, by: Judging, running: readonly Running[]): Assessment {
  const { table, thresholds } = by;
  const state = new ClusterState();
  for (const tell of random.shuffled(tellings(world))) tell(state);
  const expected = by.expected(running, at(0)).issues;
  const earlier = assess(state, at(-earlierSeconds), new Map(), thresholds, { table });
  return assess(state, at(0), earlier.waiting, thresholds, { table, expected });
}

function faultsIn(now: Assessment, before: Assessment, expected: ReadonlyMap<string, number>): readonly string[] {
  const keys = now.issues.map(issueKey);
  const sum = now.issues.reduce((total, { score_impact: impact }) => total + impact, 0);
  return [
    ...(now.healthScore === 100 - sum ? [] : [`the score is ${now.healthScore}, and the impacts make ${sum}`]),
    ...(now.healthScore >= 0 ? [] : [`the score is ${now.healthScore}`]),
    ...(now.healthScore <= before.healthScore ? [] : [`a fault more raised it to ${now.healthScore}`]),
    ...(now.issues.every(({ action_id: by }) => by === null) ? [] : ['an action is told of that does not run']),
    ...(new Set(keys).size === keys.length ? [] : ['an issue is there twice']),
    ...[...expected.keys()].filter((key) => !keys.includes(key)).map((key) => `no issue ${key}`),
    ...keys.filter((key) => !expected.has(key)).map((key) => `an issue that nothing called for: ${key}`),
    ...wrongCosts(now.issues, (issue) => expected.get(issueKey(issue)) ?? 0),
  ];
}

function told({ healthScore, issues }: Assessment): string {
  return `${healthScore} with ${issues.map(issueKey).join(', ')}`;
}

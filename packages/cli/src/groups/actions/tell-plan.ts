import type { Fact } from '../../output/facts.ts';
import type { Plan } from './action.ts';
import { drainPlanFacts } from './tell-drain-plan.ts';

/** What a plan says to the one who approves it, the weighty first. */
export function planFacts(plan: Plan): readonly Fact[] {
  const { summary, changes, warnings, guards, upper_bound_seconds, undo, refused, drain } = plan;
  return [
    ['plan', summary, 'bold'],
    ...changes.map(({ field, before, after }): Fact => ['change', `${field}  ${word(before)} → ${word(after)}`]),
    ...(drain === null ? [...podsOf(plan), ...blockersOf(plan)] : drainPlanFacts(drain)),
    ...warnings.map(({ message }): Fact => ['warning', message, 'yellow']),
    ...guards.filter(isSaid).map(({ message }): Fact => ['guard', message, 'yellow']),
    ['takes', `at most ${upper_bound_seconds} s`],
    ['undo', undo.words],
    ...(refused === null ? [] : [['refused', refused.message, 'red'] satisfies Fact]),
  ];
}

/** What refuses is told as such. */
function isSaid({ effect, passes }: Plan['guards'][number]): boolean {
  return effect === 'changes_nothing' || (effect === 'warns' && !passes);
}

function blockersOf({ blocking_budgets }: Plan): readonly Fact[] {
  return blocking_budgets.map(({ namespace, name }) => [
    'blocked by',
    `PodDisruptionBudget ${namespace}/${name}`,
    'red',
  ]);
}

function podsOf({ touches: { pods, replicas } }: Plan): readonly Fact[] {
  if (pods.length === 0) return [['pods', 'none are terminated']];
  const of = replicas === null ? '' : `, which asks for ${replicas}`;
  return pods.map(({ owner, count }) => ['pods', `${count} of ${owner ?? 'no owner'} terminated${of}`]);
}

function word(value: Plan['changes'][number]['before']): string {
  return value === null ? 'nothing' : String(value);
}

/** What the second says otherwise than the first: lines that are gone, and lines that are new. */
export function planDifferences(before: Plan, after: Plan): readonly string[] {
  const [old, now] = [before, after].map((plan) => planFacts(plan).map(([title, text]) => `${title}: ${text}`));
  return [
    ...(old ?? []).filter((line) => now?.includes(line) !== true).map((line) => `- ${line}`),
    ...(now ?? []).filter((line) => old?.includes(line) !== true).map((line) => `+ ${line}`),
  ];
}

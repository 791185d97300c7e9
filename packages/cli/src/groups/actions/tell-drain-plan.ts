import type { Fact } from '../../output/facts.ts';
import type { Plan } from './action.ts';

export type DrainPlan = NonNullable<Plan['drain']>;
type PlannedPod = DrainPlan['pods'][number];
type PlannedBudget = DrainPlan['budgets'][number];

const mostLines = 30;

/** What becomes of the pods of the node, and the budgets that have a say in it. */
export function drainPlanFacts(drain: DrainPlan): readonly Fact[] {
  const of = (fate: PlannedPod['fate']) => drain.pods.filter((pod) => pod.fate === fate);
  const [evicted, skipped, refused] = [of('evict'), of('skip'), of('refuse')];
  return [
    ['evicts', evicted.length === 0 ? 'no pods' : countOf(evicted.length)],
    ...podFacts('evicts', evicted),
    ...(drain.more_pods === 0 ? [] : [['evicts', `and ${drain.more_pods} more on the node`] satisfies Fact]),
    ...podFacts('refuses', refused).map(([title, text]): Fact => [title, text, 'red']),
    ...drain.budgets.map(budgetFact),
    ...podFacts('leaves', skipped),
    ['stays', drain.remains],
  ];
}

/** Pods of one owner are one line; in the order in which the first of them is dealt with. */
function podFacts(title: string, pods: readonly PlannedPod[]): readonly Fact[] {
  const lines = new Map<string, readonly PlannedPod[]>();
  for (const pod of pods) {
    const name = pod.owner === null ? pod.pod : pod.owner;
    const key = JSON.stringify([pod.namespace, name, pod.budget, pod.reason]);
    lines.set(key, [...(lines.get(key) ?? []), pod]);
  }
  const facts = [...lines.values()].map((some): Fact => [title, groupText(some)]);
  const rest = facts.length - mostLines;
  return rest <= 1 ? facts : [...facts.slice(0, mostLines), [title, `… and those of ${rest} more owners`]];
}

function groupText(pods: readonly PlannedPod[]): string {
  const [first] = pods;
  if (first === undefined) return '';
  const { namespace, pod, owner, budget, reason } = first;
  return [
    owner === null
      ? `  ${namespace}/${pod}, which has no owner`
      : `  ${countOf(pods.length)} of ${owner} in ${namespace}`,
    ...(budget === null ? [] : [`, budget ${budget}`]),
    ...(reason === null ? [] : [`: ${reason}`]),
  ].join('');
}

/** `shop/web: 3 healthy, 2 needed, so 1 may go at a time; 2 of its pods are here`. */
function budgetFact({ namespace, name, pods, healthy, needed, allowed, blocks }: PlannedBudget): Fact {
  const may = blocks ? 'so none may go now' : `so ${allowed} may go at a time`;
  const here = pods === 1 ? '1 of its pods is here' : `${pods} of its pods are here`;
  const text = `${namespace}/${name}: ${healthy} healthy, ${needed} needed, ${may}; ${here}`;
  return blocks ? ['budget', text, 'yellow'] : ['budget', text];
}

export function countOf(pods: number): string {
  return pods === 1 ? '1 pod' : `${pods} pods`;
}

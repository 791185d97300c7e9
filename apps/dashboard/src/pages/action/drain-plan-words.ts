import type { DrainPlan } from '../../api/actions.ts';
import { mostAttempts, podCount } from './drain-words.ts';

export type PlannedPod = DrainPlan['pods'][number];
export type PlannedBudget = DrainPlan['budgets'][number];

/** Pods of one owner with one fate. */
export interface OwnedPods {
  readonly key: string;
  readonly namespace: string;
  /** Its name where it has no owner. */
  readonly of: string;
  readonly hasOwner: boolean;
  readonly count: number;
  readonly budget: string | null;
  readonly reason: string | null;
}

/** In the order in which the first of each is dealt with. */
export function byOwner(pods: readonly PlannedPod[]): readonly OwnedPods[] {
  const groups = Map.groupBy(pods, ({ namespace, owner, pod, budget, reason }) =>
    JSON.stringify([namespace, owner ?? pod, owner === null, budget, reason]),
  );
  return [...groups].flatMap(([key, [first, ...more]]) => {
    if (first === undefined) return [];
    const { namespace, owner, pod, budget, reason } = first;
    return [{ key, namespace, of: owner ?? pod, hasOwner: owner !== null, count: more.length + 1, budget, reason }];
  });
}

export const withFate = ({ pods }: DrainPlan, fate: PlannedPod['fate']): readonly PlannedPod[] =>
  pods.filter((pod) => pod.fate === fate);

export function budgetSum({ healthy, needed, allowed, blocks }: PlannedBudget): string {
  const may = blocks ? 'none may go' : `${allowed} may go at a time`;
  return `${healthy} healthy, ${needed} needed: ${may}`;
}

export function budgetHere({ pods, blocks }: PlannedBudget, isPast: boolean): string {
  const here = `${podCount(pods)} on this node.`;
  if (!blocks || isPast) return here;
  return `${here} Each is tried ${mostAttempts} times within 75 s; if the budget refuses all of them, the drain fails and names it.`;
}

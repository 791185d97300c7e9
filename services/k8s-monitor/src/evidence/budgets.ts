import type { Facts } from '@wheelhouse/contracts';
import { type LabelSelector, type Labels, matches } from '@wheelhouse/kubernetes';
import { listed } from '../live/listed.ts';
import { keepBudget } from '../state/keep.ts';
import type { RawBudget } from '../state/raw.ts';
import { type Looking, mostOfOthers, oneCall } from './looking.ts';

type Budget = Facts['budgets'][number];

export interface LiveBudget extends RawBudget {
  readonly spec?: { readonly selector?: LabelSelector | null };
}

/** What pods carry by which budgets find them. */
export interface Labelled {
  readonly namespace: string;
  readonly labels: Labels;
}

const budgetsOf = (namespace: string | undefined) =>
  `/apis/policy/v1/${namespace === undefined ? '' : `namespaces/${namespace}/`}poddisruptionbudgets`;

/** Those that cover any of these; without a namespace those of all namespaces, each with the name of its own. */
export async function budgetsCovering(
  { client, parts, partsSignal: signal }: Looking,
  namespace: string | undefined,
  pods: readonly Labelled[],
): Promise<Facts['budgets']> {
  if (pods.length === 0) return [];
  const told = await parts.see('budgets', listed<LiveBudget>(client, budgetsOf(namespace), { signal }, oneCall));
  if (told === undefined) return [];
  if (!told.isAll) parts.hide('budgets', `There are more than ${oneCall}, and the others were not looked at.`);
  return told.items
    .filter(({ metadata, spec }) => {
      const selector = spec?.selector ?? null;
      return pods.some((pod) => pod.namespace === metadata.namespace && matches(selector, pod.labels));
    })
    .slice(0, mostOfOthers)
    .map((budget) => factBudget(budget, namespace === undefined));
}

/** Counted from its status, as issues are: how many it may spare now is lowered for minutes by each eviction. */
export function factBudget(budget: LiveBudget, isFar = false): Budget {
  const { namespace, name, expected, healthy, desiredHealthy: needed } = keepBudget(budget);
  return { name: isFar ? `${namespace}/${name}` : name, expected, healthy, needed, allowed: healthy - needed };
}

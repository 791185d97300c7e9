import { type Budget, budgetSeen, budgetsOf, isHealthy, isLive, podSeen } from '@wheelhouse/kubernetes';
import type { DrainCase } from './asked.ts';
import { type BudgetRead, type DeploymentRead, isMirrorPod, isTerminating, type PodRead } from './objects.ts';
import { ownerOf, type PodOwner } from './owner.ts';

/** What a drain does with a pod of its node. */
export interface PodFate {
  readonly pod: PodRead;
  readonly owner: PodOwner | null;
  readonly fate: 'evict' | 'skip' | 'refuse';
  readonly why: Why | null;
  /** Names of the budgets that the API server will ask; of most pods none, of some one. */
  readonly budgets: readonly string[];
}

export type Why = 'daemon_set' | 'mirror_pod' | 'terminating' | 'two_budgets' | 'no_controller';

export interface FateContext {
  /** Pods that nothing would recreate may go: `isConsented` says when. */
  readonly consented: boolean;
  /** The pod that the worker runs in: it goes last. */
  readonly ownPod?: string | undefined;
}

type Read = Pick<DrainCase, 'pods' | 'budgets' | 'deployments'>;

/** In the order in which they are evicted; those that stay stand among them. */
export function podFates({ pods, budgets, deployments }: Read, context: FateContext): readonly PodFate[] {
  const budgetsBy = Map.groupBy(budgets, ({ metadata }) => metadata.namespace);
  const deploymentsBy = Map.groupBy(deployments, ({ metadata }) => metadata.namespace);
  return pods
    .map((pod) => {
      const { namespace } = pod.metadata;
      return fateOf(pod, budgetsBy.get(namespace) ?? [], deploymentsBy.get(namespace) ?? [], context);
    })
    .toSorted((one, other) => compare(rank(one, context), rank(other, context)));
}

function fateOf(
  pod: PodRead,
  budgets: readonly BudgetRead[],
  deployments: readonly DeploymentRead[],
  { consented }: FateContext,
): PodFate {
  const seen = podSeen(pod);
  const owner = ownerOf(pod, deployments);
  const stays = (why: Why): PodFate => ({ pod, owner, fate: 'skip', why, budgets: [] });
  if (isMirrorPod(pod)) return stays('mirror_pod');
  if (owner?.kind === 'DaemonSet') return stays('daemon_set');
  if (isTerminating(pod)) return stays('terminating');
  const covering = coveringOf(pod, budgets)
    .map(({ name }) => name)
    .toSorted();
  const refused = (why: Why): PodFate => ({ pod, owner, fate: 'refuse', why, budgets: covering });
  if (covering.length > 1) return refused('two_budgets');
  // Of one that has finished, only its record goes.
  if (owner === null && isLive(seen) && !consented) return refused('no_controller');
  return { pod, owner, fate: 'evict', why: null, budgets: covering };
}

/** Budgets have no say about pods that have not begun to run, or have ended. */
function coveringOf(pod: PodRead, budgets: readonly BudgetRead[]): readonly Budget[] {
  const seen = podSeen(pod);
  return seen.phase === 'Pending' || !isLive(seen) ? [] : budgetsOf(seen, budgets.map(budgetSeen));
}

/** Those whose budget may let them wait come first; of one budget, those first that are not ready, for they cost it nothing. */
function rank({ pod, budgets }: PodFate, { ownPod }: FateContext): readonly (string | number)[] {
  const { namespace, name } = pod.metadata;
  return [name === ownPod ? 1 : 0, budgets.length === 0 ? 1 : 0, isHealthy(podSeen(pod)) ? 1 : 0, namespace, name];
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  const [left = 0, right = 0] = [one[at], other[at]];
  return at === -1 ? 0 : left < right ? -1 : 1;
}

/** Namespaces of which all pods are needed, to know what their budgets have. */
export function budgetedNamespaces({ pods, budgets }: Pick<DrainCase, 'pods' | 'budgets'>): readonly string[] {
  const fates = podFates({ pods, budgets, deployments: [] }, { consented: true });
  return [
    ...new Set(fates.filter((one) => one.budgets.length > 0).map(({ pod }) => pod.metadata.namespace)),
  ].toSorted();
}

export function whyWords({ why, budgets }: Pick<PodFate, 'why' | 'budgets'>): string | null {
  return why === null ? null : words[why](budgets.join(', '));
}

const words: Readonly<Record<Why, (budgets: string) => string>> = {
  daemon_set: () => 'belongs to a DaemonSet',
  mirror_pod: () => 'mirror pod of a static pod',
  terminating: () => 'already terminating',
  two_budgets: (budgets) => `covered by two budgets (${budgets})`,
  no_controller: () => 'no controller: nothing would recreate it',
};

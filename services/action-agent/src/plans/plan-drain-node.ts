import {
  budgetSeen,
  deploymentSeen,
  disruptionsAllowed,
  type PodSeen,
  podSeen,
  quantityOf,
} from '@wheelhouse/kubernetes';
import type { DrainCase } from './asked.ts';
import { drainSeconds, evictionGraceSeconds } from './deadlines.ts';
import { type Draft, draftOfMissing } from './draft.ts';
import { type PodFate, podFates, whyWords } from './drain-fates.ts';
import { drainWarnings } from './drain-warnings.ts';
import { isCordoned } from './objects.ts';
import { ownerName } from './owner.ts';
import { type BlockingBudget, type DrainPlan, mostPlannedPods, type PlannedPod } from './plan-schema.ts';
import { type Refused, refusal } from './refusals.ts';

/** Cordon, then evict: from lists alone, never by evictions that are only tried. `consented` as for a restart. */
export function draftDrainNode(drain: DrainCase, consented: boolean, ownPod?: string): Draft {
  const { target, node } = drain;
  const about = `Node ${target.node_name}`;
  if (node === null) return draftOfMissing(`Drain ${target.node_name}`, about);
  const fates = podFates(drain, { consented, ownPod });
  const evicted = fates.filter(({ fate }) => fate === 'evict');
  const budgets = budgetsOn(drain, evicted);
  const before = isCordoned(node);
  return {
    target_uid: node.metadata.uid,
    summary: `Cordon ${target.node_name} and evict ${counted(evicted.length, 'pod')} from it`,
    changes: [{ field: 'spec.unschedulable', before, after: true }],
    touches: { pods: touchedBy(evicted), replicas: null },
    blocking_budgets: budgets.filter(({ blocks }) => blocks).map((budget) => blockingBudget(drain, budget)),
    warnings: drainWarnings(node, fates),
    upper_bound_seconds: drainSeconds(longestLane(evicted), longestGrace(fates)),
    undo: before
      ? { possible: false, words: 'The node was cordoned before, and evicted pods are not moved back.' }
      : { possible: true, words: `Uncordon ${target.node_name}. Evicted pods are not moved back.` },
    refused: refusedOf(about, fates),
    drain: drainPlan(fates, budgets),
  };
}

function drainPlan(fates: readonly PodFate[], budgets: DrainPlan['budgets']): DrainPlan {
  const all = (['evict', 'skip', 'refuse'] as const).flatMap((fate) => fates.filter((one) => one.fate === fate));
  return {
    pods: all.slice(0, mostPlannedPods).map(plannedPod),
    more_pods: Math.max(0, all.length - mostPlannedPods),
    budgets,
    remains: remainsText(fates),
  };
}

function plannedPod(fate: PodFate): PlannedPod {
  const { namespace, name: pod } = fate.pod.metadata;
  return {
    namespace,
    pod,
    owner: fate.owner && ownerName(fate.owner),
    fate: fate.fate,
    reason: whyWords(fate),
    budget: fate.budgets[0] ?? null,
    grace_seconds: evictionGraceSeconds,
  };
}

function touchedBy(evicted: readonly PodFate[]): Draft['touches']['pods'] {
  const groups = Map.groupBy(evicted, ({ pod, owner }) =>
    owner === null ? '' : `${ownerName(owner)} ${pod.metadata.namespace}`,
  );
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, [one, ...more]]) => ({
      owner: one?.owner ? ownerName(one.owner) : null,
      count: more.length + 1,
    }));
}

/** What each budget with pods to evict comes to, as the API server will reckon it. */
function budgetsOn({ budgets, neighbours, deployments }: DrainCase, evicted: readonly PodFate[]): DrainPlan['budgets'] {
  const onNode = Map.groupBy(
    evicted.filter((one) => one.budgets.length > 0),
    ({ pod, budgets: [name] }) => `${pod.metadata.namespace}/${name}`,
  );
  return budgets
    .flatMap((budget) => {
      const { namespace, name } = budget.metadata;
      const pods = onNode.get(`${namespace}/${name}`)?.length ?? 0;
      if (pods === 0) return [];
      const ofNamespace = <T extends { readonly metadata: { readonly namespace: string } }>(all: readonly T[]) =>
        all.filter(({ metadata }) => metadata.namespace === namespace);
      const seen: readonly PodSeen[] = ofNamespace(neighbours).map(podSeen);
      const figures = disruptionsAllowed(budgetSeen(budget), seen, ofNamespace(deployments).map(deploymentSeen));
      const { healthy, desired: needed, allowed } = figures;
      return [{ namespace, name, pods, healthy, needed, allowed, blocks: allowed < 1 }];
    })
    .toSorted((one, other) => (`${one.namespace}/${one.name}` < `${other.namespace}/${other.name}` ? -1 : 1));
}

function blockingBudget({ budgets }: DrainCase, { namespace, name, healthy, needed }: DrainPlan['budgets'][number]) {
  const most = budgets.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name)?.spec
    ?.maxUnavailable;
  const isZero = most !== undefined && most !== null && quantityOf(most, 100) === 0;
  const rule = isZero ? 'max_unavailable_zero' : 'min_available';
  return { name, namespace, rule, after: Math.max(0, healthy - 1), needed } satisfies BlockingBudget;
}

function longestLane(evicted: readonly PodFate[]): number {
  const lanes = Map.groupBy(evicted, ({ pod, budgets: [name] }) => name && `${pod.metadata.namespace}/${name}`);
  return Math.max(0, ...[...lanes].map(([lane, pods]) => (lane === undefined ? 0 : pods.length)));
}

/** Those already ending have the grace that they were given. */
function longestGrace(fates: readonly PodFate[]): number {
  const graces = fates
    .filter(({ why }) => why === 'terminating')
    .map(({ pod }) => pod.metadata.deletionGracePeriodSeconds ?? 0);
  return Math.max(0, ...graces);
}

function refusedOf(about: string, fates: readonly PodFate[]): Refused | null {
  const names = fates.filter(({ why }) => why === 'no_controller').map(({ pod }) => podName(pod.metadata));
  return names.length === 0 ? null : refusal('no_controller', about, names.toSorted().join(', '));
}

function podName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

function remainsText(fates: readonly PodFate[]): string {
  const count = (why: PodFate['why']) => fates.filter((one) => one.why === why).length;
  const [ofDaemonSets, mirrors, twice] = [count('daemon_set'), count('mirror_pod'), count('two_budgets')];
  const parts = [
    ...(ofDaemonSets > 0 ? [`${counted(ofDaemonSets, 'pod')} of DaemonSets`] : []),
    ...(mirrors > 0 ? [counted(mirrors, 'mirror pod')] : []),
    ...(twice > 0 ? [`${counted(twice, 'pod')} covered by two budgets`] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return 'No pod stays.';
  const isOne = ofDaemonSets + mirrors + twice === 1;
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} ${isOne ? 'stays' : 'stay'}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

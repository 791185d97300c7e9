import { keptByRollout, shares } from './oracle-rollout.ts';
import type {
  Budget,
  DeploymentSeen,
  LabelSelector,
  Labels,
  PodSeen,
  ScaleDownCase,
  Verdict,
  Violation,
} from '../../src/index.ts';

/**
 * May this Deployment be scaled down, as its namespace stands? A judge of `scaleDownVerdict` that shares no code with
 * it, only shapes: from the specification (action rule 1, error rule 2), the disruption controller's documentation and
 * what live cases showed. It is cut into steps, so that wrong verdicts can be made by swapping one of them.
 *
 * A pod is *ready* when its condition says so and it is not terminating, and *live* unless it has finished. It is *of a
 * Deployment* when its ReplicaSet is named `<deployment>-<its pod-template-hash>` and the Deployment's selector matches
 * it. A budget *concerns* the Deployment when it matches its template or a live pod of it. Each budget is judged alone.
 * Where the sources leave room, refusing is the safe side:
 *
 * - Target 0 under a percentage above 0 is refused, also where other Deployments share the budget.
 * - Controllers that the agent's rights cannot read count as their live pods in the namespace, matched or not; another
 *   Deployment with its replicas, once any pod of it is matched. Pods without a controller are not expected, but ready.
 * - What is short already stays refused, also when the scale-down takes no ready pod.
 * - Neither field, or a maxUnavailable that is not zero however it is written, never refuses. 101 % is 101 %.
 * - In a rollout (live: 8 replicas, 6 old pods ready, 4 new ones not, scaled to 4: 3 ready, not 4) the Deployment's
 *   controller scales every ReplicaSet in proportion, ready or not, and goes on until no more than maxUnavailable are
 *   missing. The lesser of both is left for certain; with Recreate nothing is.
 */
export interface Steps {
  readonly selects: (selector: LabelSelector | null, labels: Labels) => boolean;
  readonly owns: (deployment: DeploymentSeen, pod: PodSeen) => boolean;
  readonly ready: (pod: PodSeen) => boolean;
  readonly live: (pod: PodSeen) => boolean;
  readonly concerns: (budget: Budget, seen: ScaleDownCase, steps: Steps) => boolean;
  /** Ready pods of the Deployment that are left, from those the budget matches, where it has one ReplicaSet. */
  readonly left: (target: number, readyOfIt: number, seen: ScaleDownCase, budget: Budget, steps: Steps) => number;
  /** The same in a rollout, given the pods and the ready ones of each ReplicaSet. */
  readonly leftInRollout: (target: number, sets: readonly (readonly [number, number])[], of: DeploymentSeen) => number;
  /** Ready pods of others that are counted. */
  readonly beside: (readyOthers: number) => number;
  /** The Deployment's own share of what is expected. */
  readonly own: (seen: ScaleDownCase) => number;
  /** Pods that stand for a controller of which only pods are seen; all of it in the namespace. */
  readonly unreadable: (pods: readonly PodSeen[], steps: Steps, matched: readonly PodSeen[]) => number;
  readonly deployments: (replicas: number, pods: readonly PodSeen[]) => number;
  /** What matched pods without a controller add to what is expected. */
  readonly uncontrolled: (pods: readonly PodSeen[]) => number;
  readonly share: (percent: number, expected: number) => number;
  readonly short: (after: number, needed: number, before: number) => boolean;
  readonly refusesAtZero: (percent: number) => boolean;
  readonly refusesUnavailable: (maxUnavailable: number | string, after: number, expected: number) => boolean;
  /** Which of the budgets that concern it are asked. */
  readonly asked: (budgets: readonly Budget[]) => readonly Budget[];
}

export const rightSteps: Steps = {
  selects: (selector, labels) => {
    if (selector === null) return false;
    const has = new Map(Object.entries(labels));
    const same = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => has.get(key) === value);
    return same && (selector.matchExpressions ?? []).every((asked) => holds(asked, has.get(asked.key)));
  },
  owns: ({ name, selector }, { controller, labels }) =>
    controller?.kind === 'ReplicaSet' &&
    controller.name === [name, labels['pod-template-hash']].join('-') &&
    rightSteps.selects(selector, labels),
  ready: (pod) => pod.ready && !pod.terminating,
  live: (pod) => !['Succeeded', 'Failed'].includes(pod.phase),
  concerns: ({ selector }, seen, steps) =>
    seen.pods
      .filter((pod) => steps.owns(seen.deployment, pod) && steps.live(pod))
      .map((pod) => pod.labels)
      .concat(seen.deployment.templateLabels)
      .some((labels) => steps.selects(selector, labels)),
  left: (target, readyOfIt) => Math.min(target, readyOfIt),
  leftInRollout: (target, sets, of) => Math.min(shares(target, sets, of), keptByRollout(target, of)),
  beside: (readyOthers) => readyOthers,
  own: ({ target }) => target,
  unreadable: (pods, steps) => pods.filter(steps.live).length,
  deployments: (replicas) => replicas,
  uncontrolled: () => 0,
  share: (percent, expected) => Math.ceil((percent * expected) / 100),
  short: (after, needed) => after < needed,
  refusesAtZero: (percent) => percent > 0,
  refusesUnavailable: (maxUnavailable) => Number.parseInt(String(maxUnavailable), 10) === 0,
  asked: (budgets) => budgets,
};

function holds(
  { operator, values }: { operator: string; values?: readonly string[] },
  value: string | undefined,
): boolean {
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  const among = value !== undefined && (values ?? []).includes(value);
  return operator === 'In' ? among : !among;
}

export function verdictBy(swapped: Partial<Steps>): (seen: ScaleDownCase) => Verdict {
  const steps: Steps = { ...rightSteps, ...swapped };
  return (seen) => {
    const asked = steps.asked(seen.budgets.filter((budget) => steps.concerns(budget, seen, steps)));
    const violations = asked.flatMap((budget) => refusalOf(budget, seen, steps));
    return violations.length > 0 ? { allowed: false, violations } : { allowed: true };
  };
}

export const verdictOf = verdictBy({});

function refusalOf(budget: Budget, seen: ScaleDownCase, steps: Steps): Violation[] {
  const { minAvailable, maxUnavailable, name } = budget;
  const { readyOfIt, readyOthers, others } = countsOf(budget, seen, steps);
  const sets = setsOf(budget, seen, steps);
  const left =
    sets.length > 1
      ? steps.leftInRollout(seen.target, sets, seen.deployment)
      : steps.left(seen.target, readyOfIt, seen, budget, steps);
  const after = steps.beside(readyOthers) + left;
  if (maxUnavailable !== undefined) {
    if (!steps.refusesUnavailable(maxUnavailable, after, steps.own(seen) + others)) return [];
    return [{ budget: name, rule: 'max_unavailable_zero', after, needed: seen.deployment.replicas + others }];
  }
  if (minAvailable === undefined) return [];
  let needed = Number.parseInt(String(minAvailable), 10);
  if (typeof minAvailable === 'string') {
    const percent = needed;
    needed = steps.share(percent, steps.own(seen) + others);
    if (seen.target === 0 && steps.refusesAtZero(percent)) {
      return [{ budget: name, rule: 'min_available_percent_at_zero', after, needed: needed === 0 ? 1 : needed }];
    }
  }
  return steps.short(after, needed, readyOthers + readyOfIt)
    ? [{ budget: name, rule: 'min_available', after, needed }]
    : [];
}

/** Of each ReplicaSet that has pods to keep: how many, and how many of them are ready and matched. */
function setsOf({ selector }: Budget, { deployment, pods }: ScaleDownCase, steps: Steps): [number, number][] {
  const sets = new Map<string, [number, number]>();
  for (const pod of pods) {
    if (!steps.owns(deployment, pod) || !steps.live(pod) || pod.terminating) continue;
    const [size, ready] = sets.get(pod.controller?.uid ?? '') ?? [0, 0];
    const isReady = steps.ready(pod) && steps.selects(selector, pod.labels);
    sets.set(pod.controller?.uid ?? '', [size + 1, ready + (isReady ? 1 : 0)]);
  }
  return [...sets.values()];
}

/** One walk over the pods, each filed under its owner. */
function countsOf(budget: Budget, seen: ScaleDownCase, steps: Steps) {
  const all = new Map<DeploymentSeen | string, PodSeen[]>();
  const matched = new Map<DeploymentSeen | string, PodSeen[]>();
  for (const pod of seen.pods) {
    const owner =
      [seen.deployment, ...seen.deployments].find((deployment) => steps.owns(deployment, pod)) ??
      pod.controller?.uid ??
      '';
    file(all, owner, pod);
    if (steps.selects(budget.selector, pod.labels)) file(matched, owner, pod);
  }
  let readyOfIt = 0;
  let readyOthers = 0;
  let others = 0;
  for (const [owner, pods] of matched) {
    const ready = pods.filter(steps.ready).length;
    if (owner === seen.deployment) {
      readyOfIt = ready;
      continue;
    }
    readyOthers += ready;
    if (typeof owner === 'object') others += steps.deployments(owner.replicas, pods);
    else others += owner === '' ? steps.uncontrolled(pods) : steps.unreadable(all.get(owner) ?? [], steps, pods);
  }
  return { readyOfIt, readyOthers, others };
}

function file(into: Map<DeploymentSeen | string, PodSeen[]>, owner: DeploymentSeen | string, pod: PodSeen): void {
  const filed = into.get(owner);
  if (filed === undefined) into.set(owner, [pod]);
  else filed.push(pod);
}

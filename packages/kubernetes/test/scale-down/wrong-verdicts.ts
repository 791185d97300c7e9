import type { LabelSelector, PodSeen, ScaleDownCase, Verdict } from '../../src/index.ts';
import { keptByRollout, shares } from './oracle-rollout.ts';
import { rightSteps, type Steps, verdictBy } from './oracle.ts';

/** Mistakes one could make in good faith. Each must be found out by what the generated cases are allowed or refused. */

const percentIn = (value: number | string): number => Number.parseInt(String(value), 10);

const readyOfDeployment = ({ deployment, pods }: ScaleDownCase, steps: Steps): number =>
  pods.filter((pod) => rightSteps.owns(deployment, pod) && steps.ready(pod)).length;

const without = (selector: LabelSelector | null, part: keyof LabelSelector): LabelSelector | null => {
  if (selector === null) return null;
  const { [part]: _, ...rest } = selector;
  return rest;
};

const setsOf = (pods: readonly PodSeen[]): number => new Set(pods.map((pod) => pod.controller?.uid)).size;

const readyIn = (sets: readonly (readonly [number, number])[]): number =>
  sets.reduce((sum, [, ready]) => sum + ready, 0);

const swaps: Readonly<Record<string, Partial<Steps>>> = {
  // Figures
  'rounds a percentage down': { share: (percent, expected) => Math.floor((percent * expected) / 100) },
  'rounds a percentage to the nearest': { share: (percent, expected) => Math.round((percent * expected) / 100) },
  'takes the percentage of the replicas before': { own: ({ deployment }) => deployment.replicas },
  'takes the percentage of the pods there are': {
    own: ({ deployment, pods }) => pods.filter((pod) => rightSteps.owns(deployment, pod)).length,
    deployments: (_, pods) => pods.length,
  },
  'caps a percentage at 100': { share: (percent, expected) => Math.ceil((Math.min(100, percent) * expected) / 100) },
  'asks for one pod more': { short: (after, needed) => after <= needed },
  'lets pass what was short before': { short: (after, needed, before) => after < needed && before >= needed },
  'lets pass what takes no ready pod': { short: (after, needed, before) => after < needed && after < before },
  'allows 0 under a percentage': { refusesAtZero: () => false },
  'refuses 0 under 0 %': { refusesAtZero: () => true },
  // maxUnavailable
  'overlooks maxUnavailable "0%"': { refusesUnavailable: (value) => value === 0 },
  'overlooks maxUnavailable "00%"': { refusesUnavailable: (value) => value === 0 || value === '0%' },
  'overlooks maxUnavailable': { refusesUnavailable: () => false },
  'refuses every maxUnavailable': { refusesUnavailable: () => true },
  'rounds a maxUnavailable percentage down to 0': {
    refusesUnavailable: (value, _, expected) =>
      typeof value === 'number' ? value === 0 : Math.floor((percentIn(value) * expected) / 100) === 0,
  },
  'holds a greater maxUnavailable too': {
    refusesUnavailable: (value, after, expected) =>
      percentIn(value) === 0 ||
      after < expected - (typeof value === 'number' ? value : Math.ceil((percentIn(value) * expected) / 100)),
  },
  // Ready pods
  'takes the target for ready pods': { left: (target) => target },
  'takes ready pods away first': {
    left: (target, readyOfIt, { deployment }) => Math.max(0, readyOfIt - (deployment.replicas - target)),
  },
  'counts pods that are not ready': { ready: (pod) => !pod.terminating },
  'counts running pods as ready': { ready: (pod) => pod.phase === 'Running' && !pod.terminating },
  'counts terminating pods': { ready: (pod) => pod.ready },
  'forgets the pods of others': { beside: () => 0 },
  'counts pods of the Deployment that the budget does not match': {
    left: (target, _, seen, _budget, steps) => Math.min(target, readyOfDeployment(seen, steps)),
  },
  // Rollouts
  'overlooks a rollout': { leftInRollout: (target, sets) => Math.min(target, readyIn(sets)) },
  'overlooks how far a rollout may go': { leftInRollout: shares },
  'overlooks the shares in a rollout': {
    leftInRollout: (target, sets, of) => Math.min(readyIn(sets), keptByRollout(target, of)),
  },
  'takes every rollout for the default one': {
    leftInRollout: (target, sets, { strategy: _, ...of }) => rightSteps.leftInRollout(target, sets, of),
  },
  'forgets that Recreate keeps nothing': {
    leftInRollout: (target, sets, of) =>
      of.strategy?.type === 'Recreate' ? Math.min(target, readyIn(sets)) : rightSteps.leftInRollout(target, sets, of),
  },
  // Other controllers
  'forgets the replicas of others': { deployments: () => 0, unreadable: () => 0 },
  'forgets controllers it cannot read': { unreadable: () => 0 },
  'counts other Deployments by their pods': { deployments: (_, pods) => pods.filter(rightSteps.live).length },
  'counts other Deployments once per ReplicaSet': { deployments: (replicas, pods) => replicas * setsOf(pods) },
  'expects pods without a controller': { uncontrolled: (pods) => pods.length },
  'counts finished pods of a controller': { unreadable: (pods) => pods.length },
  'leaves terminating pods of a controller out': {
    unreadable: (pods, { live }) => pods.filter((pod) => live(pod) && !pod.terminating).length,
  },
  'counts only ready pods of a controller': { unreadable: (pods, { ready }) => pods.filter(ready).length },
  'counts only matched pods of a controller': { unreadable: (_, { live }, matched) => matched.filter(live).length },
  // Whose pod
  'knows its pods by selector alone': {
    owns: ({ selector }, pod) => pod.controller !== null && rightSteps.selects(selector, pod.labels),
  },
  'knows its pods by the beginning of their name': {
    owns: ({ name }, pod) => pod.controller?.kind === 'ReplicaSet' && pod.controller.name.startsWith(`${name}-`),
  },
  'knows its pods by their ReplicaSet’s name alone': {
    owns: ({ name }, pod) =>
      pod.controller?.kind === 'ReplicaSet' && pod.controller.name === `${name}-${pod.labels['pod-template-hash']}`,
  },
  'asks not what kind the controller is': {
    owns: ({ name, selector }, pod) =>
      pod.controller?.name === `${name}-${pod.labels['pod-template-hash']}` && rightSteps.selects(selector, pod.labels),
  },
  'sees only the newest ReplicaSet': {
    // Which is a1 in every case.
    owns: (deployment, pod) => rightSteps.owns(deployment, pod) && pod.labels['pod-template-hash'] === 'a1',
  },
  // Which budgets
  'takes no selector for all': { selects: (selector, labels) => rightSteps.selects(selector ?? {}, labels) },
  'takes {} for none': {
    selects: (selector, labels) =>
      selector !== null && Object.keys(selector).length > 0 && rightSteps.selects(selector, labels),
  },
  'overlooks matchExpressions': {
    selects: (selector, labels) => rightSteps.selects(without(selector, 'matchExpressions'), labels),
  },
  'overlooks matchLabels': {
    selects: (selector, labels) => rightSteps.selects(without(selector, 'matchLabels'), labels),
  },
  'wants the key for NotIn': {
    selects: (selector, labels) =>
      rightSteps.selects(selector, labels) &&
      (selector?.matchExpressions ?? []).every(
        ({ key, operator }) => operator !== 'NotIn' || Object.hasOwn(labels, key),
      ),
  },
  'takes an empty label for a missing one': {
    selects: (selector, labels) =>
      rightSteps.selects(selector, Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''))),
  },
  'finds labels every object has': {
    selects: (selector, labels) =>
      rightSteps.selects(selector, 'constructor' in labels ? { ...labels, constructor: 'there' } : labels),
  },
  'asks every budget of the namespace': { concerns: () => true },
  'looks at the template alone': {
    concerns: ({ selector }, { deployment }) => rightSteps.selects(selector, deployment.templateLabels),
  },
  'looks at the pods alone': {
    concerns: ({ selector }, { deployment, pods }) =>
      pods.some((pod) => rightSteps.owns(deployment, pod) && rightSteps.selects(selector, pod.labels)),
  },
  'looks at finished pods too': {
    concerns: ({ selector }, { deployment, pods }) =>
      rightSteps.selects(selector, deployment.templateLabels) ||
      pods.some((pod) => rightSteps.owns(deployment, pod) && rightSteps.selects(selector, pod.labels)),
  },
  'looks at no terminating pod': {
    concerns: ({ selector }, { deployment, pods }) =>
      rightSteps.selects(selector, deployment.templateLabels) ||
      pods.some(
        (pod) =>
          rightSteps.owns(deployment, pod) &&
          !pod.terminating &&
          rightSteps.live(pod) &&
          rightSteps.selects(selector, pod.labels),
      ),
  },
  'asks the first budget alone': { asked: (budgets) => budgets.slice(0, 1) },
};

export const wrongVerdicts: ReadonlyMap<string, (seen: ScaleDownCase) => Verdict> = new Map(
  Object.entries(swaps).map(([name, swapped]) => [name, verdictBy(swapped)]),
);

import type { FactContainer, Facts } from '@wheelhouse/contracts';
import type { Found } from './item.ts';
import { coresWords, countWords, memoryWords, objectWords, pageOf, sentence } from './words.ts';

const mostContainers = 3;

const rollouts = {
  done: { words: 'its rollout is done', weight: 50 },
  going_on: { words: 'its rollout is going on', weight: 76 },
  stalled: { words: 'its rollout does not get on', weight: 96 },
  paused: { words: 'its rollout is paused', weight: 72 },
} as const;

export function itemsOfWorkload({ workload }: Facts, clusterId: string): readonly Found[] {
  if (workload === null) return [];
  const { desired, ready, available, updated, rollout, rollout_message: message, containers } = workload;
  const url = pageOf(clusterId, workload);
  const counts = [
    ...(desired === null ? [] : [`wants ${countWords(desired, 'replica')}`]),
    ...(ready === null ? [] : [`${ready} ready`]),
    ...(available === null ? [] : [`${available} available`]),
    ...(updated === null ? [] : [`${updated} of the template as it is now`]),
  ];
  const { words, weight } = rollouts[rollout];
  const said = message === null || message === '' ? '' : `: ${message}`;
  const found: Found = {
    source: 'workload',
    weight: Math.max(weight, desired !== null && ready !== null && ready < desired ? 74 : 0),
    summary: sentence(`${objectWords(workload)} ${[...counts, words].join(', ')}${said}`),
    ...(url === undefined ? {} : { url }),
  };
  return [found, ...containers.slice(0, mostContainers).map(itemOfContainer)];
}

function itemOfContainer(container: FactContainer): Found {
  const { name, image, cpu_request: cpu, memory_request: memory, memory_limit: limit } = container;
  const asks = [
    ...(cpu === null ? [] : [coresWords(cpu)]),
    ...(memory === null ? [] : [`${memoryWords(memory)} of memory`]),
  ];
  const words = [
    asks.length === 0 ? 'requests nothing' : `requests ${asks.join(' and ')}`,
    limit === null ? 'has no memory limit' : `may use ${memoryWords(limit)} of memory`,
  ];
  return { source: 'workload', weight: 32, summary: `Container ${name} of ${image} ${words.join(' and ')}.` };
}

export function itemsOfBudgets({ budgets }: Facts): readonly Found[] {
  return budgets.map(
    ({ name, expected, healthy, needed, allowed }): Found => ({
      source: 'budgets',
      weight: allowed <= 0 ? 70 : 26,
      summary: `Disruption budget ${name} lets ${allowed <= 0 ? 'no pod' : countWords(allowed, 'pod')} be evicted: ${healthy} of ${expected} are healthy, ${needed} are needed.`,
    }),
  );
}

export function itemsOfAutoscaler({ autoscaler }: Facts): readonly Found[] {
  if (autoscaler === null) return [];
  const { name, minimum, maximum, current, wanted, at_maximum: isAtMaximum } = autoscaler;
  return [
    {
      source: 'autoscaler',
      weight: isAtMaximum ? 80 : 36,
      summary: `Autoscaler ${name} has ${countWords(current, 'replica')} and wants ${wanted}, between ${minimum} and ${maximum}${isAtMaximum ? '; it is at its maximum' : ''}.`,
    },
  ];
}

import type { PagePod } from '../live/pods.ts';
import { kibibytes, millis } from '../state/quantity.ts';

export interface Requests {
  readonly cpu: number;
  readonly memory: number;
}

const kibibyte = 1_024;
const none: Requests = { cpu: 0, memory: 0 };

/**
 * What the scheduler counts of a pod, in millicores and bytes: its containers together, or one of the init containers
 * that run before them if that asks for more. Those that go on running beside them count with them.
 */
export function requestsOf({ spec }: PagePod): Requests {
  const { containers = [], initContainers = [] } = spec ?? {};
  const besides = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const before = initContainers.filter(({ restartPolicy }) => restartPolicy !== 'Always');
  const together = [...containers, ...besides].map(ofContainer).reduce(sum, none);
  return before.map(ofContainer).reduce(greater, together);
}

export function sum(one: Requests, other: Requests): Requests {
  return { cpu: one.cpu + other.cpu, memory: one.memory + other.memory };
}

function greater(one: Requests, other: Requests): Requests {
  return { cpu: Math.max(one.cpu, other.cpu), memory: Math.max(one.memory, other.memory) };
}

function ofContainer({ resources }: NonNullable<NonNullable<PagePod['spec']>['containers']>[number]): Requests {
  const { requests = {} } = resources ?? {};
  return { cpu: millis(requests['cpu']), memory: kibibytes(requests['memory']) * kibibyte };
}
